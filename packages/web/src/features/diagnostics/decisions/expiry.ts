export { lastDay } from '@waxseal/core/health'

/** How long a decision is to hold, as it is chosen. */
export type Term = 'none' | '30' | '90' | '365' | 'day'

export const terms: readonly { term: Term; words: string }[] = [
  { term: 'none', words: 'No end' },
  { term: '30', words: '30 days' },
  { term: '90', words: '90 days' },
  { term: '365', words: 'One year' },
  { term: 'day', words: 'Until a day…' },
]

/** The server takes an expiry within two years. */
const yearsMax = 2

/**
 * The end of the last day a decision holds, in the reader's time zone; null: no end. `past` and `late` are days that
 * cannot be taken, `past` also what is no day at all.
 *
 * @param day `2027-03-01`, as a date field has it; counts only for the term `day`
 */
export function expiryOf(term: Term, day: string, now: Date): Date | null | 'past' | 'late' {
  if (term === 'none') return null
  const last = term === 'day' ? dayOf(day) : new Date(now.getFullYear(), now.getMonth(), now.getDate() + Number(term))
  if (last === null) return 'past'
  const expiry = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1)
  if (expiry <= now) return 'past'
  return expiry > twoYearsFrom(now) ? 'late' : expiry
}

function dayOf(text: string): Date | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  return new Date(Number(year), Number(month) - 1, Number(day))
}

function twoYearsFrom(now: Date): Date {
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + yearsMax)
  return latest
}

/** The first and the last day that can be chosen, as a date field has them. */
export function dayRange(now: Date): { min: string; max: string } {
  const latest = twoYearsFrom(now)
  return { min: fieldDay(now), max: fieldDay(new Date(latest.getFullYear(), latest.getMonth(), latest.getDate() - 1)) }
}

/** As a date field has it. */
export function fieldDay(time: Date): string {
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
