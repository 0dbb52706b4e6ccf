import { expect, it } from 'vitest'
import { percentOf } from './percent.ts'

it.each([
  [5, 18, 28],
  [3, 18, 17],
  [1, 18, 6],
  [2, 3, 67],
  [0, 18, 0],
  [18, 18, 100],
  [999, 1_000, 99],
  [1, 1_000, 1],
  [0, 0, 0],
])('%i of %i is %i percent', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent)
})
