import { isMessageField } from '@waxseal/core/headers'
import { endOfLine } from './unquoted.ts'

/** One line of a pasted text. */
export interface TextLine {
  /** The offset of its first byte, that of its end, and that of the next line. */
  start: number
  end: number
  next: number
  /** `empty`: nothing. `blank`: blanks and tabs. `fold`: text behind some. */
  kind: 'empty' | 'blank' | 'fold' | 'text'
}

const longestName = 256

/** The line at an offset; null behind the last one. */
export function lineAt(raw: Uint8Array, start: number): TextLine | null {
  if (start >= raw.length) return null
  let text = start
  while (raw[text] === 32 || raw[text] === 9) text += 1
  const end = endOfLine(raw, text)
  const next = end + (raw[end] === 13 && raw[end + 1] === 10 ? 2 : 1)
  const kind = text < end ? (text > start ? 'fold' : 'text') : start === end ? 'empty' : 'blank'
  return { start, end, next, kind }
}

/** The first line with text from an offset on; null: there is none. */
export function textFrom(raw: Uint8Array, start: number): TextLine | null {
  let line = lineAt(raw, start)
  while (line !== null && (line.kind === 'empty' || line.kind === 'blank')) line = lineAt(raw, line.next)
  return line
}

/** The beginning of a line as text, without marks that nobody sees. */
export function textOfLine(raw: Uint8Array, { start, end }: TextLine): string {
  const { buffer, byteOffset } = raw.subarray(start, Math.min(end, start + 2 * longestName))
  const length = Math.min(end, start + 2 * longestName) - start
  return withoutMarks(Buffer.from(buffer, byteOffset, length).toString())
}

/**
 * A line without byte order marks and other invisible characters at its beginning, which web pages leave there. A mark of
 * UTF-8 that a program read as ISO 8859-1 is three letters.
 */
export function withoutMarks(line: string): string {
  return line.replace(/^(?:\u00ef\u00bb\u00bf|[\ufeff\u200b-\u200f\u2060]){1,20}/, '')
}

/** The name of the field that begins on a line, in lower case; null: none of a message begins there. */
export function fieldOn(raw: Uint8Array, line: TextLine): string | null {
  if (line.kind !== 'text') return null
  const text = textOfLine(raw, line)
  const colon = endOfName(text)
  const name = colon > 0 ? text.slice(0, colon).trimEnd().toLowerCase() : ''
  return isMessageField(name) ? name : null
}

/** The offset of the colon behind a field name (RFC 5322 section 2.2, and white space before the colon, 4.5); else -1. */
export function endOfName(line: string): number {
  for (let at = 0; at < line.length && at < longestName; at++) {
    const code = line.charCodeAt(at)
    if (code === 0x3a) return at
    if (code === 0x20 || code === 0x09)
      return /^[ \t]{1,20}:/.test(line.slice(at, at + 21)) && at > 0 ? line.indexOf(':', at) : -1
    if (code < 0x21 || code > 0x7e) return -1
  }
  return -1
}
