import { describe, expect, it } from 'vitest'
import { dayRange, expiryOf, fieldDay, lastDay } from './expiry.ts'

const now = new Date(2026, 10, 21, 15, 30)
const midnight = (year: number, month: number, day: number): Date => new Date(year, month - 1, day)

describe('the expiry of a decision', () => {
  it('is none, or the end of a day', () => {
    expect(expiryOf('none', '', now)).toBeNull()
    expect(expiryOf('30', '', now)).toEqual(midnight(2026, 12, 22))
    expect(expiryOf('365', '', now)).toEqual(midnight(2027, 11, 22))
    expect(expiryOf('day', '2027-02-28', now)).toEqual(midnight(2027, 3, 1))
  })

  it('may be today', () => {
    expect(expiryOf('day', '2026-11-21', now)).toEqual(midnight(2026, 11, 22))
  })

  it.each(['2026-11-20', '1999-01-01', '', 'tomorrow', '2026-11'])('is not in the past: %j', day => {
    expect(expiryOf('day', day, now)).toBe('past')
  })

  it('is within two years, the limit of the field', () => {
    const { min, max } = dayRange(now)
    expect([min, max]).toEqual(['2026-11-21', '2028-11-20'])
    expect(expiryOf('day', max, now)).toEqual(midnight(2028, 11, 21))
    expect(expiryOf('day', '2028-11-21', now)).toBe('late')
    expect(expiryOf('day', '9999-12-31', now)).toBe('late')
  })

  it('is shown as the last full day', () => {
    const expiry = expiryOf('day', '2027-02-28', now)
    expect(expiry instanceof Date && fieldDay(lastDay(expiry.toISOString()))).toBe('2027-02-28')
  })
})
