import { expectLinearCost } from '@waxseal/core/testing'
import { describe, it } from 'vitest'
import { allTerm } from './ending.ts'
import { foundRecord, hostedName, inOneLine, isSpf } from './found-record.ts'
import { withIncludes } from './with-include.ts'

describe('costs in proportion to its length', () => {
  it('a typed or pasted record', () =>
    expectLinearCost(
      text => [
        isSpf(text),
        inOneLine(text),
        hostedName(text, '.waxseal.email'),
        allTerm(text),
        withIncludes(text, ['a.b']),
      ],
      { max: 32_768, tokens: [' ', ' include:', ' redirect=a.', '\n', ' ~all'], heads: ['', 'v=spf1 '] },
    ))

  it('the TXT records of a scan', () =>
    expectLinearCost(
      text => foundRecord({ results: { dns: { txt_records: text.split('|') }, spf: null } }, '.waxseal.email'),
      { max: 32_768, tokens: ['|', 'v=spf1 a|', ' include:'], heads: ['', 'v=spf1 '] },
    ))
})
