import { spfAddressWords } from '@waxseal/core/spf'

/** "256 IPv4 addresses and 2 IPv6 /64 networks"; null for none. A part of a network counts as one. */
export function amounts(ipv4: number, ipv6Networks: number): string | null {
  return spfAddressWords(Math.ceil(ipv4), Math.ceil(ipv6Networks))
}

/** `3 ranges`, `1 range`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
