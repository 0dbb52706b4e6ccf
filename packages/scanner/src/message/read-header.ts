import { headerFieldCharacters, headerFields, shownFieldCharacters } from '@waxseal/core/caps'
import {
  type HeaderField,
  type HeaderLine,
  type MessageHeader,
  repeatedFields,
  type ShownField,
  shownFields,
} from '@waxseal/core/headers'
import libmime from 'libmime'
import { headerOf, type PlacedLine } from './end-of-header.ts'
import { endOfName, withoutMarks } from './header-lines.ts'

/** The beginning of a line that is no field, in characters. */
const longestStray = 1_000

/**
 * Reads the header of a message: raw bytes, as a mail system stores them or as people paste them. Lines end with CRLF, LF
 * or CR. The header ends at the first empty line, or at a line of blanks that is no fold, unless it was pasted with empty
 * lines (`headerOf`); empty lines before it, a summary above it and the separator line of an mbox file are skipped. A line that is no field continues the field above, because text that was pasted often lost its indentation.
 * A header that is quoted or indented as a whole is read as if it were not.
 * Bytes that are not UTF-8 are read as ISO 8859-1. Never throws.
 */
export function readHeader(pasted: Uint8Array): MessageHeader {
  const { header, hasBody, firstLine, above, crossed, below } = headerOf(pasted)
  const text = textOf(header)
  const fields: HeaderField[] = []
  let open: { label: string; line: number; pieces: string[]; length: number } | null = null
  let strayLines = 0
  let firstStray: HeaderLine | null = null
  const stray = (content: string, line: number): void => {
    strayLines += 1
    firstStray ??= { label: 'Text', line, text: content.trim().slice(0, longestStray).toWellFormed() }
  }
  const close = (): void => {
    if (open === null) return
    const { label, line, pieces } = open
    if (fields.length < headerFields) fields.push(fieldOf(label, unfolded(pieces), line))
    open = null
  }
  forEachLine(text, (written, index) => {
    if (written.trim() === '') return
    const number = firstLine + index - 1
    const content = withoutMarks(written)
    const isIndented = content[0] === ' ' || content[0] === '\t'
    const colon = isIndented ? -1 : endOfName(content)
    if (colon > 0) {
      close()
      const value = content.slice(colon + 1)
      open = { label: content.slice(0, colon).trimEnd(), line: number, pieces: [value], length: value.length }
    } else if (open !== null) {
      if (open.length < headerFieldCharacters) open.pieces.push(content)
      open.length += content.length
      if (!isIndented) stray(content, number)
    } else if (index > 1 || !/^>?From /.test(content)) stray(content, number)
  })
  close()
  return {
    fields,
    shown: shownOf(fields),
    decoded: decodedRepeats(fields),
    reading: { above: evidence(above), crossed: evidence(crossed), below: evidence(below) },
    strayLines,
    firstStray,
    hasBody,
  }
}

function evidence(placed: PlacedLine | null): HeaderLine | null {
  return placed && { label: 'Text', line: placed.line, text: textOf(Buffer.from(placed.text)).toWellFormed() }
}

function textOf(header: Uint8Array): string {
  const text = decoded(header)
  // PostgreSQL stores no NUL, and no reader shows one.
  return text.includes('\0') ? text.replace(/\0+/g, '\ufffd') : text
}

function decoded(header: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(header)
  } catch {
    return Buffer.from(header.buffer, header.byteOffset, header.byteLength).toString('latin1')
  }
}

/** Without a generator: a header of 10 MB can have millions of lines. */
function forEachLine(text: string, work: (content: string, number: number) => void): void {
  let start = 0
  let feed = text.indexOf('\n')
  let carriage = text.indexOf('\r')
  for (let number = 1; start <= text.length; number++) {
    if (feed !== -1 && feed < start) feed = text.indexOf('\n', start)
    if (carriage !== -1 && carriage < start) carriage = text.indexOf('\r', start)
    const end = feed === -1 || carriage === -1 ? Math.max(feed, carriage) : Math.min(feed, carriage)
    work(text.slice(start, end === -1 ? text.length : end), number)
    if (end === -1) return
    start = end + (end === carriage && feed === end + 1 ? 2 : 1)
  }
}

/** RFC 5322 section 2.2.3, with the white space at each fold as one blank. */
function unfolded(pieces: readonly string[]): string {
  const [first = ''] = pieces
  return pieces.length === 1
    ? first.trim()
    : pieces
        .map(piece => piece.trim())
        .join(' ')
        .trim()
}

/** Fields of results, which Outlook.com encodes as a whole when a domain in them has characters outside ASCII. */
const resultFields = new Set(['authentication-results', 'arc-authentication-results', 'received-spf'])
/** Fields that are read by their grammar, which knows blanks and tabs only (RFC 5322 section 2.2.3). */
const parsedFields = new Set([
  ...resultFields,
  'received',
  'return-path',
  'date',
  'from',
  'sender',
  'reply-to',
  'to',
  'cc',
  'message-id',
  'dkim-signature',
  'arc-seal',
  'arc-message-signature',
])
/** A value of encoded words alone (RFC 2047 section 2). */
const wholeEncoded = /^(?:=\?[^?\s]{1,75}\?[bq]\?[^?\s]{0,1000}\?= ?)+$/i

/**
 * A field as it is written. Results are decoded where the whole value is encoded; a single encoded word in them stays,
 * because it may be text of the sender that looks like a result when it is decoded.
 */
function fieldOf(label: string, written: string, line: number): HeaderField {
  const name = label.toLowerCase()
  const isEncoded = resultFields.has(name) && written.length <= shownFieldCharacters && wholeEncoded.test(written)
  if (isEncoded) return { name, label, value: decodedWords(written).replaceAll(/[\r\n\t]+/g, ' '), line }
  // Text that was copied from a web page has no-break spaces in the place of blanks.
  return { name, label, value: parsedFields.has(name) ? written.replaceAll('\u00a0', ' ') : written, line }
}

function shownOf(fields: readonly HeaderField[]): Record<ShownField, string | null> {
  const shown = shownFields.map((name): [ShownField, string | null] => {
    const value = fields.find(field => field.name === name)?.value
    return [name, value === undefined ? null : decodedWords(value.slice(0, shownFieldCharacters))]
  })
  return Object.fromEntries(shown) as Record<ShownField, string | null>
}

/** The repeated fields that people read, decoded by line: a hostile header can have any number, ten of each are shown. */
function decodedRepeats(fields: readonly HeaderField[]): ReadonlyMap<number, string> {
  const shown: ReadonlySet<string> = new Set(shownFields)
  const lines = repeatedFields({ fields }).flatMap(({ name, values }) =>
    shown.has(name) ? values.map(({ line }) => line) : [],
  )
  if (lines.length === 0) return new Map()
  const wanted = new Set(lines)
  const repeats = fields.filter(({ line }) => wanted.has(line))
  return new Map(repeats.map(({ line, value }) => [line, decodedWords(value.slice(0, shownFieldCharacters))]))
}

/** Encoded words decoded (RFC 2047); as they are when a charset or an encoding is none that we know. */
function decodedWords(value: string): string {
  if (!value.includes('=?')) return value.toWellFormed()
  try {
    return libmime.decodeWords(value).replace(/\0+/g, '\ufffd').toWellFormed().trim()
  } catch {
    return value
  }
}
