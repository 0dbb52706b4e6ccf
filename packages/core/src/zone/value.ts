import type { UnservedSight } from '../dns/index.ts'
import type { Delegation } from './delegation.ts'

/** Proof that the parent zone denies a name: by DNSSEC, or by two of its servers (by the only one, where it has one). */
export type Denial = 'authenticated' | 'servers'

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
  /** Only of a name that does not exist: why that is certain; absent: only the configured resolver said so. */
  denied?: Denial
  /** The name servers of its zone; absent: not asked. */
  delegation?: Delegation
  /** Only where no delegated server serves the zone: monitoring saw it too. One scan alone is no proof. */
  unserved?: UnservedSight
}
