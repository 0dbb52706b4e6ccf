import { expectLinearCost } from '@waxseal/core/testing'
import { describe, it } from 'vitest'
import { asciiName, domainIn } from './domain-name.ts'
import { createEventReader } from './stream.ts'

describe('costs in proportion to its length', () => {
  it('a typed domain', () =>
    expectLinearCost(text => [domainIn(text), asciiName(text)], {
      max: 2_048,
      tokens: ['a.', 'ü', 'ü{n}.', '。', '://', '@a', ':1', 'xn--', '\u0301'],
      heads: ['', 'https://', 'mailto:', 'a@'],
    }))

  it('events of a stream, whole', () =>
    expectLinearCost(text => eventsIn([text]), { max: 65_536, tokens, heads: ['', 'data:'] }))

  it('events of a stream, character by character', () =>
    expectLinearCost(text => eventsIn(Array.from(text)), { max: 8_192, tokens }))
})

const tokens = ['data:', 'data: a\n', 'event:\n', '\n\n', '\r\n']

function eventsIn(pieces: readonly string[]): unknown {
  const reader = createEventReader()
  return pieces.map(piece => reader(piece))
}
