import { blank, type Range } from './blank.ts'

/** A number in a text, with its place and each way to read it: a list of keys of which all must be known. */
export interface NumberFound extends Range {
  any: readonly (readonly string[])[]
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'.split(' ')
const values: ReadonlyMap<string, number> = new Map<string, number>([
  ...small.map((word, value): [string, number] => [word, value]),
  ['seventeen', 17],
  ['eighteen', 18],
  ['nineteen', 19],
  ...'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, at): [string, number] => [word, (at + 2) * 10]),
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
])

/** Digits in groups that a point, a comma, an apostrophe or a blank divides. */
const digits = /(?<![\p{L}\p{N}_.])(?:RFC ?|TLS ?v?)?\d+(?:[.,'’]\d+| \d{3}(?!\d))*/giu
/** Names of algorithms and encodings, and what counts the parts of an answer. */
const exempt = /(?<![\p{L}])(?:(?:SHA|UTF|AES|ISO|ASCII)-\d{1,5}|(?:step|option|phase|fix) \d{1,2}(?!\d)|#\d(?!\d))/giu
const ordinal = /^(?:st|nd|rd|th)(?![\p{L}])/iu
const words = /(?<![\p{L}\p{N}_-])([a-z]{2,9})(?:-([a-z]{3,5}))?(?![\p{L}\p{N}_-])/giu

/** The numbers in a line, in digits and in words. "One" is a pronoun more often than a number, so it is none. */
export function numbersIn(line: string): readonly NumberFound[] {
  const found: NumberFound[] = []
  // Most lines have no digit.
  const hasDigit = /\d/.test(line)
  const taken = !hasDigit
    ? []
    : [...line.matchAll(exempt)].map(({ 0: text, index }) => ({ start: index, end: index + text.length }))
  for (const { 0: written, index } of hasDigit ? blank(line, taken).matchAll(digits) : []) {
    const end = index + written.length
    if (ordinal.test(line.slice(end, end + 3))) continue
    if (isScale(written, line.slice(Math.max(0, index - 8), index))) continue
    found.push({ start: index, end, any: readingsOf(written, line.slice(end, end + 2)) })
  }
  for (const { 0: written, 1: first = '', 2: second, index } of line.matchAll(words)) {
    const value = wordValue(first.toLowerCase(), second?.toLowerCase())
    if (value !== null) found.push({ start: index, end: index + written.length, any: [[`n:${value}`]] })
  }
  return found.toSorted((one, other) => one.start - other.start)
}

/** "of 100", "/100": the scale of a score, which is no statement. */
function isScale(written: string, before: string): boolean {
  return written === '100' && /(?:\bof |\/ ?)$/.test(before)
}

function wordValue(first: string, second: string | undefined): number | null {
  const value = values.get(first)
  if (value === undefined || first === 'one') return null
  if (second === undefined) return value
  const ones = values.get(second) ?? 10
  // "two-factor" is a number and a word.
  return value >= 20 && value < 100 && ones < 10 ? value + ones : value
}

/** `1,234` and `1.234` are one number or another, and `3, 5` without its blank is two. */
function readingsOf(written: string, after: string): readonly (readonly string[])[] {
  const text = written.replace(/^(?:RFC ?|TLS ?v?)/i, '')
  const groups = text.split(/[.,'’ ]/)
  const marks = text.replaceAll(/\d/g, '')
  const scaled = /^k(?![\p{L}])/iu.test(after) ? 1_000 : 1
  const whole = (number: string) => [`n:${Number(number) * scaled}`]
  if (groups.length === 1) return scaled === 1 ? [whole(text)] : [whole(text), [`n:${Number(text)}`]]
  const readings: (readonly string[])[] = []
  const [, ...rest] = groups
  if (rest.every(group => group.length === 3) && new Set(marks).size === 1) readings.push(whole(groups.join('')))
  if (/^[,'’ ]+\.$/.test(marks)) readings.push(whole(text.replaceAll(/[,'’ ]/g, '')))
  if (groups.length === 2 && marks !== ' ') readings.push(whole(groups.join('.')))
  // A point divides no list; three parts are a version or a section.
  if (marks.includes('.')) readings.push([`v:${text}`])
  else readings.push(groups.map(group => `n:${Number(group)}`))
  return readings
}
