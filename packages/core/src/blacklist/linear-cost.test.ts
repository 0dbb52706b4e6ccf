import { it } from 'vitest'
import { expectLinearCost } from '../testing/linear-cost.ts'
import { decodeAnswer } from './decode.ts'
import { blocklists } from './lists.data.ts'
import { addressLabels, familyOf } from './question.ts'

it('decoding a list’s addresses takes time in proportion to their number', () =>
  expectLinearCost(
    (addresses: readonly string[]) => blocklists.slice(0, 3).map(list => decodeAnswer(list, addresses)),
    {
      // An A record takes at least 16 bytes of an answer of 64 KB, and about as many as text.
      max: 65_535,
      tokens: ['127.0.0.2,', '127.255.255.254,', '127.0.0.99,'],
      wrap: text => text.split(','),
    },
  ))

it('the query name of an address takes time in proportion to its length', () =>
  expectLinearCost(text => [addressLabels(text), familyOf(text)], { max: 65_535, tokens: ['::', '1.'] }))
