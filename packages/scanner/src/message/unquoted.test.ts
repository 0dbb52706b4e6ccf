import { expectLinearCost } from '@waxseal/core/testing'
import { describe, expect, it } from 'vitest'
import { analyzeMessage } from './analyze-message.ts'
import { readHeader } from './read-header.ts'
import { unquoted } from './unquoted.ts'

const lines = ['Received: from a.example', '\tby b.example; Thu, 22 Aug 2002 11:36:16 +0000', 'From: a@example.com']
const plain = (text: string) => Buffer.from(unquoted(Buffer.from(text))).toString()

describe('a header that is quoted or indented as a whole', () => {
  it.each(['  ', '\t', '> ', '>> ', ' > ', '>'])('is read as it was before %j', prefix => {
    for (const end of ['\n', '\r\n', '\r']) {
      const written = [...lines, '', 'Dear Ann,']
      const quoted = written.map(line => `${prefix}${line}`.trimEnd())
      expect(plain(quoted.join(end))).toBe(written.join(end))
      expect(readHeader(Buffer.from(quoted.join(end)))).toEqual(readHeader(Buffer.from(written.join(end))))
    }
  })

  it('keeps the numbers of its lines, and empty lines before it', () => {
    const { fields } = readHeader(Buffer.from(`\n>\n${lines.map(line => `> ${line}`).join('\n')}`))
    expect(fields.map(({ label, line }) => [label, line])).toEqual([
      ['Received', 3],
      ['From', 5],
    ])
  })

  it('may have a body that is not quoted', () => {
    expect(plain('  From: a\n  To: b\n\nDear Ann,\n  yours')).toBe('From: a\nTo: b\n\nDear Ann,\nyours')
  })
})

it.each([
  ['a plain header', lines.join('\r\n')],
  ['one with an indented first line', ` by a.example\n${lines.join('\n')}`],
  ['one below a quoted separator line', `>From a Thu Aug 22 2002\n${lines.join('\n')}`],
  ['a quote below a sentence', `Ann wrote:\n> ${lines.join('\n> ')}`],
  ['blanks', ' \n\t\n'],
  ['nothing', ''],
])('%s stays as it is', (_what, text) => {
  expect(plain(text)).toBe(text)
})

it.each([
  ['prose', 'Hello Ann,\n\nplease find the header below.'],
  ['binary data', '\u0000\u0001PK\u0003\u0004\u0000'],
])('%s is no header: a note says so, and costs no points', (_what, text) => {
  const { analysis } = analyzeMessage(Buffer.from(text))
  expect(analysis).toMatchObject({
    threatScore: 0,
    findings: [{ id: 'no_header', points: 0, evidence: [{ line: 1 }] }],
  })
})

it('costs in proportion to its length', () =>
  expectLinearCost(unquoted, {
    max: 65_536,
    tokens: ['> a\n', '\r\n'],
    heads: ['', '> a\n'],
    wrap: text => Buffer.from(text),
  }))
