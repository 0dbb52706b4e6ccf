import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Blocklist, blocklists, decodeAnswer, matches } from './index.ts'

const lists: readonly Blocklist[] = blocklists
function list(id: string): Blocklist {
  const found = lists.find(each => each.id === id)
  if (found === undefined) throw new Error(`no list ${id}`)
  return found
}
const says = (id: string, ...addresses: string[]) => {
  const decoded = decodeAnswer(list(id), addresses)
  return decoded.kind === 'listed' ? decoded.codes.map(({ label }) => label).join(' ') : decoded.kind
}

describe('a list’s answer', () => {
  it.each([
    ['spamhaus-zen', ['127.0.0.2'], 'SBL'],
    ['spamhaus-zen', ['127.0.0.7'], 'XBL'],
    ['spamhaus-zen', ['127.0.0.10', '127.0.0.3'], 'CSS PBL_ISP'],
    ['spamhaus-zen', ['127.255.255.254'], 'refused'],
    ['spamhaus-zen', ['127.255.255.250'], 'refused'],
    ['spamhaus-dbl', ['127.255.255.251'], 'refused'],
    ['spamhaus-zen', ['127.0.0.99'], 'unknown'],
    ['spamhaus-dbl', ['127.0.1.255'], 'refused'],
    ['spamhaus-dbl', ['127.0.1.4'], 'PHISH'],
    ['surbl-multi', ['127.0.0.72'], 'PH ABUSE'],
    ['surbl-multi', ['127.0.0.1'], 'refused'],
    ['surbl-multi', ['127.0.0.73'], 'refused'],
    ['surbl-multi', ['127.0.0.2'], 'unknown'],
    ['uribl-multi', ['127.0.0.14'], 'BLACK GREY RED'],
    ['uribl-multi', ['127.0.0.3'], 'refused'],
    ['mailspike-bl', ['127.0.0.14'], 'clean'],
    ['hostkarma', ['127.0.0.1'], 'clean'],
    ['hostkarma', ['127.0.0.1', '127.0.0.2'], 'BLACK'],
    ['dronebl', ['127.0.0.2'], 'clean'],
    ['efnetrbl', ['127.0.0.1'], 'PROXY'],
    ['spamcop', ['127.0.0.1'], 'refused'],
    ['blocklist-de', ['127.0.0.14'], 'ATTACK'],
    ['blocklist-de', ['127.0.0.1'], 'refused'],
    ['scientificspam-rhsbl', ['127.0.1.9'], 'LISTED'],
    ['spamrats-noptr', ['127.0.0.37'], 'NOPTR'],
    ['spamrats-noptr', ['127.0.0.36'], 'refused'],
    ['spamcop', ['203.0.113.7'], 'rewritten'],
    ['spamcop', ['127.0.0.2', '203.0.113.7'], 'rewritten'],
    ['spamcop', ['127.0.0.2', '127.255.255.254'], 'LISTED'],
    ['spamcop', ['127.0.0.9', '127.255.255.254'], 'refused'],
    ['spamcop', [], 'clean'],
  ])('%s answers %j: %s', (id, addresses, expected) => {
    expect(says(id, ...addresses)).toBe(expected)
  })

  it('keeps what the list says of an address without listing it', () => {
    expect(decodeAnswer(list('hostkarma'), ['127.0.0.1'])).toEqual({ kind: 'clean', labels: ['WHITE'] })
  })

  it('names an unknown answer', () => {
    expect(decodeAnswer(list('spamcop'), ['127.0.0.77'])).toEqual({ kind: 'unknown', address: '127.0.0.77' })
    expect(decodeAnswer(list('spamcop'), ['198.51.100.4'])).toEqual({ kind: 'rewritten', address: '198.51.100.4' })
  })
})

const anyList = fc.constantFrom(...lists)
const octet = fc.integer({ min: 0, max: 255 })
const loopback = fc.tuple(octet, octet, octet).map(([b, c, d]) => `127.${b}.${c}.${d}`)
const anyAddress = fc.oneof(
  loopback,
  fc.ipV4(),
  fc.ipV6(),
  fc.string(),
  octet.map(d => `127.0.0.${d}`),
)

describe('any answer of a list', () => {
  it('a refusal is never a listing and never clean', () => {
    fc.assert(
      fc.property(anyList, octet, (each, last) => {
        expect(decodeAnswer(each, [`127.255.255.${last}`]).kind).toBe('refused')
      }),
    )
  })

  it('an address outside 127/8 is never a listing and never clean, whatever the other answers are', () => {
    const outside = anyAddress.filter(address => !/^127(?:\.\d{1,3}){3}$/.test(address))
    fc.assert(
      fc.property(anyList, fc.array(anyAddress), outside, fc.array(anyAddress), (each, before, stray, after) => {
        expect(decodeAnswer(each, [...before, stray, ...after]).kind).toBe('rewritten')
      }),
    )
  })

  it('a listing rests on a code of that list that matches one of the answers', () => {
    fc.assert(
      fc.property(anyList, fc.array(loopback, { minLength: 1 }), (each, addresses) => {
        const decoded = decodeAnswer(each, addresses)
        if (decoded.kind !== 'listed') return
        for (const { label } of decoded.codes) {
          const code = each.codes.find(known => known.label === label)
          expect(code?.severity).not.toBeNull()
          expect(addresses.some(address => code !== undefined && matches(code.match, address))).toBe(true)
        }
      }),
    )
  })

  it('the order of the answers changes nothing about the kind', () => {
    fc.assert(
      fc.property(anyList, fc.array(loopback, { maxLength: 6 }), (each, addresses) => {
        expect(decodeAnswer(each, addresses).kind).toBe(decodeAnswer(each, addresses.toReversed()).kind)
      }),
    )
  })

  it('an answer without addresses is clean, one with only unknown codes is not', () => {
    fc.assert(
      fc.property(anyList, octet, (each, last) => {
        expect(decodeAnswer(each, [])).toEqual({ kind: 'clean', labels: [] })
        expect(['unknown', 'refused']).toContain(decodeAnswer(each, [`127.99.99.${last}`]).kind)
      }),
    )
  })
})
