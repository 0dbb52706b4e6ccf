import { expect, it } from 'vitest'
import { costGrowth } from './cost-growth.ts'

/** Work of about this many steps. */
function steps(count: number): number {
  let sum = 0
  for (let i = 0; i < count; i++) sum += Math.sqrt(i)
  return sum
}

it('is about 1 for work in proportion to its input, however long it takes', async () => {
  expect(await costGrowth(size => () => steps(size * 1_000), 8_000)).toBeLessThan(3)
})

it('is over 5 for work that grows with the square of its input', async () => {
  expect(await costGrowth(size => () => steps(size * size), 8_000)).toBeGreaterThan(5)
})
