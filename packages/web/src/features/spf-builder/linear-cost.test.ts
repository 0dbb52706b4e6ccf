import { defaultSpfSettings, spfServices } from '@waxseal/core/spf'
import { expectLinearCost } from '@waxseal/core/testing'
import { describe, it } from 'vitest'
import { addressesWords } from './difference.ts'
import { nothingTyped, withEntries, withTyped } from './entries.ts'
import { matching } from './service-search.ts'

const max = 65_536

describe('costs in proportion to its length', () => {
  it('typed or pasted entries', () =>
    expectLinearCost(text => withEntries(defaultSpfSettings, 'include_domains', text), {
      max: 16_384,
      tokens: ['a{n}.b,', 'ü ', '%{d} ', '1.2.3.4/33 '],
    }))

  it('unsubmitted entries', () =>
    expectLinearCost(text => withTyped(defaultSpfSettings, { ...nothingTyped, ip6_addresses: text }), {
      max: 8_192,
      tokens: ['{n}:: '],
    }))

  it('a search text, and a number of addresses', () =>
    expectLinearCost(text => [matching(spfServices.slice(0, 3), text.slice(0, 8_192)), addressesWords(text)], {
      max,
      tokens: ['a '],
    }))
})
