import { type Block, formatAddress, isPublicAddress, parseBlock } from '../dns/index.ts'

/** The most addresses of one watched range: a /24 of IPv4, a /120 of IPv6. */
export const watchedRangeMax = 256

/** A range of addresses whose blocklist entries are watched. */
export interface WatchedRange {
  /** Canonical: `192.0.2.1`, `192.0.2.0/28`. Host bits are removed. */
  range: string
  /** Each address, in order. */
  addresses: readonly string[]
}

/** Why a text is no range to watch. */
export type WatchedRangeProblem = 'no-range' | 'too-large' | 'not-public'

/**
 * Reads an IP address, or a CIDR block of at most 256 addresses (RFC 4632 section 3.1). Every address must be public:
 * blocklists know no others. IPv4-mapped addresses (RFC 4291 section 2.5.5.2) are read as the IPv4 addresses in them,
 * so that no address is watched in two notations.
 */
export function readWatchedRange(text: string): WatchedRange | WatchedRangeProblem {
  const block = plainBlock(parseBlock(text.trim()))
  if (block === null) return 'no-range'
  const count = block.last - block.first + 1n
  if (count > BigInt(watchedRangeMax)) return 'too-large'
  const addresses = Array.from({ length: Number(count) }, (_, at) => addressAt(block, at))
  if (!addresses.every(isPublicAddress)) return 'not-public'
  const [first = ''] = addresses
  const bits = block.family === 4 ? 32 : 128
  const prefix = bits - Math.log2(addresses.length)
  return { range: addresses.length === 1 ? first : `${first}/${prefix}`, addresses }
}

function plainBlock(block: Block | null): Block | null {
  const isMapped = block?.family === 6 && [block.first, block.last].every(value => value >> 32n === 0xffffn)
  return isMapped ? { family: 4, first: block.first & 0xffff_ffffn, last: block.last & 0xffff_ffffn } : block
}

function addressAt({ family, first }: Block, at: number): string {
  return formatAddress({ family, value: first + BigInt(at) })
}
