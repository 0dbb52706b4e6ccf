import { type Address, parseAddress, reverseName } from '../dns/index.ts'

/**
 * The labels of the query for an address: the bytes of IPv4 in reverse (RFC 5782 section 2.1), the 32 nibbles of IPv6
 * in reverse (section 2.4). An IPv4-mapped address is queried as IPv4. Null for what is no address.
 */
export function addressLabels(text: string): string | null {
  const address = plainAddress(text)
  return address && reverseName(address).replace(/\.(?:in-addr|ip6)\.arpa$/, '')
}

/** 4 or 6: the lists that cover this address. An IPv4-mapped address counts as IPv4. Null for what is no address. */
export function familyOf(text: string): 4 | 6 | null {
  return plainAddress(text)?.family ?? null
}

function plainAddress(text: string): Address | null {
  const address = parseAddress(text)
  const isMapped = address?.family === 6 && address.value >> 32n === 0xffffn
  return isMapped ? { family: 4, value: address.value & 0xffff_ffffn } : address
}
