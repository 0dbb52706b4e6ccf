import type { Action, CheckId, Evidence, EvidenceId, Gap, Severity, UncheckedReason } from '../check/index.ts'
import type { ChangeAfterScan } from '../watch/index.ts'
import type { Compared } from './changes.ts'
import type { Results } from './checks.ts'
import type { Basis } from './scan.ts'

/** The outcome of a section, for the screen: its state, its failed queries, and whether DNSSEC was broken. */
export interface SectionReply {
  state: 'checked' | 'partial' | 'unchecked'
  /** Why it failed, in words for people; null unless `state` is `unchecked`. */
  reason: string | null
  failure: UncheckedReason | null
  gaps: readonly Gap[]
  /** Judged on answers obtained with CD=1 because DNSSEC is broken. */
  bogus: boolean
  /** The zones whose DNSSEC is broken, sorted; for answers whose zone is not known, their names. */
  bogus_zones: readonly string[]
  /** What was cut, how long resolvers may still cache an older answer, … in words for people. */
  notes: readonly string[]
  evidence: readonly EvidenceId[]
}

/** A later step: the finding itself where its fix takes two steps, or the one that takes its place. */
export interface RemainingReply {
  id: string
  title: string
  /** The score once that is fixed too; null: only a later scan can show it. */
  score_after: number | null
}

/** A finding with its texts and numbers. */
export interface FindingReply {
  /** A `FindingId`; any string for a reader, so that an older client can show a newer server's finding. */
  id: string
  check: CheckId
  /** What it is about, null where its id says it all: `id` and `subject` name it in every scan, whatever its words. */
  subject: string | null
  severity: Severity
  /** Its cost in this scan, after caps: 0 or negative. */
  points: number
  title: string
  reason: string
  meaning: string
  advice: string
  /** What resolves it. */
  action: Action
  /** The score once its action is done; null: there is none, or it shows only in the next scan. */
  score_after: number | null
  /** What the action leaves to do, as far as that is known: the finding of the next scan. null: nothing, or unknown. */
  remains: RemainingReply | null
  clause: string
  evidence: readonly EvidenceId[]
  /** ISO date of the scan that it is carried over from; null when it is new. */
  since: string | null
}

/** A finding that is gone or new since an earlier scan. */
export interface ChangedFindingReply {
  id: string
  subject: string | null
  check: CheckId
  title: string
  reason: string
}

/** A problem in both scans that became worse or better, or the next step after a fixed one: the finding it is now. */
export interface DegreeChangeReply extends ChangedFindingReply {
  degree: 'worse' | 'better' | 'next'
  /** The title of the finding it was. */
  was: string
}

/** What changed since the last earlier scan that this one can be compared with. */
export interface ChangesReply {
  /** ISO 8601 of the end of that scan. */
  since: string
  /** `nothing`: the score model, the catalogues or the plan differ. `findings`: the scores are not comparable. */
  compared: Compared
  /** null: not scored, or not comparable. */
  score_before: number | null
  score_after: number | null
  fixed: readonly ChangedFindingReply[]
  added: readonly ChangedFindingReply[]
  changed: readonly DegreeChangeReply[]
  /** The number of findings in both scans. */
  unchanged: number
  /** The number of findings in one scan that the other could not look for. */
  unknown: number
  /** The checks that one of the scans could not complete. */
  not_compared: readonly CheckId[]
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
  /** Each check adds its part; `dns` has the summaries of DMARC and DKIM too. */
  results: Results
  sections: Readonly<Record<CheckId, SectionReply>>
  findings: readonly FindingReply[]
  /** What this scan left unasked or unanswered, one line each (`leftOpen`); empty: all checks completed. Never part of `issues`. */
  unchecked: readonly string[]
  evidence: readonly Evidence[]
  coverage: number
  basis: Basis
  /** null: there was no earlier scan to compare with. */
  changes: ChangesReply | null
  /** When its DNS answers were asked for, if for an earlier scan of this name. */
  answers_from?: string | undefined
  started_at: string
  finished_at: string
  /** What monitoring saw change since, and no scan has seen yet; absent where nothing is monitored, as on the command line. */
  changed_after_scan?: readonly ChangeAfterScan[] | undefined
}
