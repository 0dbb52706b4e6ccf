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
  const [one, other] = sets
  if (one !== undefined && other === undefined) return one
  if (sets.length === 2 && one !== undefined && other !== undefined) {
    return { v4: joined(one.v4, other.v4), v6: joined(one.v6, other.v6) }
  }
  return { v4: merged(sets.flatMap(({ v4 }) => v4)), v6: merged(sets.flatMap(({ v6 }) => v6)) }
}

/** The addresses in `from` and not in `without`. */
export function difference(from: AddressSet, without: AddressSet): AddressSet {
  return { v4: cutOut(from.v4, without.v4), v6: cutOut(from.v6, without.v6) }
}

/** The addresses in both sets. */
export function intersection(one: AddressSet, other: AddressSet): AddressSet {
  return { v4: shared(one.v4, other.v4), v6: shared(one.v6, other.v6) }
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
  return countBlocks(set, 64n)
}

/** The number of /48 networks that a set's IPv6 addresses are in, 0 to 2^48: what one site gets (RFC 6177). */
export function countIpv6Sites(set: AddressSet): number {
  return countBlocks(set, 80n)
}

function countBlocks({ v6 }: AddressSet, hostBits: bigint): number {
  const blocks = merged(v6.map(({ first, last }) => ({ first: first >> hostBits, last: last >> hostBits })))
  return Number(blocks.reduce((sum, { first, last }) => sum + last - first + 1n, 0n))
}

/** The smallest list of CIDR blocks for exactly this set, IPv4 before IPv6, sorted by address. */
export function toCidrs(set: AddressSet): string[] {
  return [...cidrsOf(set)]
}

/** The same one by one, for callers that need only the first ones: one range of IPv6 may need 254 blocks. */
export function* cidrsOf({ v4, v6 }: AddressSet): Generator<string, void> {
  for (const interval of v4) yield* cidrsOfInterval(interval, 4)
  for (const interval of v6) yield* cidrsOfInterval(interval, 6)
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

// The sets of a large record are combined with many small ones, so these three skip what the other set does not touch.

/** The union of two lists. */
function joined(one: readonly Interval[], other: readonly Interval[]): readonly Interval[] {
  if (one.length === 0 || one === other) return other
  if (other.length === 0) return one
  const [many, few] = one.length < other.length ? [other, one] : [one, other]
  const result: Interval[] = []
  let at = 0
  let open: Interval | undefined
  for (const { first, last } of few) {
    if (open === undefined || first > open.last + 1n) {
      if (open !== undefined) result.push(open)
      at = copyBefore(first - 1n, many, at, result)
      open = { first, last }
    } else if (last > open.last) open.last = last
    for (let next = many[at]; next !== undefined && next.first <= open.last + 1n; next = many[++at]) {
      if (next.first < open.first) open.first = next.first
      if (next.last > open.last) open.last = next.last
    }
  }
  if (open !== undefined) result.push(open)
  for (; at < many.length; at++) result.push(many[at] as Interval)
  return result
}

function cutOut(from: readonly Interval[], without: readonly Interval[]): readonly Interval[] {
  if (from === without) return []
  if (from.length === 0 || without.length === 0) return from
  const result: Interval[] = []
  let hole = 0
  for (let at = 0; at < from.length; at++) {
    const next = without[hole]
    if (next === undefined) {
      result.push(from[at] as Interval)
      continue
    }
    at = copyBefore(next.first, from, at, result)
    const cut = from[at]
    if (cut === undefined) break
    hole = firstReaching(cut.first, without, hole)
    let start = cut.first
    for (; start <= cut.last; hole++) {
      const gap = without[hole]
      if (gap === undefined || gap.first > cut.last) break
      if (gap.first > start) result.push({ first: start, last: gap.first - 1n })
      start = gap.last + 1n
      // The same gap may extend into the next interval.
      if (start > cut.last) break
    }
    if (start <= cut.last) result.push(start === cut.first ? cut : { first: start, last: cut.last })
  }
  return result
}

/** The intersection of two lists. */
function shared(one: readonly Interval[], other: readonly Interval[]): readonly Interval[] {
  if (one === other) return one
  const result: Interval[] = []
  let at = 0
  let by = 0
  for (;;) {
    const opposite = other[by]
    if (opposite === undefined) break
    at = firstReaching(opposite.first, one, at)
    const here = one[at]
    if (here === undefined) break
    by = firstReaching(here.first, other, by)
    const there = other[by]
    if (there === undefined) break
    if (there.first > here.last) continue
    const first = here.first > there.first ? here.first : there.first
    if (here.last < there.last) {
      result.push(first === here.first ? here : { first, last: here.last })
      at++
    } else {
      result.push(first === there.first ? there : { first, last: there.last })
      by++
    }
  }
  return isCopy(result, one) ? one : isCopy(result, other) ? other : result
}

/** A list that stays the same list costs nothing in the next comparison. */
function isCopy(list: readonly Interval[], of: readonly Interval[]): boolean {
  return list.length === of.length && list.every((interval, at) => interval === of[at])
}

/** Copies the intervals from `at` that end before an address; returns the index of the first that does not. */
function copyBefore(address: bigint, from: readonly Interval[], at: number, result: Interval[]): number {
  const end = firstReaching(address, from, at)
  for (let next = at; next < end; next++) result.push(from[next] as Interval)
  return end
}

/** The index of the first interval from `at` that does not end before an address: near ones are found first. */
function firstReaching(address: bigint, intervals: readonly Interval[], at: number): number {
  const isBefore = (index: number) => (intervals[index] as Interval).last < address
  let low = at
  let step = 1
  for (; low + step - 1 < intervals.length && isBefore(low + step - 1); step *= 2) low += step
  let high = Math.min(low + step - 1, intervals.length)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

function* cidrsOfInterval({ first, last }: Interval, family: 4 | 6): Generator<string, void> {
  const bits = family === 4 ? 32 : 128
  for (let start = first; start <= last; ) {
    const aligned = start === 0n ? bits : bitLength(start & -start) - 1
    const hostBits = start === last ? 0 : Math.min(aligned, bitLength(last - start + 1n) - 1)
    const prefix = bits - hostBits
    yield `${formatAddress({ family, value: start })}${prefix === bits ? '' : `/${prefix}`}`
    start += 1n << BigInt(hostBits)
  }
}

function bitLength(value: bigint): number {
  return value.toString(2).length
}
