import { expect, it } from 'vitest'
import { lastScore } from './last-score.ts'

const old = { health_score: 83, score_is_old: true, scored_at: '2026-11-02T12:00:00Z' }

it('shows the last score, its band and its day when the newest scan has none', () => {
  expect(lastScore(old)).toBe('The last score was 83 (Good) on Nov 2, 2026.')
})

it('leaves out an unknown day', () => {
  expect(lastScore({ ...old, scored_at: null })).toBe('The last score was 83 (Good).')
})

it('shows nothing when the newest scan has a score, or no scan has one', () => {
  expect(lastScore({ ...old, score_is_old: false })).toBeNull()
  expect(lastScore({ ...old, health_score: null })).toBeNull()
})
