import { expect, it } from 'vitest'
import { read } from './read.ts'

const now = '2026-11-28T09:00:00.000Z'
const periodOf = (words: string) => read(`what changed ${words}?`, now).period
const day = (text: string) => `${text}T00:00:00.000Z`

it.each([
  ['yesterday', '2026-11-27', '2026-11-28'],
  ['the day before yesterday', '2026-11-26', '2026-11-27'],
  ['on Tuesday', '2026-11-24', '2026-11-25'],
  ['on November 20', '2026-11-20', '2026-11-21'],
  ['on Nov 20, 2025', '2025-11-20', '2025-11-21'],
  ['on 2026-11-20', '2026-11-20', '2026-11-21'],
  ['in October', '2026-10-01', '2026-11-01'],
  ['between November 1 and November 10', '2026-11-01', '2026-11-11'],
  ['from Nov 1 to Nov 10', '2026-11-01', '2026-11-11'],
  ['from Monday to Wednesday', '2026-11-23', '2026-11-26'],
  ['between 2026-11-01 and yesterday', '2026-11-01', '2026-11-28'],
])('the period "%s" has an end', (words, since, until) => {
  expect(periodOf(words)).toMatchObject({ since: day(since), until: day(until) })
  expect(read(`what changed ${words}?`, now).numbers).toEqual([])
})

it.each([
  ['before November 20', '2026-11-20'],
  ['until November 20', '2026-11-21'],
  ['before yesterday', '2026-11-27'],
])('what was %s ends there, and begins a year before', (words, until) => {
  const period = periodOf(words)
  expect(period).toMatchObject({ until: day(until) })
  expect(Date.parse(period?.until ?? '') - Date.parse(period?.since ?? '')).toBe(365 * 86_400_000)
})

it.each(['since November 20', 'since yesterday', 'since Tuesday', 'in November', 'in the last two weeks'])(
  'the period "%s" goes on until now',
  words => {
    expect(periodOf(words)?.until).toBeUndefined()
  },
)

it('a number that is no date is none', () => {
  expect(read('which domains have 2026 points', now).period).toBeNull()
  expect(read('does it cover 3 or 4 or 2026 lists', now).period).toBeNull()
})
