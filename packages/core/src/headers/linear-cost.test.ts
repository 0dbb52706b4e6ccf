import { describe, it } from 'vitest'
import { expectLinearCost } from '../testing/linear-cost.ts'
import { parseAuthenticationResults, parseReceivedSpf } from './authentication-results.ts'
import { parseDate } from './date.ts'
import { parseReceived } from './received.ts'
import { parseSignature } from './signature-field.ts'

const max = 65_535
const field = (value: string) => ({ name: 'x', label: 'X', value, line: 1 })

describe('takes time in proportion to its length', () => {
  it('a Received field', () =>
    expectLinearCost(parseReceived, {
      max,
      tokens: [
        'from ',
        '(a) ',
        '[1.2.3.4]',
        ';',
        '; 1 Aug',
        ' by b',
        '\\"',
        'a.b',
        ' 1 Aug 2002 12:00 +0100',
        ' 2002-08-01 12:00:00 +0100 CET',
      ],
      heads: ['from ', 'from a (', 'from a ([', 'from a (b.c '],
    }))

  it('an Authentication-Results field', () =>
    expectLinearCost(text => parseAuthenticationResults(field(text)), {
      max,
      tokens: ['; spf=pass', ' a.b=c', ' = ', '(a)', 'i=1;', '=a'],
      heads: ['a; ', 'spf=pass '],
    }))

  it('a Received-SPF field', () =>
    expectLinearCost(text => parseReceivedSpf(field(text)), { max, tokens: [' a=b;', '(a)', ' = '], heads: ['pass '] }))

  it('a DKIM-Signature field', () =>
    expectLinearCost(text => parseSignature(field(text)), { max, tokens: ['a=b;', 'h=a:', ':a', '; '], heads: ['h='] }))

  it('a date', () => expectLinearCost(parseDate, { max: 200, tokens: ['1 ', 'aug ', '12:00 ', '+01', '2002-08-22'] }))
})
