import { describe, it } from 'vitest'
import type { Answer } from '../dns/index.ts'
import { expectLinearCost } from '../testing/linear-cost.ts'
import { readSelectorAnswer, readWildcard } from './discover.ts'
import { readKey } from './key.ts'
import { generatedSelectors, likelySelectors, signerOf, unguessableSigners } from './provider.ts'
import { dkimKind, parseDkim } from './record.ts'
import { keyName, readSelector } from './selector.ts'
import { estimateBits } from './strength.ts'

/** The maximum size of a DNS answer. */
const max = 65_535

describe('takes time in proportion to its length', () => {
  it('a key record', () =>
    expectLinearCost(text => [dkimKind(text), parseDkim(text)], {
      max: 8_192,
      tokens: ['v=DKIM1;', 'p=', 'k=rsa;', 't=y:', 'MIGf', '\\;', ';p=A', ' ='],
      heads: ['', 'v=DKIM1; p=', 'v=DKIM1; t=', 'v=DKIM1;'],
    }))

  it('a key', () =>
    expectLinearCost(text => [readKey('rsa', text), readKey('ed25519', text), estimateBits(text)], {
      max,
      tokens: ['==', 'MIGf', 'MA', 'AgEB', '\x80'],
      heads: ['', 'MIIB', 'MIL/', 'MCow', 'MIL//zANBgkqhkiG9w0BAQEFAAOC/+sA'],
    }))

  it('the answer for a selector', () =>
    expectLinearCost(
      answer => [
        readSelectorAnswer({ selector: 's', hostname: 's', source: 'given' }, answer, null),
        readWildcard(answer),
      ],
      { max: 16_384, tokens: ['p=A', ';p=A', 'a{n}=b;'], wrap: answerOf },
    ))

  it('a typed selector', () =>
    expectLinearCost(text => [readSelector(text), keyName(text, 'example.com')], {
      max,
      tokens: ['._domainkey', 'a.'],
    }))

  it('the signs of a provider', () =>
    expectLinearCost(
      spf => {
        const name = spf.slice(0, 253)
        const signs = { spf, mx: [name], targets: [name], bounces: [name] }
        return [
          likelySelectors(signs),
          generatedSelectors(signs, 0),
          unguessableSigners(signs),
          signerOf('s', [name]),
          signerOf(name, []),
        ]
      },
      { max: 8_192, tokens: [' include:{n}', ' redirect=', '.a'], heads: ['', 'hs1-', 'google'] },
    ))
})

/** The text as one record, and its strings as separate records. */
function answerOf(text: string): Answer<'TXT'> {
  const texts = [text, ...(text.match(/[^]{1,255}/g) ?? [])]
  const records = texts.map(each => ({ type: 'TXT', name: 's', ttl: 1, strings: [each] }) as const)
  return { kind: 'records', records, via: { cnames: [] } } as unknown as Answer<'TXT'>
}
