/** One mail exchanger and what its name resolves to. */
export interface MxHost {
  preference: number
  /** The exchange as published; `.` is the null MX (RFC 7505). */
  host: string
  /** Sorted, IPv4 before IPv6. Empty unless `state` is `resolved` or `private`. */
  addresses: readonly string[]
  /** `unchecked`: no address was had, and one of the two questions went unanswered. `cut`: beyond the scan's 20 hosts. */
  state: 'resolved' | 'unresolvable' | 'unchecked' | 'ip-literal' | 'private' | 'null' | 'cut'
  /** The name behind a CNAME, null when the exchange is no alias (RFC 2181 section 10.3). */
  alias: string | null
}

/** What the MX check collected. */
export interface MxValue {
  /** By preference, then by name. */
  hosts: readonly MxHost[]
  /** The addresses mail falls back to when there is no MX (RFC 5321 section 5.1); null when there is an MX. */
  implicit: readonly string[] | null
}
