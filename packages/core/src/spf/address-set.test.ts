import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockOf, parseAddress } from '../dns/index.ts'
import {
  type AddressSet,
  countIpv4,
  countIpv6Nets,
  difference,
  everyAddress,
  hasAddress,
  includes,
  intersection,
  isEmpty,
  isEveryone,
  noAddress,
  sameSet,
  setOf,
  setOfCidrs,
  toCidrs,
  union,
} from './address-set.ts'

function cidrs(...texts: string[]): AddressSet {
  const set = setOfCidrs(texts)
  if (set === null) throw new Error(`not CIDR: ${texts.join(' ')}`)
  return set
}

/** Blocks close together, so that many touch and overlap. */
const aBlock = fc.oneof(
  fc
    .tuple(fc.bigInt({ min: 0n, max: 1023n }), fc.integer({ min: 20, max: 32 }))
    .map(([value, prefix]) => blockOf({ family: 4, value }, prefix)),
  fc
    .tuple(fc.bigInt({ min: 0n, max: 1023n }), fc.integer({ min: 116, max: 128 }))
    .map(([value, prefix]) => blockOf({ family: 6, value }, prefix)),
)
const aSet = fc.array(aBlock, { maxLength: 12 }).map(setOf)
const anAddress = fc.record({
  family: fc.constantFrom(4 as const, 6 as const),
  value: fc.bigInt({ min: 0n, max: 4100n }),
})

describe('an address set', () => {
  it('merges overlapping and adjacent blocks', () => {
    expect(cidrs('192.0.2.0/25', '192.0.2.128/25', '192.0.2.7', '198.51.100.0/24').v4).toEqual([
      { first: 0xc0000200n, last: 0xc00002ffn },
      { first: 0xc6336400n, last: 0xc63364ffn },
    ])
  })

  it('is the same however its blocks are cut or ordered', () => {
    expect(sameSet(cidrs('10.0.0.0/8'), cidrs('10.128.0.0/9', '10.0.0.0/9'))).toBe(true)
    expect(sameSet(cidrs('10.0.0.0/8'), cidrs('10.0.0.0/9'))).toBe(false)
  })

  it('is the same however it was combined', () => {
    fc.assert(
      fc.property(aSet, aSet, (one, other) => {
        const [both, rest, all] = [intersection(one, other), difference(one, other), union(one, other)]
        expect(both).toEqual(difference(one, rest))
        expect(both).toEqual(intersection(other, one))
        expect(union(both, rest)).toEqual(one)
        expect(difference(all, other)).toEqual(rest)
        // The union of three sets does not use that of two.
        expect(all).toEqual(union(one, noAddress, other))
        expect(isEmpty(intersection(rest, other))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('refuses invalid CIDR', () => {
    expect(setOfCidrs(['192.0.2.0/24', 'example.com'])).toBeNull()
  })

  it('contains an address of a union in one of its parts, of a difference in the first and not in the second', () => {
    fc.assert(
      fc.property(aSet, aSet, anAddress, (one, other, address) => {
        const inOne = hasAddress(one, address)
        const inOther = hasAddress(other, address)
        expect(hasAddress(union(one, other), address)).toBe(inOne || inOther)
        expect(hasAddress(difference(one, other), address)).toBe(inOne && !inOther)
      }),
    )
  })

  it('obeys the laws of sets', () => {
    fc.assert(
      fc.property(aSet, aSet, (one, other) => {
        expect(union(one, other)).toEqual(union(other, one))
        expect(union(one, one)).toEqual(one)
        expect(union(difference(one, other), other)).toEqual(union(one, other))
        expect(isEmpty(difference(one, union(one, other)))).toBe(true)
        expect(includes(union(one, other), one)).toBe(true)
        expect(countIpv4(union(one, other))).toBe(countIpv4(one) + countIpv4(difference(other, one)))
        expect(difference(everyAddress, difference(everyAddress, one))).toEqual(one)
      }),
    )
  })

  it('is printed as CIDR blocks for exactly the set, none of which can be merged', () => {
    fc.assert(
      fc.property(aSet, set => {
        const written = toCidrs(set)
        expect(setOfCidrs(written)).toEqual(set)
        for (const cidr of written) expect(isEmpty(difference(set, cidrs(cidr)))).toBe(sameSet(set, cidrs(cidr)))
      }),
    )
    expect(toCidrs(cidrs('192.0.2.1', '192.0.2.2', '192.0.2.3', '2001:db8::/33', '2001:db8:8000::/33'))).toEqual([
      '192.0.2.1',
      '192.0.2.2/31',
      '2001:db8::/32',
    ])
    expect(toCidrs(everyAddress)).toEqual(['0.0.0.0/0', '::/0'])
    expect(toCidrs(noAddress)).toEqual([])
  })

  it('counts IPv4 addresses, and IPv6 by /64 nets', () => {
    expect(countIpv4(everyAddress)).toBe(2 ** 32)
    expect(countIpv6Nets(everyAddress)).toBe(2 ** 64)
    expect(countIpv6Nets(cidrs('2001:db8::1', '2001:db8::2', '2001:db8:0:1::/64', '2001:db8:1::/48'))).toBe(65_538)
    expect(countIpv4(cidrs('2001:db8::/32'))).toBe(0)
  })

  it('finds the address at each end of an interval', () => {
    const set = cidrs('192.0.2.0/24', '198.51.100.0/24')
    const has = (text: string) => {
      const address = parseAddress(text)
      return address !== null && hasAddress(set, address)
    }
    expect(['192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0', '198.51.100.9'].map(has)).toEqual([
      false,
      true,
      true,
      false,
      true,
    ])
  })
})

describe('isEveryone', () => {
  it('is all public IPv4 addresses, in one block or in pieces', () => {
    expect(isEveryone(cidrs('0.0.0.0/0'))).toBe(true)
    expect(isEveryone(cidrs('0.0.0.0/1', '128.0.0.0/1'))).toBe(true)
    expect(isEveryone(cidrs('0.0.0.0/1'))).toBe(false)
  })

  it('does not need the private ranges', () => {
    const without = difference(cidrs('0.0.0.0/0'), cidrs('10.0.0.0/8', '127.0.0.0/8', '192.168.0.0/16', '224.0.0.0/3'))
    expect(isEveryone(without)).toBe(true)
    expect(isEveryone(difference(without, cidrs('8.8.8.0/24')))).toBe(false)
  })

  it('is the allocated IPv6 space', () => {
    expect(isEveryone(cidrs('::/0'))).toBe(true)
    expect(isEveryone(cidrs('2000::/3'))).toBe(true)
    expect(isEveryone(cidrs('2000::/4'))).toBe(false)
  })
})
