import { expectLinearCost } from '@waxseal/core/testing'
import { it } from 'vitest'
import type { CommandContext } from '../command.ts'
import { dkimParse } from './dkim.ts'

it('a DKIM record as dig writes it costs in proportion to its length', () =>
  expectLinearCost(record => dkimParse.run({ record }, {} as CommandContext), {
    max: 65_536,
    tokens: ['\\"', '""', '"a" ', '\\\\'],
    heads: ['', '"', '"p=" '],
  }))
