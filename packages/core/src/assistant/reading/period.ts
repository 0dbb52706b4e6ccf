import type { Token } from './tokens.ts'

/** A stretch of time that a question names. */
export interface Period {
  /** ISO 8601. */
  since: string
  /** ISO 8601; absent: until now. */
  until?: string
  /** The question is about the state at that moment: "a month ago". */
  isMoment: boolean
}

const dayMs = 86_400_000
const counts: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  couple: 2,
  few: 3,
  last: 1,
  past: 1,
  previous: 1,
}
const units: Readonly<Record<string, number>> = {
  day: 1,
  days: 1,
  week: 7,
  weeks: 7,
  fortnight: 14,
  month: 30,
  months: 30,
  quarter: 91,
  year: 365,
  years: 365,
}
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The period that the tokens name, with the places of its words; null: none. @param now ISO 8601 */
export function periodIn(tokens: readonly Token[], now: string): { period: Period; places: readonly number[] } | null {
  const time = Date.parse(now)
  if (Number.isNaN(time)) return null
  const today = Math.floor(time / dayMs) * dayMs
  const ago = (days: number) => new Date(days === 0 ? today : today - days * dayMs).toISOString()
  for (let at = 0; at < tokens.length; at += 1) {
    const word = wordAt(tokens, at)
    const next = wordAt(tokens, at + 1)
    if (word === 'today' || word === 'tonight') continue
    if (word === 'yesterday') return of({ since: ago(1), isMoment: false }, [at])
    if (word === 'overnight') return of({ since: ago(1), isMoment: false }, [at])
    if ((word === 'this' || word === 'current') && next in units) {
      const days = next === 'week' ? (new Date(today).getUTCDay() + 6) % 7 : new Date(today).getUTCDate() - 1
      return of({ since: ago(next === 'year' ? 365 : Math.max(1, days)), isMoment: false }, [at, at + 1])
    }
    const weekday = weekdays.indexOf(word)
    // "Every Monday" is a schedule.
    if (weekday >= 0 && !['every', 'each'].includes(wordAt(tokens, at - 1))) {
      const back = (new Date(today).getUTCDay() - weekday + 7) % 7 || 7
      return of({ since: ago(back), isMoment: false }, [at])
    }
    const dated = dateAt(tokens, at, today)
    if (dated !== null) return of({ since: new Date(dated.time).toISOString(), isMoment: false }, dated.places)
    const unit = units[word]
    if (unit === undefined || at === 0) continue
    const count = countBefore(tokens, at)
    if (count === null) continue
    const isMoment = next === 'ago' || next === 'earlier' || next === 'before' || next === 'back'
    const places = [...count.places, at, ...(isMoment ? [at + 1] : [])]
    const since = ago(count.value * unit)
    return of(
      isMoment && !isSince(tokens, count.places[0] ?? at) ? { since, isMoment } : { since, isMoment: false },
      places,
    )
  }
  return null
}

const of = (period: Period, places: readonly number[]) => ({ period, places })

function isSince(tokens: readonly Token[], first: number): boolean {
  return ['since', 'from'].includes(wordAt(tokens, first - 1))
}

function wordAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at]
  return token?.kind === 'word' ? token.text : ''
}

/** "the last two", "3", "a". */
function countBefore(tokens: readonly Token[], at: number): { value: number; places: readonly number[] } | null {
  const token = tokens[at - 1]
  if (token?.kind === 'number') {
    const isLast = ['last', 'past', 'previous'].includes(wordAt(tokens, at - 2))
    return token.value > 0 && token.value < 1000
      ? { value: token.value, places: isLast ? [at - 2, at - 1] : [at - 1] }
      : null
  }
  const word = wordAt(tokens, at - 1)
  const value = counts[word]
  if (value === undefined) return null
  // "per day", "a day" of a volume is none.
  if ((word === 'a' || word === 'an') && wordAt(tokens, at + 1) !== 'ago') return null
  const before = wordAt(tokens, at - 2)
  const isLast = ['last', 'past', 'previous'].includes(before) || before === 'a'
  return { value, places: isLast ? [at - 2, at - 1] : [at - 1] }
}

/** "November 20", "20 November", "2026-11-20". */
function dateAt(
  tokens: readonly Token[],
  at: number,
  today: number,
): { time: number; places: readonly number[] } | null {
  const word = wordAt(tokens, at)
  const month =
    word === 'may' ? 4 : months.findIndex(each => word.startsWith(each) && word.length >= 3 && isMonth(word))
  if (month < 0) return null
  const after = tokens[at + 1]
  const before = tokens[at - 1]
  const day = after?.kind === 'number' ? after.value : before?.kind === 'number' ? before.value : word === 'may' ? 0 : 1
  if (day < 1 || day > 31) return null
  const year = new Date(today).getUTCFullYear()
  const time = Date.UTC(year, month, day)
  const places = after?.kind === 'number' ? [at, at + 1] : before?.kind === 'number' ? [at - 1, at] : [at]
  return { time: time > today ? Date.UTC(year - 1, month, day) : time, places }
}

const monthNames: ReadonlySet<string> = new Set([
  ...months,
  'january',
  'february',
  'march',
  'april',
  'june',
  'july',
  'august',
  'sept',
  'september',
  'october',
  'november',
  'december',
])
const isMonth = (word: string) => monthNames.has(word)
