import { expectLinearCost } from '@waxseal/core/testing'
import { describe, it } from 'vitest'
import { withoutKey } from './blacklist/key-mask.ts'
import { readLines } from './cli/lines.ts'
import { normalizeDomain, normalizeName, organizationalDomain } from './domain-name.ts'
import { columns, paintFor } from './paint.ts'

describe('costs in proportion to its length', () => {
  it('a typed or pasted domain', () =>
    expectLinearCost(text => [normalizeDomain(text), normalizeName(text)], {
      max: 2_048,
      tokens: ['a.', 'ü', 'ü{n}.', 'xn--', '\u200d', '・', 'ー', '٠', '://', '@a', 'a\u0301', '.xn--a', '😀'],
      heads: ['', 'https://', 'mailto:', 'xn--', 'ü'],
    }))

  it('one that is too long', () =>
    expectLinearCost(text => [normalizeDomain(text), normalizeName(text)], { max: 65_536, tokens: ['a.', 'ü'] }))

  it('a name whose organization is looked up', () =>
    expectLinearCost(organizationalDomain, { max: 253, tokens: ['a.', 'com.', '.ck', 'co.uk', 'ü{n}.', 'ü'] }))

  it('text for a terminal', () =>
    expectLinearCost(
      text => [
        paint(text, 'red'),
        columns(paint, [
          [text.slice(0, 300), 'a'],
          ['a', 'a'],
        ]),
      ],
      {
        max: 65_535,
        tokens: ['\x1b[', '\u202e', '😀', '\ud800'],
      },
    ))

  it('an answer that holds a key', () =>
    expectLinearCost(
      name => {
        const via = { cnames: [name], ede: [{ code: 0, text: name }] }
        return withoutKey({ kind: 'no-data', via } as never, 'aaaaaaaab')
      },
      { max: 65_535, tokens: ['aaaaaaaab', 'aaaa'] },
    ))

  it('lines of requests, byte by byte and complete', () =>
    expectLinearCost(
      async (chunks: readonly Uint8Array[]) => {
        let count = 0
        for await (const line of readLines(streamed(chunks), 1_000_000)) count += 'text' in line ? line.text.length : 1
        return count
      },
      {
        max: 16_384,
        tokens: ['a\n', '\xff'],
        wrap: text => [Buffer.from(text), ...Array.from(text.slice(0, text.length / 8), octet => Buffer.from(octet))],
      },
    ))
})

const paint = paintFor(true)

async function* streamed(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
