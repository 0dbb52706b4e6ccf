import { expect, it } from 'vitest'
import { threatLevel } from './threat-level.ts'

it('is High from 70 and Medium from 40', () => {
  expect([0, 39, 40, 69, 70, 100].map(threatLevel)).toEqual(['Low', 'Low', 'Medium', 'Medium', 'High', 'High'])
})
