import { expectLinearCost } from '@waxseal/core/testing'
import { it } from 'vitest'
import { isPrintable, isVisible } from './printable.ts'

it('cleaning a user’s line costs in proportion to its length', () =>
  expectLinearCost(line => [isPrintable(line), isVisible(line)], {
    max: 65_536,
    tokens: ['\u200d', '\u2028', '😀', '\ud800'],
  }))
