import { type Address, formatAddress, ipv6Groups } from '../dns/index.ts'

/** The address of the SMTP client, as numbers that compare fast. */
export interface Client {
  family: 4 | 6
  /** An IPv4 address as a signed 32-bit number, for `&` and `^`; 0 for IPv6. */
  bits: number
  /** The eight 16-bit groups of an IPv6 address; empty for IPv4. */
  groups: readonly number[]
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/

/**
 * Parses a client's address, as strictly as `parseAddress`. An IPv4-mapped address counts as IPv4 (RFC 7208 section 5).
 * Null when it is no address.
 */
export function readClient(ip: string): Client | null {
  if (ipv4.test(ip)) return { family: 4, bits: bitsOfText(ip), groups: none }
  const groups = ip.length > 45 ? null : ipv6Groups(ip)
  if (groups === null) return null
  if (sharesPrefix(groups, mapped, 96)) {
    const [high = 0, low = 0] = groups.slice(6)
    return { family: 4, bits: (high << 16) | low, groups: none }
  }
  return { family: 6, bits: 0, groups }
}

const none: readonly number[] = []
const mapped = [0, 0, 0, 0, 0, 0xffff, 0, 0]

/** Whether two IPv6 addresses have the same first `prefix` bits. */
export function sharesPrefix(one: readonly number[], other: readonly number[], prefix: number): boolean {
  const whole = prefix >> 4
  for (let at = 0; at < whole; at++) if (one[at] !== other[at]) return false
  const rest = prefix & 15
  return rest === 0 || ((one[whole] ?? 0) ^ (other[whole] ?? 0)) >> (16 - rest) === 0
}

/** The type of the address records in the client's address family. */
export function hostType({ family }: Client): 'A' | 'AAAA' {
  return family === 4 ? 'A' : 'AAAA'
}

/** `%{c}`: the address as people write it. */
export function readableAddress({ family, bits, groups }: Client): string {
  if (family === 4) return octetsOf(bits).join('.')
  return formatAddress({ family, value: groups.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n) })
}

/** `%{i}`: the address with dots, IPv6 as nibbles (RFC 7208 section 7.3). */
export function dottedAddress({ family, bits, groups }: Client): string {
  // Upper case, as in the RFC 7208 test suite; names compare without case.
  return (family === 4 ? octetsOf(bits) : nibblesOf(groups)).join('.').toUpperCase()
}

/** The name of the client's PTR records. */
export function reverseNameOf({ family, bits, groups }: Client): string {
  return family === 4
    ? `${octetsOf(bits).reverse().join('.')}.in-addr.arpa`
    : `${nibblesOf(groups).reverse().join('.')}.ip6.arpa`
}

function octetsOf(bits: number): number[] {
  return [bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255]
}

function nibblesOf(groups: readonly number[]): string[] {
  const nibbles: string[] = []
  for (const group of groups) {
    for (let shift = 12; shift >= 0; shift -= 4) nibbles.push(((group >> shift) & 15).toString(16))
  }
  return nibbles
}

/** Whether the client's address is in one of some blocks of its family with this prefix length. */
export function isAmong(client: Client, records: readonly { address: string }[], prefix: number): boolean {
  const { family, bits, groups } = client
  const mask = maskOf(prefix)
  for (const { address } of records) {
    if (family === 4) {
      if (((bitsOfText(address) ^ bits) & mask) === 0) return true
    } else {
      const found = ipv6Groups(address)
      if (found !== null && sharesPrefix(found, groups, prefix)) return true
    }
  }
  return false
}

/** The 32 bits of an IPv4 address. */
export function ipv4Bits({ value }: Address): number {
  return Number(value) | 0
}

/** The mask of an IPv4 prefix length, 0 to 32. */
export function maskOf(prefix: number): number {
  return prefix === 0 ? 0 : -1 << (32 - prefix)
}

/** The bits of an address in dotted decimal. A resolver's addresses are well-formed, and there may be thousands. */
function bitsOfText(address: string): number {
  let bits = 0
  let octet = 0
  for (let at = 0; at < address.length; at++) {
    const code = address.charCodeAt(at)
    if (code === 0x2e) {
      bits = (bits << 8) | octet
      octet = 0
    } else octet = octet * 10 + code - 0x30
  }
  return (bits << 8) | octet
}
