import { describe, expect, it } from 'vitest'
import { changeTime, clockTime, duration, relativeTime } from './time.ts'

const now = new Date('2026-11-20T12:00:00Z')
const ago = (ms: number): string => relativeTime(new Date(now.getTime() - ms), now)
const change = (ms: number): string => changeTime(new Date(now.getTime() - ms), now)
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

describe('relative time', () => {
  it('is "Just now" under a minute, also when the clocks differ a little', () => {
    expect(ago(59 * second)).toBe('Just now')
    expect(ago(-5 * minute)).toBe('Just now')
  })

  it('is minutes, hours, and then days up to 6', () => {
    expect(ago(minute)).toBe('1 minute ago')
    expect(ago(59 * minute + 59 * second)).toBe('59 minutes ago')
    expect(ago(hour)).toBe('1 hour ago')
    expect(ago(23 * hour + 59 * minute)).toBe('23 hours ago')
    expect(ago(day)).toBe('1 day ago')
    expect(ago(6 * day + 23 * hour)).toBe('6 days ago')
  })

  it('is a date after that', () => {
    expect(ago(7 * day)).toBe('Nov 13, 2026')
  })
})

it('the time of a DNS change is relative for 7 days, and then a short date and time', () => {
  expect(change(59 * minute)).toBe('59 minutes ago')
  expect(change(23 * hour)).toBe('23 hours ago')
  expect(change(6 * day)).toBe('6 days ago')
  expect(change(7 * day)).toMatch(/^Nov 13, 2026, \d\d:00$/)
})

it('a time of the day has its date where it is not today', () => {
  const now = new Date('2026-11-20T19:21:00Z')
  expect(clockTime(new Date('2026-11-20T23:05:00Z'), now)).toBe('23:05 UTC')
  expect(clockTime(new Date('2026-11-21T01:21:00Z'), now)).toBe('Nov 21, 01:21 UTC')
})

it('a duration is given in the unit that people would choose', () => {
  expect([30, 300, 3_600, 5_400, 86_400, 172_800].map(duration)).toEqual([
    '30 s',
    '5 min',
    '1 h',
    '1.5 h',
    '1 d',
    '2 d',
  ])
})
