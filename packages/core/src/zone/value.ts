import type { Delegation } from './delegation.ts'

/** What the DNS check collected about the name itself. */
export interface ZoneValue {
  /** False: the name does not exist at all (NXDOMAIN). */
  exists: boolean
  a: readonly string[]
  aaaa: readonly string[]
  /** TXT records at the name, each joined to one text, one character per byte. */
  txt: readonly string[]
  nameservers: readonly string[]
  /** Set when answers were had with CD=1 only: DNSSEC is broken, in the resolver's words. */
  bogus: string | null
  /**
   * Only of a name that does not exist: its organizational domain, and whether that exists. Absent in scans of earlier
   * versions.
   */
  organization?: { name: string; exists: boolean }
  /** The name servers of its zone; absent: not asked. */
  delegation?: Delegation
}
