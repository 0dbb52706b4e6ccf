import { endOfName, fieldOn, lineAt, type TextLine, textFrom, textOfLine } from './header-lines.ts'
import { startOfHeader } from './start-of-header.ts'
import { utf8Of } from './text-of-bytes.ts'
import { unquoted } from './unquoted.ts'
import { withoutEntities } from './without-entities.ts'
import { withoutMarkup } from './without-markup.ts'
import { withoutQuotedPrintable } from './without-quoted-printable.ts'

/** A pasted text, split where its header ends. */
export interface SplitText {
  /** The lines of the header, in UTF-8 and without the marks of a quote. */
  header: Uint8Array
  /** What follows it, with the empty line. */
  rest: Uint8Array
  /** The number of the first line of `header` in the text. */
  firstLine: number
  hasBody: boolean
  /** The first line that was skipped above the header, and the first one behind an empty line inside it. */
  above: PlacedLine | null
  crossed: PlacedLine | null
  /** The first line behind the header, where it looks like a field. */
  below: PlacedLine | null
}

/** A line as evidence. */
export interface PlacedLine {
  line: number
  text: string
}

/**
 * The header of a pasted text: its bytes up to the line that ends it, without the marks of a quote or the tags of a web page,
 * and whether a body follows. This is the one rule for where a header begins and ends: a report that shows a header shows the lines that were
 * judged.
 *
 * @param pasted a header, or a whole message; its lines end with CRLF, LF or CR
 */
export function headerOf(pasted: Uint8Array): SplitText {
  const raw = unquoted(withoutEntities(withoutMarkup(withoutQuotedPrintable(utf8Of(pasted)))))
  const start = startOfHeader(raw)
  const { end, crossed } = endOfHeader(raw, start)
  const behind = textFrom(raw, end)
  const isHeader = behind !== null && looksLikeHeader(raw, behind)
  const placed = (line: TextLine | null): PlacedLine | null =>
    line === null ? null : { line: linesBefore(raw, line.start) + 1, text: textOfLine(raw, line).trim() }
  return {
    header: raw.subarray(start, end),
    rest: raw.subarray(end),
    firstLine: linesBefore(raw, start) + 1,
    hasBody: behind !== null,
    above: start === 0 ? null : placed(textFrom(raw, 0)),
    crossed: placed(crossed),
    below: isHeader ? placed(behind) : null,
  }
}

/** Two lines like those of a header: a field and a field or fold, or a fold and a field. */
function looksLikeHeader(raw: Uint8Array, first: TextLine): boolean {
  const second = lineAt(raw, first.next)
  if (second === null) return false
  if (first.kind === 'fold') return fieldOn(raw, second) !== null
  return fieldOn(raw, first) !== null && (second.kind === 'fold' || fieldOn(raw, second) !== null)
}

function linesBefore(raw: Uint8Array, offset: number): number {
  let count = 0
  for (let line = lineAt(raw, 0); line !== null && line.next <= offset; line = lineAt(raw, line.next)) count += 1
  return count
}

/**
 * The offset of the empty line behind the header. Empty lines at the beginning do not end it. A line of blanks and tabs is
 * a fold (RFC 5322 section 4.2) where another field or fold follows, else it ends the header: copied text often has such
 * a line before its body. An empty line ends it, unless the text shows that it was pasted with empty lines (`goesOn`).
 */
function endOfHeader(raw: Uint8Array, start: number): { end: number; crossed: TextLine | null } {
  const seen = { hasFrom: false, paragraphs: 0, isSpaced: true, lines: 0 }
  let hasField = false
  let blank: number | null = null
  let crossed: TextLine | null = null
  for (let line = lineAt(raw, start); line !== null; ) {
    let next = line.next
    if (line.kind === 'text' || line.kind === 'fold') {
      if (blank !== null && !isPartOfHeader(raw, line)) return { end: blank, crossed }
      blank = null
      // The mark of UTF-8 is no text.
      hasField ||= raw.subarray(line.start, line.end).some(byte => !markBytes.has(byte))
      seen.lines += 1
      if (!seen.hasFrom && mayBeFrom.has(raw[line.start] ?? 0)) seen.hasFrom = fieldOn(raw, line) === 'from'
    } else if (hasField) {
      if (line.kind === 'empty') {
        const end = blank ?? line.start
        seen.paragraphs += 1
        seen.isSpaced &&= seen.lines === 1
        const following = textFrom(raw, line.next)
        if (following === null || !goesOn(raw, following, seen)) return { end, crossed }
        crossed ??= following
        seen.lines = 0
        blank = null
        next = following.start
      } else blank ??= line.start
    }
    line = lineAt(raw, next)
  }
  return { end: blank ?? raw.length, crossed }
}

/** `F`, `f`, and the first byte of an invisible character, or of a mark that was read as three letters. */
const mayBeFrom: ReadonlySet<number> = new Set([0x46, 0x66, 0xef, 0xe2, 0xc3])

/** Blanks, tabs, and the bytes of the mark of UTF-8. */
const markBytes: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf, 32, 9])

/**
 * Whether the header goes on behind an empty line. A message has a From (RFC 5322 section 3.6), so a header without one
 * does where a field of a message follows, or the rest of a folded one and then a field. So does one in which an empty line follows each line, as Outlook copies it.
 * Anything else is the body, which can begin with lines that look like fields.
 */
function goesOn(
  raw: Uint8Array,
  following: TextLine,
  { hasFrom, isSpaced, paragraphs }: { hasFrom: boolean; isSpaced: boolean; paragraphs: number },
): boolean {
  if (following.kind === 'fold') return (isSpaced && paragraphs > 1) || (!hasFrom && isBeforeField(raw, following))
  if (fieldOn(raw, following) === null) return false
  if (!hasFrom || (isSpaced && paragraphs > 1)) return true
  return isSpaced && isSpacedFrom(raw, following)
}

/** A field follows, or another fold. */
function isBeforeField(raw: Uint8Array, fold: TextLine): boolean {
  const next = textFrom(raw, fold.next)
  return next !== null && (next.kind === 'fold' || fieldOn(raw, next) !== null)
}

/** Two more fields follow, each on a line of its own between empty ones. */
function isSpacedFrom(raw: Uint8Array, first: TextLine): boolean {
  const gap = lineAt(raw, first.next)
  if (gap?.kind !== 'empty') return false
  const second = textFrom(raw, gap.next)
  return second !== null && fieldOn(raw, second) !== null && lineAt(raw, second.next)?.kind !== 'text'
}

/** Whether a line behind one of blanks and tabs continues the header. The address of a web page is no field. */
function isPartOfHeader(raw: Uint8Array, line: TextLine): boolean {
  if (line.kind === 'fold') return true
  const text = textOfLine(raw, line)
  const colon = endOfName(text)
  return colon > 0 && !text.startsWith('//', colon + 1)
}
