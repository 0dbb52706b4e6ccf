import { endOfLine, unquoted } from './unquoted.ts'

/**
 * The header of a pasted text: its bytes up to the line that ends it, without the marks of a quote, and whether a body
 * follows. This is the one rule for
 * where a header ends: a report that shows a header shows the lines that were judged.
 *
 * @param pasted a header, or a whole message; its lines end with CRLF, LF or CR
 */
export function headerOf(pasted: Uint8Array): { header: Uint8Array; hasBody: boolean } {
  const raw = unquoted(pasted)
  const end = endOfHeader(raw)
  return { header: raw.subarray(0, end), hasBody: hasText(raw, end) }
}

/**
 * The offset of the empty line behind the header. Empty lines at the beginning do not end it. A line of blanks and tabs is
 * a fold (RFC 5322 section 4.2) where another field or fold follows, else it ends the header: copied text often has such
 * a line before its body.
 */
function endOfHeader(raw: Uint8Array): number {
  let hasField = false
  let blank: number | null = null
  for (let start = 0; start < raw.length; ) {
    const text = endOfBlanks(raw, start)
    const end = endOfLine(raw, text)
    if (text < end) {
      if (blank !== null && !isPartOfHeader(raw.subarray(start, end), text > start)) return blank
      blank = null
      // The mark of UTF-8 is no text.
      hasField ||= raw.subarray(text, end).some(byte => byte !== 0xef && byte !== 0xbb && byte !== 0xbf)
    } else if (hasField) {
      if (start === end) return blank ?? start
      blank ??= start
    }
    start = end + (raw[end] === 13 && raw[end + 1] === 10 ? 2 : 1)
  }
  return blank ?? raw.length
}

/** Whether a line behind one of blanks and tabs continues the header. The address of a web page is no field. */
function isPartOfHeader(line: Uint8Array, isIndented: boolean): boolean {
  if (isIndented) return true
  const text = Buffer.from(line.subarray(0, longestName + 22)).toString('latin1')
  const colon = endOfName(text)
  return colon > 0 && !text.startsWith('//', colon + 1)
}

/** The offset of the first byte that is no blank and no tab. */
function endOfBlanks(raw: Uint8Array, start: number): number {
  let at = start
  while (raw[at] === 32 || raw[at] === 9) at += 1
  return at
}

function hasText(raw: Uint8Array, start: number): boolean {
  for (let at = start; at < raw.length; at++) {
    const byte = raw[at] ?? 0
    if (byte !== 13 && byte !== 10 && byte !== 32 && byte !== 9) return true
  }
  return false
}

const longestName = 256

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
