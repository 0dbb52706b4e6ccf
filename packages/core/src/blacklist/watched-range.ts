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
 * blocklists know no others.
 */
export function readWatchedRange(text: string): WatchedRange | WatchedRangeProblem {
  const block = parseBlock(text.trim())
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

function addressAt({ family, first }: Block, at: number): string {
  return formatAddress({ family, value: first + BigInt(at) })
}
