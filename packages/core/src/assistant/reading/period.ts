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
  const ago = (days: number) => new Date(today - days * dayMs).toISOString()
  for (let at = 0; at < tokens.length; at += 1) {
    const word = wordAt(tokens, at)
    const next = wordAt(tokens, at + 1)
    const named = stretchAt(tokens, at, today)
    if (named !== null) return ended(tokens, named, { at, today, time })
    if (word === 'overnight') return of({ since: ago(1), isMoment: false }, [at])
    if ((word === 'this' || word === 'current') && next in units) {
      const days = next === 'week' ? (new Date(today).getUTCDay() + 6) % 7 : new Date(today).getUTCDate() - 1
      return of({ since: ago(next === 'year' ? 365 : Math.max(1, days)), isMoment: false }, [at, at + 1])
    }
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

/** A day or a month that a question names, with its end. */
interface Stretch {
  from: number
  to: number
  isMonth: boolean
  places: readonly number[]
}

/** "yesterday", "Tuesday", "November 20", "October". */
function stretchAt(tokens: readonly Token[], at: number, today: number): Stretch | null {
  const word = wordAt(tokens, at)
  if (word === 'yesterday') {
    const isBefore = wordAt(tokens, at - 1) === 'before' && wordAt(tokens, at - 2) === 'day'
    const from = today - (isBefore ? 2 : 1) * dayMs
    return { from, to: from + dayMs, isMonth: false, places: isBefore ? [at - 2, at - 1, at] : [at] }
  }
  const weekday = weekdays.indexOf(word)
  // "Every Monday" is a schedule.
  if (weekday >= 0 && !['every', 'each'].includes(wordAt(tokens, at - 1))) {
    const from = today - ((new Date(today).getUTCDay() - weekday + 7) % 7 || 7) * dayMs
    return { from, to: from + dayMs, isMonth: false, places: [at] }
  }
  return dateAt(tokens, at, today)
}

const endMs = 365 * dayMs

/** The period of a named day or month: with "since" until now, with "before" what was before, with "between" up to another. */
function ended(
  tokens: readonly Token[],
  { from, to, isMonth, places }: Stretch,
  { at, today, time }: { at: number; today: number; time: number },
): { period: Period; places: readonly number[] } {
  const first = Math.min(at, ...places)
  const lead = wordAt(tokens, first - 1)
  const period = (since: number, until: number | null): Period => ({
    since: new Date(since).toISOString(),
    ...(until !== null && until <= time && { until: new Date(until).toISOString() }),
    isMoment: false,
  })
  if (lead === 'before') return of(period(from - endMs, from), [first - 1, ...places])
  if (lead === 'until' || lead === 'till') return of(period(to - endMs, to), [first - 1, ...places])
  if (lead === 'between' || lead === 'from') {
    const last = Math.max(...places)
    const joined = ['and', 'to', 'until', 'till'].includes(wordAt(tokens, last + 1))
    const other = joined
      ? [0, 1].map(skip => stretchAt(tokens, last + 2 + skip, today)).find(each => each !== null)
      : null
    if (other != null && other.from >= from) return of(period(from, other.to), [...places, ...other.places])
    return of(period(from, null), places)
  }
  const isWhole =
    lead === 'on' ||
    (isMonth && ['in', 'during', 'for'].includes(lead)) ||
    (wordAt(tokens, at) === 'yesterday' && lead !== 'since')
  return of(period(from, isWhole ? to : null), places)
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

/** "November 20", "20 November", "Nov 20, 2025", "2026-11-20", and a month alone. */
function dateAt(tokens: readonly Token[], at: number, today: number): Stretch | null {
  const written = isoAt(tokens, at)
  if (written !== null) return written
  const word = wordAt(tokens, at)
  const month =
    word === 'may' ? 4 : months.findIndex(each => word.startsWith(each) && word.length >= 3 && isMonth(word))
  if (month < 0) return null
  const [after, before] = [numberAt(tokens, at + 1), numberAt(tokens, at - 1)]
  const isAfter = after !== null && !isYear(after)
  const day = isAfter ? after : before !== null && !isYear(before) ? before : null
  if (day === null ? word === 'may' : day < 1 || day > 31) return null
  const around = day === null ? [at] : isAfter ? [at, at + 1] : [at - 1, at]
  const year = numberAt(tokens, Math.max(...around) + 1)
  const named = year !== null && isYear(year) ? year : null
  const places = named === null ? around : [...around, Math.max(...around) + 1]
  const now = new Date(today).getUTCFullYear()
  const fits = Date.UTC(now, month, day ?? 1) > today ? now - 1 : now
  const from = Date.UTC(named ?? fits, month, day ?? 1)
  const to = day === null ? Date.UTC(named ?? fits, month + 1, 1) : from + dayMs
  return { from, to, isMonth: day === null, places }
}

/** "2026-11-20", which is three numbers. */
function isoAt(tokens: readonly Token[], at: number): Stretch | null {
  const [year, month, day] = [0, 1, 2].map(next => numberAt(tokens, at + next))
  if (year == null || month == null || day == null) return null
  if (!isYear(year) || month < 1 || month > 12 || day < 1 || day > 31) return null
  const from = Date.UTC(year, month - 1, day)
  return { from, to: from + dayMs, isMonth: false, places: [at, at + 1, at + 2] }
}

const isYear = (value: number) => value >= 2000 && value < 2100

function numberAt(tokens: readonly Token[], at: number): number | null {
  const token = tokens[at]
  return token?.kind === 'number' ? token.value : null
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
