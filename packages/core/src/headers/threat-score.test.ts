import { expect, it } from 'vitest'
import { threatScore } from './threat-score.ts'

it('adds the points up to 100', () => {
  expect(threatScore([])).toBe(0)
  expect(threatScore([{ points: 25 }, { points: 15 }])).toBe(40)
  expect(threatScore([{ points: 60 }, { points: 60 }])).toBe(100)
})
