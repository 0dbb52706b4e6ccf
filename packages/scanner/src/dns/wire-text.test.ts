import { describe, expect, it } from 'vitest'
import { decodeMessage } from './wire.ts'

const header = (answers: number) => `0001 8180 0001 000${answers} 0000 0000`
const question = '01 61 00 0010 0001'
const textRecord = (data: string) => `c00c 0010 0001 00000001 ${data}`
const textsOf = (answers: number, hex: string) =>
  decodeMessage(Buffer.from(`${header(answers)} ${question} ${hex}`.replaceAll(' ', ''), 'hex'))?.answers.map(
    answer => answer.type === 'TXT' && answer.strings,
  )

describe('a text record without any string', () => {
  // RFC 7208 test suite, null-text; RFC 3597 section 5 for the type SPF beside it.
  it.each([
    [
      'has no text, and the record beside it counts',
      2,
      `${textRecord('0000')} ${textRecord('0002 0161')}`,
      [[], ['a']],
    ],
    ['also after it', 2, `${textRecord('0002 0161')} ${textRecord('0000')}`, [['a'], []]],
    ['also twice', 2, `${textRecord('0000')} ${textRecord('0000')}`, [[], []]],
    ['alone', 1, textRecord('0000'), [[]]],
    ['is not the same as one empty string', 1, textRecord('0001 00'), [['']]],
  ])('%s', (_, answers, hex, expected) => {
    expect(textsOf(answers, hex)).toEqual(expected)
  })

  it('is still malformed when a string is longer than its record', () => {
    expect(textsOf(1, textRecord('0002 0561'))).toBeUndefined()
  })
})
