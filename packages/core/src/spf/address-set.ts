import { type Block, formatAddress, parseBlock, specialBlocksOf } from '../dns/index.ts'

/** Addresses from `first` to `last`, both included. */
export interface Interval {
  first: bigint
  last: bigint
}

/**
 * An exact set of IP addresses: sorted intervals that neither overlap nor touch, so equal sets are equal values. An SPF
 * record without macros, `exists` or `ptr` defines such a set for each of its results.
 */
export interface AddressSet {
  v4: readonly Interval[]
  v6: readonly Interval[]
}

export const noAddress: AddressSet = { v4: [], v6: [] }

export const everyAddress: AddressSet = {
  v4: [{ first: 0n, last: 2n ** 32n - 1n }],
  v6: [{ first: 0n, last: 2n ** 128n - 1n }],
}

/** The set of all addresses in some blocks, in any order, overlapping or not. */
export function setOf(blocks: readonly Block[]): AddressSet {
  return {
    v4: merged(blocks.filter(({ family }) => family === 4)),
    v6: merged(blocks.filter(({ family }) => family === 6)),
  }
}

/** The set of some CIDR blocks or addresses; null when one of them is neither (see `parseBlock`). */
export function setOfCidrs(cidrs: readonly string[]): AddressSet | null {
  const blocks: Block[] = []
  for (const cidr of cidrs) {
    const block = parseBlock(cidr)
    if (block === null) return null
    blocks.push(block)
  }
  return setOf(blocks)
}

/** The addresses in at least one of the sets. */
export function union(...sets: readonly AddressSet[]): AddressSet {
  return { v4: merged(sets.flatMap(({ v4 }) => v4)), v6: merged(sets.flatMap(({ v6 }) => v6)) }
}

/** The addresses in `from` and not in `without`. */
export function difference(from: AddressSet, without: AddressSet): AddressSet {
  return { v4: cutOut(from.v4, without.v4), v6: cutOut(from.v6, without.v6) }
}

/** The addresses in both sets. */
export function intersection(one: AddressSet, other: AddressSet): AddressSet {
  return difference(one, difference(one, other))
}

/** Whether every address of `part` is in `whole`. */
export function includes(whole: AddressSet, part: AddressSet): boolean {
  return isEmpty(difference(part, whole))
}

/** Whether an address is in a set. `value` as in `parseAddress`. */
export function hasAddress(set: AddressSet, address: { family: 4 | 6; value: bigint }): boolean {
  const intervals = address.family === 4 ? set.v4 : set.v6
  let low = 0
  let high = intervals.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const { last = 0n } = intervals[middle] ?? {}
    if (last < address.value) low = middle + 1
    else high = middle
  }
  const found = intervals[low]
  return found !== undefined && found.first <= address.value
}

export function isEmpty(set: AddressSet): boolean {
  return set.v4.length === 0 && set.v6.length === 0
}

/** Whether two sets have the same addresses. */
export function sameSet(one: AddressSet, other: AddressSet): boolean {
  return isEmpty(difference(one, other)) && isEmpty(difference(other, one))
}

/** The number of IPv4 addresses in a set, 0 to 2^32. */
export function countIpv4(set: AddressSet): number {
  return Number(set.v4.reduce((sum, { first, last }) => sum + last - first + 1n, 0n))
}

/** The number of /64 networks that a set's IPv6 addresses are in, 0 to 2^64 (rounded to a double above 2^53). */
export function countIpv6Nets(set: AddressSet): number {
  const nets = merged(set.v6.map(({ first, last }) => ({ first: first >> 64n, last: last >> 64n })))
  return Number(nets.reduce((sum, { first, last }) => sum + last - first + 1n, 0n))
}

/** The smallest list of CIDR blocks for exactly this set, IPv4 before IPv6, sorted by address. */
export function toCidrs(set: AddressSet): string[] {
  return [...set.v4.flatMap(interval => cidrsOf(interval, 4)), ...set.v6.flatMap(interval => cidrsOf(interval, 6))]
}

/**
 * Whether a set allows everyone: all public IPv4 addresses, or all allocated IPv6 space (2000::/3). A set that excludes
 * only loopback or private ranges still allows every server in the world.
 */
export function isEveryone(set: AddressSet): boolean {
  return includes(set, publicIpv4) || includes(set, globalUnicast)
}

/** Whether a set has at least half of the addresses of `isEveryone`. */
export function isHalfTheWorld(set: AddressSet): boolean {
  return countIpv4(set) >= 2 ** 31 || countIpv6Nets(intersection(set, globalUnicast)) >= 2 ** 60
}

const globalUnicast = setOf([{ family: 6, first: 1n << 125n, last: (1n << 126n) - 1n }])

const publicIpv4 = difference({ v4: everyAddress.v4, v6: [] }, setOf(specialBlocksOf(4)))

function merged(intervals: readonly Interval[]): Interval[] {
  const sorted = [...intervals].sort((one, other) => (one.first < other.first ? -1 : Number(one.first > other.first)))
  const result: Interval[] = []
  for (const { first, last } of sorted) {
    const before = result.at(-1)
    if (before === undefined || first > before.last + 1n) result.push({ first, last })
    else if (last > before.last) before.last = last
  }
  return result
}

function cutOut(from: readonly Interval[], without: readonly Interval[]): Interval[] {
  const result: Interval[] = []
  let at = 0
  for (const { first, last } of from) {
    let start = first
    for (; ; at++) {
      const hole = without[at]
      if (hole === undefined || hole.first > last) break
      if (hole.last < start) continue
      if (hole.first > start) result.push({ first: start, last: hole.first - 1n })
      start = hole.last + 1n
      // The same gap may extend into the next interval.
      if (start > last) break
    }
    if (start <= last) result.push({ first: start, last })
  }
  return result
}

function cidrsOf({ first, last }: Interval, family: 4 | 6): string[] {
  const bits = family === 4 ? 32 : 128
  const cidrs: string[] = []
  for (let start = first; start <= last; ) {
    let hostBits = 0n
    while (
      hostBits < BigInt(bits) &&
      (start & ((1n << (hostBits + 1n)) - 1n)) === 0n &&
      start + (1n << (hostBits + 1n)) - 1n <= last
    )
      hostBits++
    const prefix = bits - Number(hostBits)
    cidrs.push(`${formatAddress({ family, value: start })}${prefix === bits ? '' : `/${prefix}`}`)
    start += 1n << hostBits
  }
  return cidrs
}
