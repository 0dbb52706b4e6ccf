import type { CheckId, Evidence, EvidenceId, Gap, Severity } from '../check/index.ts'
import type { FailureReason } from '../dns/index.ts'
import type { Results } from './checks.ts'
import type { Basis } from './scan.ts'

/** How a section went, for the screen: its state, what stayed open, and whether DNSSEC was broken on the way. */
export interface SectionReply {
  state: 'checked' | 'partial' | 'unchecked'
  /** Why it could not be checked, in words for people; null unless `state` is `unchecked`. */
  reason: string | null
  failure: FailureReason | null
  gaps: readonly Gap[]
  /** Judged on answers got with CD=1 because DNSSEC is broken. */
  bogus: boolean
  /** What was cut, how long resolvers may still hold an older answer, … in words for people. */
  notes: readonly string[]
  evidence: readonly EvidenceId[]
}

/** A finding with its words and numbers. */
export interface FindingReply {
  /** A `FindingId`; any string for a reader, so that an older client survives a newer server's finding. */
  id: string
  check: CheckId
  severity: Severity
  /** What it costs in this scan, after caps: 0 or negative. */
  points: number
  title: string
  reason: string
  meaning: string
  advice: string
  clause: string
  evidence: readonly EvidenceId[]
  /** ISO date of the scan it is carried over from, null when found now. */
  since: string | null
}

/** The specification's scan result with our additions: the one shape of the API and of `waxseal scan --json`. */
export interface ScanReply {
  domain_name: string
  /** null: not scored. */
  health_score: number | null
  /** 100 minus health_score. */
  risk_score: number | null
  issues: readonly string[]
  deductions: Readonly<Record<string, number>>
  /** Each check brings its part; `dns` holds the summaries of DMARC and DKIM too. */
  results: Results
  sections: Readonly<Record<CheckId, SectionReply>>
  findings: readonly FindingReply[]
  /** What could not be checked, one line each; never part of `issues`. */
  unchecked: readonly string[]
  evidence: readonly Evidence[]
  coverage: number
  basis: Basis
  started_at: string
  finished_at: string
}
