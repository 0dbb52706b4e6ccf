import type { RecordInText } from '@waxseal/core/assistant'
import type { Piece } from './answer-pieces.ts'

/** Finds the records in a text: `recordsIn` of `@waxseal/core/assistant` with what is known. */
export type FindRecords = (text: string) => readonly RecordInText[]

/** A record in the text of all pieces but tags. */
export interface RecordPlace {
  start: number
  end: number
  source: RecordInText['source']
}

/**
 * The records to mark in an answer of a language model, and whether it has any that nobody checked. A record counts as made
 * or published only where it is in one piece and nothing after it could be its continuation. A record that only appears when
 * elements are read together, as in `v=**spf1** include:x -all`, is not marked, but counts as unchecked.
 */
export function judgeRecords(
  pieces: readonly Piece[],
  find: FindRecords,
): { places: readonly RecordPlace[]; hasUnchecked: boolean } {
  const { marked, plain, plainAt, hasMark, codeEnd } = textsOf(pieces)
  const places: RecordPlace[] = []
  for (const record of find(marked)) {
    const { start, end } = record
    if (start < (places.at(-1)?.end ?? 0)) continue
    const isSure = !hasMark(start, end) && (record.type !== 'TXT' || !isContinued(marked, end, codeEnd(start)))
    places.push({ start, end, source: isSure ? record.source : 'unchecked' })
  }
  const known = new Set(places.map(({ start }) => plainAt(start)))
  const inPlain = find(plain)
  const isNew = ({ start, source }: RecordInText) => source === 'unchecked' && !known.has(start)
  const hasUnchecked =
    places.some(({ source }) => source === 'unchecked') ||
    inPlain.some(isNew) ||
    find(plain.replaceAll('\n', ' ')).some(isNew) ||
    hasHiddenVersion(plain, [
      ...inPlain,
      ...places.map(({ start, end }) => ({ start: plainAt(start), end: plainAt(end) })),
    ])
  return { places, hasUnchecked }
}

/** The text with a character for each mark, and without; and where a place of the first is in the second. */
function textsOf(pieces: readonly Piece[]) {
  let marked = ''
  let plain = ''
  /** The places of the marks, and of the texts in code. */
  const marks: number[] = []
  const codes: { start: number; end: number }[] = []
  for (const { kind, text, isCode } of pieces) {
    if (kind === 'tag') continue
    if (isCode === true) codes.push({ start: marked.length, end: marked.length + text.length })
    if (kind === 'mark') marks.push(marked.length)
    // A backtick of the text is no mark.
    marked += kind === 'text' ? text.replaceAll('`', '\ufffd') : text
    if (kind !== 'mark') plain += text
  }
  const marksBefore = (place: number) => firstFrom(marks.length, at => (marks[at] ?? 0) >= place)
  return {
    marked,
    plain,
    plainAt: (place: number) => place - marksBefore(place),
    hasMark: (start: number, end: number) => marksBefore(start) !== marksBefore(end),
    /** The end of the code that a place is in, if it is. */
    codeEnd: (place: number) => {
      const code = codes[firstFrom(codes.length, at => (codes[at]?.end ?? 0) > place)]
      return code !== undefined && code.start <= place ? code.end : place
    },
  }
}

/** The first number below `count` from which on something is true; `count` if it never is. */
function firstFrom(count: number, isFrom: (at: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isFrom(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** What may be between the words of a record: spaces, quotation marks and other punctuation. */
const between = /[\s"“”'‘’`*|\\;,.()\ufffd]+/
const term = /^[-+~?]?[a-z_][\w.-]*[:=][^/]|^[-+~?](?:all|a|mx|ptr)$|.@/i

/** Could what follows be more of the record, for someone who copies the line? Another record is not more of it. */
function isContinued(text: string, end: number, codeEnd: number): boolean {
  // People copy code as one: anything in the rest of it counts.
  if (/[:=]\S/.test(text.slice(end, codeEnd))) return true
  const after = text.slice(end, end + 300)
  // Two strings in a row are one record in a zone file.
  if (/^["“”]\s*["“”]/.test(after)) return true
  const [first = '', ...others] = after.split(between).filter(word => word !== '')
  if (/^v=/i.test(first)) return false
  if (term.test(first)) return true
  // Tags without a value, then one that has a value: `; x; rua=…`.
  return (
    /[;,]/.test(text.charAt(end - 1) + after.trimStart().charAt(0)) && others.slice(0, 5).some(word => term.test(word))
  )
}

const versions = /v=(?:spf1|dmarc1|dkim1|stsv1|tlsrptv1|bimi1)/gi

/** Is there a version of a record that shows only when spaces, quotation marks and such are left out? */
function hasHiddenVersion(plain: string, found: readonly { start: number; end: number }[]): boolean {
  let squeezed = ''
  const places: number[] = []
  for (const { 0: character, index } of plain.matchAll(/[a-z0-9=]/gi)) {
    squeezed += character
    places.push(index)
  }
  const ranges = found.toSorted((one, other) => one.start - other.start)
  let next = 0
  let end = 0
  for (const { index } of squeezed.matchAll(versions)) {
    const place = places[index] ?? 0
    for (; (ranges[next]?.start ?? Number.POSITIVE_INFINITY) <= place; next += 1) {
      end = Math.max(end, ranges[next]?.end ?? 0)
    }
    if (place >= end) return true
  }
  return false
}
