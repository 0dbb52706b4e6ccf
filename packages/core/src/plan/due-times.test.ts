import { describe, expect, it } from 'vitest'
import { nextScanAfter, slotAfter } from './due-times.ts'

/** An id in the middle of every period. */
const middle = '80000000-0000-4000-8000-000000000000'
const start = '00000000-0000-4000-8000-000000000000'
const at = (text: string) => new Date(text)

describe('the next scheduled scan', () => {
  it.each([
    ['none', '2026-11-20T09:00:00Z', undefined],
    ['daily', '2026-11-20T09:00:00Z', '2026-11-20T12:00:00.000Z'],
    ['daily', '2026-11-20T12:00:00Z', '2026-11-21T12:00:00.000Z'],
    ['weekly', '2026-11-20T09:00:00Z', '2026-11-22T12:00:00.000Z'],
    ['weekly', '2026-11-22T12:00:00Z', '2026-11-29T12:00:00.000Z'],
    ['monthly', '2026-11-14T23:59:59Z', '2026-11-15T00:00:00.000Z'],
    ['monthly', '2026-11-20T09:00:00Z', '2026-12-15T00:00:00.000Z'],
    ['monthly', '2026-12-31T23:00:00Z', '2027-01-15T00:00:00.000Z'],
  ] as const)('%s after %s is at %s', (schedule, after, next) => {
    expect(nextScanAfter(schedule, middle, at(after))?.toISOString()).toBe(next)
  })

  it('is one, however many were missed', () => {
    expect(nextScanAfter('daily', start, at('2027-03-02T00:00:00Z'))?.toISOString()).toBe('2027-03-03T00:00:00.000Z')
  })

  it('of the last id in a month is on a day that February has', () => {
    const last = 'ffffffff-0000-4000-8000-000000000000'
    expect(nextScanAfter('monthly', last, at('2026-02-01T00:00:00Z'))?.toISOString().slice(0, 10)).toBe('2026-02-28')
  })
})

it('the places of ids are spread evenly over a period', () => {
  const hourMs = 3_600_000
  const perMinute = Array.from({ length: 60 }, () => 0)
  for (let n = 0; n < 6_000; n++) {
    const id = crypto.randomUUID()
    const due = slotAfter(hourMs, id, at('2026-11-20T09:00:00Z'))
    const minute = Math.floor(due.getTime() / 60_000) % 60
    perMinute[minute] = (perMinute[minute] ?? 0) + 1
  }
  expect(Math.min(...perMinute)).toBeGreaterThan(50)
  expect(Math.max(...perMinute)).toBeLessThan(160)
})
