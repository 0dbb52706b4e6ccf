import { storedHeaderBytes } from '@waxseal/core/caps'
import { headerOf } from '@waxseal/scanner/end-of-header'
import { bounds } from './bounds.ts'
import { styles } from './palette.ts'
import { paragraph, record, section } from './parts.ts'
import type { Sheet } from './sheet.ts'

/**
 * The header as it was pasted, without the body of a whole message.
 *
 * @param cutFrom the size of the pasted text in bytes, where only its beginning is stored; null: it is whole
 */
export function rawHeader(sheet: Sheet, raw: string, cutFrom: number | null): void {
  const { header, first, hasBody } = headerIn(raw)
  section(sheet, 'Raw headers', () => {
    const { lines, whole } = record(sheet, header, { numberedFrom: first, linesMax: bounds.rawLines })
    if (whole < lines) {
      const [shown, all] = [whole.toLocaleString('en'), lines.toLocaleString('en')]
      paragraph(sheet, `The report ends here: it has ${shown} of ${all} lines of the header.`)
    }
    if (cutFrom !== null) paragraph(sheet, storedPart(cutFrom), styles.small)
    if (hasBody) paragraph(sheet, 'The body of the message is not part of this report.', styles.small)
  })
}

/** That the stored text ends before the pasted one. */
export function storedPart(bytes: number): string {
  return `Waxseal stores the first ${storedHeaderBytes / 1024} KB of a pasted text. The analysis covers all ${bytes.toLocaleString('en')} bytes.`
}

/**
 * The header in a pasted text, as the analysis reads it, without the empty lines before it.
 *
 * @returns `first`: the number of its first line in the text
 */
export function headerIn(raw: string): { header: string; first: number; hasBody: boolean } {
  const { header, firstLine, hasBody } = headerOf(Buffer.from(raw))
  const text = Buffer.from(header.buffer, header.byteOffset, header.byteLength).toString()
  // The text is bounded, and the pattern reads each character once.
  const lead = /^(?:\uFEFF?[ \t]*(?:\r\n|\r|\n))*/.exec(text)?.[0] ?? ''
  return {
    header: text.slice(lead.length).replace(/(?:\r\n|\r|\n)$/, ''),
    first: firstLine + lead.split(/\r\n|\r|\n/).length - 1,
    hasBody,
  }
}
