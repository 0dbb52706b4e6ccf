import { expectLinearCost } from '@waxseal/core/testing'
import { describe, it } from 'vitest'
import { txtZoneLine } from './dkim/zone-line.ts'

describe('costs in proportion to its length', () => {
  it('a record as a line of a zone file', () =>
    expectLinearCost(text => txtZoneLine('a', text), { max: 65_535, tokens: ['\\"', 'ü', '😀', '\ud800'] }))
})
