import type { Address } from './address.ts'

/**
 * The name of the PTR record of an address: `10.2.0.192.in-addr.arpa` (RFC 1035 section 3.5), for IPv6 one label per
 * nibble under `ip6.arpa` (RFC 3596 section 2.5).
 */
export function reverseName({ family, value }: Address): string {
  const { count, bits, radix, zone } =
    family === 4
      ? { count: 4, bits: 8n, radix: 10, zone: 'in-addr.arpa' }
      : { count: 32, bits: 4n, radix: 16, zone: 'ip6.arpa' }
  const mask = (1n << bits) - 1n
  const labels = Array.from({ length: count }, (_, at) => ((value >> (BigInt(at) * bits)) & mask).toString(radix))
  return `${labels.join('.')}.${zone}`
}
