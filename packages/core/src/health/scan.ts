import type { BlacklistValue } from '../blacklist/index.ts'
import type { CheckId, Evidence, Gap, Section } from '../check/index.ts'
import type { DkimValue } from '../dkim/index.ts'
import type { DmarcValue } from '../dmarc/index.ts'
import type { MxValue } from '../mx/index.ts'
import type { Tier } from '../plan/index.ts'
import type { RelayValue } from '../relay/index.ts'
import type { SpfValue } from '../spf/index.ts'
import type { ThreatValue } from '../threat/index.ts'
import type { TransportValue } from '../transport/index.ts'
import type { Finding } from './findings.ts'

/** What the DNS check collected about the name itself. */
export interface DnsValue {
  /** False: the name does not exist at all (NXDOMAIN). */
  exists: boolean
  a: readonly string[]
  aaaa: readonly string[]
  /** TXT records at the name, each joined to one text, one character an octet. */
  txt: readonly string[]
  nameservers: readonly string[]
  /** Set when answers were had with CD=1 only: DNSSEC is broken, in the resolver's words. */
  bogus: string | null
}

/** The value each check collects. */
export interface CheckValues {
  dns: DnsValue
  mx: MxValue
  spf: SpfValue
  dmarc: DmarcValue
  dkim: DkimValue
  blacklist: BlacklistValue
  threat: ThreatValue
  relay: RelayValue
  transport: TransportValue
}

export type Sections = { readonly [K in CheckId]: Section<CheckValues[K]> }

/** What earlier scans had learned about a check that this one could not ask, or not wholly. */
export interface Remembered<T> {
  value: T
  /** What was open then already. */
  gaps: readonly Gap[]
  /** What findings about it rest on. Its ids end in ` of ` and the time of that scan, so they are no ids of this one. */
  evidence: readonly Evidence[]
  /** ISO 8601 of the scan whose answers these are: the oldest, where they come from several. */
  answeredAt: string
}

export type RememberedSections = { readonly [K in CheckId]?: Remembered<CheckValues[K]> }

/** What a score rests on. Scores are compared only on equal bases. */
export interface Basis {
  /** Version of the score model: raised when a weight or a rule changes. */
  model: number
  /** Version of the catalogues the scan used (blocklists, selectors). */
  catalogue: string
  tier: Tier
  /** Checks that left open more than a score can bear that is to be compared (`uncheckedOf`). */
  unchecked: readonly CheckId[]
}

/** One line of the score breakdown. `points` is negative and already trimmed by caps and the floor. */
export interface Deduction {
  finding: Finding['id']
  check: CheckId
  reason: string
  points: number
}

/** The whole outcome of one scan. */
export interface ScanResult {
  /** The domain, as A-labels. */
  name: string
  /** ISO 8601, UTC. */
  startedAt: string
  finishedAt: string
  sections: Sections
  /** For the checks that failed or had gaps: what was known before, for 30 days. It is judged in their stead. */
  remembered: RememberedSections
  findings: readonly Finding[]
  /** 0 to 100, null when MX, SPF and DMARC were not all answered and nothing was known from before. */
  score: number | null
  /** 100 + the sum of the points is the score. */
  deductions: readonly Deduction[]
  /** 0 to 1: how much of what applies could be checked. */
  coverage: number
  basis: Basis
}
