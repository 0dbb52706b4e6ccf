import { limits } from '@waxseal/contract'
import { expectLinearCost } from '@waxseal/core/testing'
import { it } from 'vitest'
import { readNames } from './read-names.ts'

it('a pasted list of names costs in proportion to its length', () =>
  expectLinearCost(text => readNames(text, limits.bulkNames), {
    max: limits.bulkBytes,
    tokens: ['""', '",', 'a{n}.com\n', 'ü{n}.com ', '<a>', 'https://', 'xn--'],
    heads: ['', 'domain,note\n'],
  }))
