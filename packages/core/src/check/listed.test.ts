import { expect, it } from 'vitest'
import { listed } from './listed.ts'

it.each<[string[], string]>([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a, b'],
  [['a', 'b', 'c'], 'a, b and 1 more'],
  [['a', 'b', 'c', 'd', 'e'], 'a, b and 3 more'],
])('%j, two at most: %s', (items, text) => {
  expect(listed(items, 2)).toBe(text)
})
