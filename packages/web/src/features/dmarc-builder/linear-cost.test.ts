import { expectLinearCost } from '@waxseal/core/testing'
import { it } from 'vitest'
import { leftOutOf } from './start.ts'

it('finding the tags without a field costs in proportion to the record’s length', () =>
  expectLinearCost(leftOutOf, {
    max: 16_384,
    tokens: ['rua=', 'mailto:a{n}@b.c,', 'a{n}=b;', ';fo=', ' ;', '1:'],
    heads: ['', 'v=DMARC1; rua=', 'v=DMARC1; fo='],
  }))
