import { type Address, type Block, parseAddress, parseBlock } from './address.ts'

/** One range of the special-purpose registries that we never connect to. */
export interface SpecialRange {
  cidr: string
  /** The purpose of the range, in a few words. */
  use: string
  rfc: string
}

/**
 * The single list for all outbound connections: the IANA special-purpose registries of IPv4 and IPv6 without the
 * globally reachable services (2001::/23 is listed as a whole, because no mail server is in it), and the multicast and
 * reserved blocks. A more specific row comes before a wider one.
 */
const specialRanges: readonly SpecialRange[] = [
  { cidr: '0.0.0.0/8', use: 'this network', rfc: 'RFC 791' },
  { cidr: '10.0.0.0/8', use: 'private', rfc: 'RFC 1918' },
  { cidr: '100.64.0.0/10', use: 'carrier-grade NAT', rfc: 'RFC 6598' },
  { cidr: '127.0.0.0/8', use: 'loopback', rfc: 'RFC 1122' },
  { cidr: '169.254.0.0/16', use: 'link-local', rfc: 'RFC 3927' },
  { cidr: '172.16.0.0/12', use: 'private', rfc: 'RFC 1918' },
  { cidr: '192.0.0.0/24', use: 'protocol assignments', rfc: 'RFC 6890' },
  { cidr: '192.0.2.0/24', use: 'documentation', rfc: 'RFC 5737' },
  { cidr: '192.88.99.0/24', use: '6to4 relay anycast', rfc: 'RFC 7526' },
  { cidr: '192.168.0.0/16', use: 'private', rfc: 'RFC 1918' },
  { cidr: '198.18.0.0/15', use: 'benchmarking', rfc: 'RFC 2544' },
  { cidr: '198.51.100.0/24', use: 'documentation', rfc: 'RFC 5737' },
  { cidr: '203.0.113.0/24', use: 'documentation', rfc: 'RFC 5737' },
  { cidr: '224.0.0.0/4', use: 'multicast', rfc: 'RFC 5771' },
  { cidr: '255.255.255.255/32', use: 'broadcast', rfc: 'RFC 919' },
  { cidr: '240.0.0.0/4', use: 'reserved', rfc: 'RFC 1112' },
  { cidr: '::/128', use: 'unspecified', rfc: 'RFC 4291' },
  { cidr: '::1/128', use: 'loopback', rfc: 'RFC 4291' },
  { cidr: '::/96', use: 'IPv4-compatible', rfc: 'RFC 4291' },
  { cidr: '64:ff9b:1::/48', use: 'local-use translation', rfc: 'RFC 8215' },
  { cidr: '100::/64', use: 'discard-only', rfc: 'RFC 6666' },
  { cidr: '100:0:0:1::/64', use: 'dummy prefix', rfc: 'RFC 9780' },
  { cidr: '2001::/32', use: 'Teredo', rfc: 'RFC 4380' },
  { cidr: '2001:2::/48', use: 'benchmarking', rfc: 'RFC 5180' },
  { cidr: '2001:10::/28', use: 'ORCHID', rfc: 'RFC 4843' },
  { cidr: '2001:20::/28', use: 'ORCHIDv2', rfc: 'RFC 7343' },
  { cidr: '2001::/23', use: 'protocol assignments', rfc: 'RFC 2928' },
  { cidr: '2001:db8::/32', use: 'documentation', rfc: 'RFC 3849' },
  { cidr: '3fff::/20', use: 'documentation', rfc: 'RFC 9637' },
  { cidr: '5f00::/16', use: 'segment routing', rfc: 'RFC 9602' },
  { cidr: 'fc00::/7', use: 'unique local', rfc: 'RFC 4193' },
  { cidr: 'fe80::/10', use: 'link-local', rfc: 'RFC 4291' },
  { cidr: 'fec0::/10', use: 'site-local', rfc: 'RFC 3879' },
  { cidr: 'ff00::/8', use: 'multicast', rfc: 'RFC 4291' },
  // Only 2000::/3 is allocated as global unicast; the rest of the space is unassigned.
  { cidr: '::/3', use: 'reserved', rfc: 'RFC 4291' },
  { cidr: '4000::/2', use: 'reserved', rfc: 'RFC 4291' },
  { cidr: '8000::/1', use: 'reserved', rfc: 'RFC 4291' },
]

/** Ranges that embed an IPv4 address and are judged by it. `shift` is the number of bits after it. */
const embeddings: readonly { cidr: string; shift: bigint; rfc: string }[] = [
  { cidr: '::ffff:0:0/96', shift: 0n, rfc: 'RFC 4291 section 2.5.5.2' },
  { cidr: '64:ff9b::/96', shift: 0n, rfc: 'RFC 6052' },
  { cidr: '2002::/16', shift: 80n, rfc: 'RFC 3056' },
]

function compiled<Row extends { cidr: string }>(rows: readonly Row[]): readonly { row: Row; block: Block }[] {
  return rows.flatMap(row => {
    const block = parseBlock(row.cidr)
    return block === null ? [] : [{ row, block }]
  })
}

const specialBlocks = compiled(specialRanges)
const embeddingBlocks = compiled(embeddings)
const translatedBlocks = embeddingBlocks.flatMap(({ row, block }) => (row.shift === 0n ? [block] : []))

function lies(address: Address, block: Block): boolean {
  return address.family === block.family && address.value >= block.first && address.value <= block.last
}

/** The IPv4 address embedded in an IPv6 address (mapped, NAT64, 6to4); null for all others. */
export function embeddedIpv4(address: Address): Address | null {
  const embedding = embeddingBlocks.find(({ block }) => lies(address, block))
  return embedding ? { family: 4, value: (address.value >> embedding.row.shift) & 0xffff_ffffn } : null
}

/**
 * The special-purpose range of an address; null for an ordinary public address. IPv4-mapped, NAT64 and 6to4 addresses
 * are judged by the embedded IPv4 address.
 */
export function specialRangeOf(address: Address): SpecialRange | null {
  const inner = embeddedIpv4(address)
  if (inner !== null) return specialRangeOf(inner)
  return specialBlocks.find(({ block }) => lies(address, block))?.row ?? null
}

/**
 * Whether an address is on the public Internet, for what is said about it (MX hosts) and for DNS queries to a zone's own
 * servers. What sends more than a query uses a stricter rule: HTTPS `isPlainPublicAddress`, SMTP `addressRules` of the
 * scanner. False for text that is no address.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  return address !== null && specialRangeOf(address) === null
}

/**
 * Whether an address is public and embeds no IPv4 address: mapped, NAT64 and 6to4 addresses are translated on the way, and
 * this machine's own address may be in them. For HTTPS requests to names from outside input.
 */
export function isPlainPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  return address !== null && embeddedIpv4(address) === null && specialRangeOf(address) === null
}

/**
 * Whether a sender on the internet can connect to an address that DNS publishes for a mail server: a public one that is
 * neither IPv4-mapped, which no packet carries (RFC 4291 section 2.5.5.2), nor of the NAT64 prefix, which means the
 * translator of the sender's own network (RFC 6052 section 2.1). False for text that is no address.
 */
export function isReachableAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address === null || specialRangeOf(address) !== null) return false
  return !translatedBlocks.some(block => lies(address, block))
}

/** Whether a machine that connects to an address reaches itself: loopback, or unspecified (RFC 1122 section 3.2.1.3). */
export function isOwnMachine(text: string): boolean {
  const address = parseAddress(text)
  return address !== null && ['loopback', 'unspecified', 'this network'].includes(specialRangeOf(address)?.use ?? '')
}

/** All special blocks of one family, for exact arithmetic over the public space. */
export function specialBlocksOf(family: 4 | 6): readonly Block[] {
  return specialBlocks.flatMap(({ block }) => (block.family === family ? [block] : []))
}
