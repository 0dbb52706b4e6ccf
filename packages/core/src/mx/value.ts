import type { BrokenZone } from '../dns/index.ts'

/** One mail exchanger and its addresses. */
export interface MxHost {
  preference: number
  /** The exchange as published; `.` is the null MX (RFC 7505). */
  host: string
  /** Sorted, IPv4 before IPv6. Empty unless `state` is `resolved` or `private`. */
  addresses: readonly string[]
  /** `unchecked`: no address was found, and one of the two lookups failed. `cut`: beyond the scan's 20 hosts. */
  state: 'resolved' | 'unresolvable' | 'unchecked' | 'ip-literal' | 'private' | 'null' | 'cut'
  /** The target of its CNAME; null when the exchange is no alias (RFC 2181 section 10.3). */
  alias: string | null
  /** Senders that validate DNSSEC find no address: the zone that keeps them from it. Absent where they do. */
  bogus?: BrokenZone
  /** Of an exchange that does not resolve: the host it means, which does (`undoubledHost`). Absent otherwise. */
  meant?: string
}

/** The value that the MX check collects. */
export interface MxValue {
  /** By preference, then by name. */
  hosts: readonly MxHost[]
  /** The addresses that receive mail without an MX (RFC 5321 section 5.1); null when there is an MX. */
  implicit: readonly string[] | null
}

/**
 * What senders do with a domain that has no MX and an address (RFC 5321 section 5.1), beside the note that it cannot receive.
 *
 * @param addresses those that they try
 */
export function implicitWords(addresses: readonly string[]): string {
  return `Senders still try the address of the domain (${addresses.join(', ')}). Where no mail server answers, their mail waits for days, then bounces.`
}
