import { describe, expect, it } from 'vitest'
import { type Piece, valueDiff, valueText } from './value-diff.ts'

/** Pieces as text, with [brackets] around what differs. */
const marked = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('')

/** 9,000 different words. */
const long = (word: string): string => Array.from({ length: 9_000 }, (_, at) => `${word}${at}`).join(' ')

function diff(before: unknown, after: unknown): readonly [string, string] {
  const both = valueDiff(before, after)
  return [marked(both.before), marked(both.after)]
}

describe('the text of a value', () => {
  it.each([
    [null, 'N/A'],
    ['', 'N/A'],
    [[], 'N/A'],
    [{}, 'N/A'],
    [0, '0'],
    [false, 'false'],
    ['v=spf1 -all', 'v=spf1 -all'],
    [['192.0.2.1', '192.0.2.2'], '192.0.2.1, 192.0.2.2'],
    [[{ host: 'mx.example' }], '{"host":"mx.example"}'],
    [{ host: 'mx.example', priority: 10 }, '{\n  "host": "mx.example",\n  "priority": 10\n}'],
  ])('of %j is %s', (value, text) => {
    expect(valueText(value)).toBe(text)
  })
})

describe('the difference of two values', () => {
  it('marks the tags of a record that changed, and nothing else', () => {
    expect(diff(['v=DMARC1; p=reject; rua=mailto:a@x.example'], ['v=DMARC1; p=none; rua=mailto:b@x.example'])).toEqual([
      'v=DMARC1; [p=reject]; [rua=mailto:a@x.example]',
      'v=DMARC1; [p=none]; [rua=mailto:b@x.example]',
    ])
  })

  it('marks an inserted term on one side only', () => {
    expect(diff('v=spf1 mx -all', 'v=spf1 include:_spf.kite.example mx -all')).toEqual([
      'v=spf1 mx -all',
      'v=spf1 [include:_spf.kite.example ]mx -all',
    ])
  })

  it('marks the items that one list lacks, in any order', () => {
    expect(
      diff(['10 a.example', '20 b.example', '30 c.example'], ['20 b.example', '10 d.example', '10 e.example']),
    ).toEqual(['[10 a.example], 20 b.example, [30 c.example]', '20 b.example, [10 d.example], [10 e.example]'])
  })

  it('compares one replaced item word by word, beside items that stay', () => {
    expect(diff(['10 a.example', '20 b.example'], ['20 b.example', '30 a.example'])).toEqual([
      '[10] a.example, 20 b.example',
      '20 b.example, [30] a.example',
    ])
  })

  it('marks a whole value that the other side does not have', () => {
    expect(diff(null, ['10 a.example'])).toEqual(['N/A', '[10 a.example]'])
    expect(diff(['10 a.example'], [])).toEqual(['[10 a.example]', 'N/A'])
  })

  it('marks the changed line of an object', () => {
    expect(diff({ host: 'a', priority: 10 }, { host: 'a', priority: 20 })).toEqual([
      '{\n  "host": "a",\n  "priority": [10]\n}',
      '{\n  "host": "a",\n  "priority": [20]\n}',
    ])
  })

  it('marks what is between the common ends of very long values', () => {
    expect(diff(`v=spf1 ${long('a')} -all`, `v=spf1 ${long('b')} -all`)).toEqual([
      `v=spf1 [${long('a')}] -all`,
      `v=spf1 [${long('b')}] -all`,
    ])
  })

  it('marks nothing in equal values', () => {
    expect(diff(['a', 'b'], ['b', 'a'])).toEqual(['a, b', 'b, a'])
  })
})
