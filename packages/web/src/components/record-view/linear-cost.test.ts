import { expectLinearCost } from '@waxseal/core/testing'
import { it } from 'vitest'
import { partsOf } from './parts.ts'

/** The longest displayed record, from a draft or from DNS. */
const max = 16_384

it('the parts of an SPF record cost in proportion to its length', () =>
  expectLinearCost(record => partsOf('spf', record), {
    max,
    tokens: [' a', ' include:', ' a=b', '//'],
    heads: ['', 'v=spf1 ', 'v=spf1 a:'],
  }))

it('the parts of a DMARC record cost in proportion to its length', () =>
  expectLinearCost(record => partsOf('dmarc', record), {
    max,
    tokens: [' ;', ';p=', ' =', '; '],
    heads: ['', 'v=DMARC1; p='],
  }))
