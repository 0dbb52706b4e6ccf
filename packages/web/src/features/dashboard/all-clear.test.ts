import { expect, it } from 'vitest'
import { nothingToDo } from './all-clear.tsx'

const scanned = (health_score: number | null, score_is_old = false) => ({
  last_scan: '2026-11-20T12:00:00.000Z',
  health_score,
  score_is_old,
})
const never = { last_scan: null, health_score: null, score_is_old: false }

it.each([
  ['there is no domain', [], false],
  ['none was scanned', [never], false],
  ['all that were scanned have all their points', [scanned(100), never], true],
  ['one has lost a point', [scanned(100), scanned(99)], false],
  ['one could not be scored', [scanned(100), scanned(null)], false],
  ['the points of one are those of an earlier scan, the last could not be scored', [scanned(100, true)], false],
] as const)('where %s, "All Clear!" is %s', (_, domains, clear) => {
  expect(nothingToDo(domains)).toBe(clear)
})
