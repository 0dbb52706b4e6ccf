import { blank, type Range } from './blank.ts'

/** A date in a text, with its place. */
export interface DateFound extends Range {
  /** Each way to read it: keys of which one must be known. */
  keys: readonly string[]
}

const months = 'january february march april may june july august september october november december'.split(' ')
const dayMs = 86_400_000

const two = (number: number) => String(number).padStart(2, '0')
const isDay = (monthOfYear: number, day: number) => monthOfYear >= 1 && monthOfYear <= 12 && day >= 1 && day <= 31

/** 1 to 12 for the name of a month, or its first three letters or more; 0 for another word. */
const monthOf = (name: string) => months.findIndex(month => month.startsWith(name.toLowerCase())) + 1

/** The key of a day; without its year it is the day of any year. */
function dayKey(year: number | null, monthOfYear: number, day: number): string {
  return `d:${year === null ? '' : `${year}-`}${two(monthOfYear)}-${two(day)}`
}

const iso = /(?<!\d)(\d{4})[-/](\d{2})[-/](\d{2})(?!\d)/g
const numeric = /(?<![\d.])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\.?\d)/g
const monthFirst =
  /(?<![\p{L}])((?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6})\.? (\d{1,2})(?:st|nd|rd|th)?(?![\d:])(?:,? (\d{4})(?!\d))?/giu
const dayFirst =
  /(?<![\p{L}\d.])(\d{1,2})(?:st|nd|rd|th)?(?: of)? ((?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6})(?![\p{L}])\.?(?:,? (\d{4})(?!\d))?/giu
const ofYear =
  /(?<![\p{L}])((?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6})\.?(?: of)?,? (\d{4})(?!\d)/giu
/** Months that are other words too count only behind such a word, and with a capital letter. */
const alone =
  /(?<![\p{L}])(?:in|since|until|by|of|from|last|early|late|mid|this|next)[ -]((?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6})(?![\p{L}])/gu
const weekday = /(?<![\p{L}])(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day(?![\p{L}])/giu
const relative = /(?<![\p{L}])(yesterday|tomorrow)(?![\p{L}])/giu
const weekdays = ['sun', 'mon', 'tues', 'wednes', 'thurs', 'fri', 'satur']

type Keys = (match: RegExpMatchArray, now: string) => readonly string[]

const named = (name: string, day: number, year: string | undefined): readonly string[] =>
  isDay(monthOf(name), day) ? [dayKey(year === undefined ? null : Number(year), monthOf(name), day)] : []

/** What every date of some forms has: most lines have none of it, and then the forms are not looked for. */
const year = /\d{4}/
const month = /jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/iu
const day = /day|tomorrow/iu

/** The forms of dates with what they mean, and what each of them has. What one form has read, the next one does not. */
const forms: readonly (readonly [RegExp, RegExp, Keys])[] = [
  [
    iso,
    year,
    ([, inFull, inYear, ofMonth]) =>
      isDay(Number(inYear), Number(ofMonth)) ? [dayKey(Number(inFull), Number(inYear), Number(ofMonth))] : [],
  ],
  [
    numeric,
    year,
    match => {
      const [one, other, inFull] = [Number(match[1]), Number(match[3]), Number(match[4])]
      return [
        ...(isDay(other, one) ? [dayKey(inFull, other, one)] : []),
        ...(isDay(one, other) ? [dayKey(inFull, one, other)] : []),
      ]
    },
  ],
  [monthFirst, month, ([, name = '', ofMonth, inFull]) => named(name, Number(ofMonth), inFull)],
  [dayFirst, month, ([, ofMonth, name = '', inFull]) => named(name, Number(ofMonth), inFull)],
  [ofYear, month, ([, name = '', inFull]) => (monthOf(name) === 0 ? [] : [`m:${inFull}-${two(monthOf(name))}`])],
  [alone, month, ([, name = '']) => (monthOf(name) === 0 ? [] : [`m:${two(monthOf(name))}`])],
  [weekday, day, ([, name = '']) => [`w:${weekdays.indexOf(name.toLowerCase())}`]],
  [
    relative,
    day,
    ([word = ''], now) => [`r:${word.toLowerCase()}`, daysFrom(now, word.toLowerCase() === 'yesterday' ? -1 : 1)],
  ],
]

/** The dates in a line, in order. @param now ISO 8601, for "yesterday" */
export function datesIn(line: string, now: string): readonly DateFound[] {
  let rest = line
  const found: DateFound[] = []
  const has = new Map([year, month, day].map(part => [part, part.test(line)]))
  for (const [form, part, keysOf] of forms) {
    if (has.get(part) !== true) continue
    const read = [...rest.matchAll(form)].flatMap(match => {
      const keys = keysOf(match, now)
      return keys.length === 0 ? [] : [{ start: match.index, end: match.index + match[0].length, keys }]
    })
    rest = blank(rest, read)
    found.push(...read)
  }
  return found.toSorted((one, other) => one.start - other.start)
}

/** The key of the day that is so many days after a time. */
export function daysFrom(now: string, days: number): string {
  const time = new Date(Date.parse(now) + days * dayMs)
  return dayKey(time.getUTCFullYear(), time.getUTCMonth() + 1, time.getUTCDate())
}

/** What else is known where a date is: its day without the year, its month, its year, its day of the week. */
export function keysOfDate(key: string, now: string): readonly string[] {
  const [, text = ''] = key.split(':')
  const parts = text.split('-').map(Number)
  if (key.startsWith('m:')) {
    const [year, inYear] = parts.length === 2 ? parts : [undefined, ...parts]
    return [key, `m:${two(inYear ?? 0)}`, ...(year === undefined ? [] : [`n:${year}`])]
  }
  if (!key.startsWith('d:')) return [key]
  // Without a year it is the one of now, and the one before.
  const thisYear = new Date(Date.parse(now)).getUTCFullYear()
  const years = parts.length === 3 ? [parts[0] ?? 0] : [thisYear, thisYear - 1]
  const [inYear = 0, day = 0] = parts.slice(-2)
  return years.flatMap(year => [
    dayKey(year, inYear, day),
    dayKey(null, inYear, day),
    `m:${year}-${two(inYear)}`,
    `m:${two(inYear)}`,
    `n:${year}`,
    `w:${new Date(Date.UTC(year, inYear - 1, day)).getUTCDay()}`,
  ])
}
