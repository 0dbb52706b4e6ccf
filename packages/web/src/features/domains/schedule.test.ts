import { expect, it } from 'vitest'
import { aDomain } from './domain.fixture.ts'
import { scheduleWords } from './schedule.tsx'

const now = new Date('2026-11-24T12:00:00')

it.each([
  ['none', null, null],
  ['daily', '2026-11-24T20:00:00', 'Daily, today'],
  ['daily', '2026-11-24T11:00:00', 'Daily, today'],
  ['weekly', '2026-11-30T08:00:00', 'Weekly, Nov 30'],
  ['monthly', '2026-12-24T08:00:00', 'Monthly, Dec 24'],
  ['monthly', null, 'Monthly'],
] as const)('a %s schedule with the next scan at %s reads %s', (scan_schedule, next_scan_at, words) => {
  expect(scheduleWords(aDomain('kite.example', { scan_schedule, next_scan_at }), now)).toBe(words)
})
