import type { RecordFinder, RecordInText } from '@waxseal/core/assistant'
import type { Piece } from './answer-pieces.ts'

/** A record in the text of all pieces but tags. */
export interface RecordPlace extends Pick<RecordInText, 'source' | 'name' | 'when'> {
  start: number
  end: number
}

/**
 * The records to mark in an answer of a language model, and whether it has anything to publish that no one checked. A record
 * counts as made or published only where it is in one piece, and nothing after it continues or changes it. A record that only
 * appears when elements are read together, as in `v=**spf1** include:x -all`, is not marked, but counts as unchecked. So does
 * code, whatever its form, that our texts do not have.
 */
export function judgeRecords(
  pieces: readonly Piece[],
  { records: find, isHarmless }: RecordFinder,
): { places: readonly RecordPlace[]; hasUnchecked: boolean } {
  const { marked, plain, plainAt, hasMark, codes, codeEnd } = textsOf(pieces)
  const judged: (RecordPlace & { valueStart: number })[] = []
  for (const record of find(marked)) {
    const { start, end, name, when } = record
    if (start < (judged.at(-1)?.end ?? 0)) continue
    const isSure =
      record.source === 'unchecked' ||
      (!hasMark(start, end) &&
        (record.type !== 'TXT' || !isContinued(marked, end, codeEnd(start))) &&
        !isChanged(marked, end))
    const valueStart = marked.slice(start, end).endsWith(record.text) ? end - record.text.length : start
    judged.push(
      isSure
        ? { start, end, valueStart, name, when, source: record.source }
        : { start, end, valueStart: start, name: null, when: null, source: 'unchecked' },
    )
  }
  const known = new Set(judged.map(({ start }) => plainAt(start)))
  const inPlain = find(plain)
  const isNew = ({ start, source }: RecordInText) => source === 'unchecked' && !known.has(start)
  const hasUnchecked =
    judged.some(({ source }) => source === 'unchecked') ||
    inPlain.some(isNew) ||
    // What a sentence is about ends with its line.
    find(plain.replaceAll('\n', ' ')).some(each => isNew(each) && each.type !== 'host') ||
    hasHiddenVersion(plain, [
      ...inPlain,
      ...judged.map(({ start, end }) => ({ start: plainAt(start), end: plainAt(end) })),
    ]) ||
    codes.some(code => !withoutRecords(marked, code, judged).every(isHarmless))
  // People copy what is marked: the value without the words before it, such as `MX`.
  const places = judged
    .filter(({ source }) => source !== 'quoted')
    .map(({ valueStart, end, name, when, source }) => ({ start: valueStart, end, name, when, source }))
  return { places, hasUnchecked }
}

/** What of a piece of code is in none of the records. */
function withoutRecords(
  text: string,
  code: { start: number; end: number },
  records: readonly RecordPlace[],
): readonly string[] {
  const rest: string[] = []
  let from = code.start
  for (let at = firstFrom(records.length, each => (records[each]?.end ?? 0) > from); at < records.length; at += 1) {
    const { start, end } = records[at] as RecordPlace
    if (start >= code.end) break
    rest.push(text.slice(from, Math.max(from, start)))
    from = end
  }
  return [...rest, text.slice(from, Math.max(from, code.end))]
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
    codes,
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

/** Words by which the rest of a sentence changes a record. */
const change =
  /\b(?:chang(?:e[ds]?|ing)|replac(?:e[ds]?|ing)|instead|add(?:s|ed|ing)?|append(?:ed|ing)?|insert(?:ed|ing)?|remov(?:e[ds]?|ing)|delet(?:e[ds]?|ing)|without|except|but|plus|(?:after|before) it|followed by)\b/i

/** Does the rest of the sentence change a record: a word of change, and a term or tag that is in no other record? */
function isChanged(text: string, end: number): boolean {
  const after = text.slice(end, end + 300)
  const sentence = after.slice(0, /\n|[.!?](?=\s|$)/.exec(after)?.index ?? after.length)
  const [own = ''] = sentence.split(/v ?= ?(?:spf|dmarc|dkim|sts|tlsrpt|bimi)/i)
  return change.test(own) && own.split(between).some(word => term.test(word))
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
