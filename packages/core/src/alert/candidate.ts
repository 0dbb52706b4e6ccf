import type { CheckId, Question } from '../check/index.ts'
import type { Basis } from '../health/index.ts'
import { type Alert, type AlertType, alertSeverities, type JsonValue } from './alert.ts'

/** Something that one observation would raise or resolve. Whether it is sent depends on what was sent before. */
export interface AlertCandidate extends Pick<Alert, 'severity' | 'description' | 'old_value' | 'new_value'> {
  type: AlertType
  /** With the domain and the type the identity of the problem: `score`, `dmarc`, `threat`, `bl 203.0.113.5 spamcop`, `dns mx`. */
  key: string
  state: 'raised' | 'resolved'
  /** What later shows that it is gone. */
  cause: AlertCause
  /** Of the scan; null: a change of DNS. */
  basis: Basis | null
  /** Of a change of DNS: its fingerprint. */
  event?: string
}

/** A finding, with the questions that look for it. */
export interface SoughtFinding {
  id: string
  subject: string | null
  check: CheckId
  questions: readonly Question[]
}

/** What an alert rests on, as JSON. */
export type AlertCause =
  | { kind: 'score' }
  /** `strength` of the DMARC policy before, and `now` (`dmarc-strength.ts`). Memories of earlier versions lack `now`. */
  | { kind: 'dmarc'; strength: number; now?: number }
  | { kind: 'finding'; finding: SoughtFinding }
  /** The records before. */
  | { kind: 'dns'; value: JsonValue }
  | { kind: 'certificate'; host: string; role: 'policy' | 'mx'; stage: number }

/** What is remembered of one problem of a domain, as JSON. There is one for each type and key. */
export interface AlertMemory {
  version: 1
  /** As it was raised last. */
  candidate: AlertCandidate
  /** ISO 8601 of the last alert; null: none yet, it waits. */
  raisedAt: string | null
  /**
   * `open`: people know of it. `waiting`: they do not, because it came back within a day of its last alert or the plan's
   * alerts of the month were used up. An alert follows if it is still there then. `resolved`: it is gone.
   */
  state: 'open' | 'waiting' | 'resolved'
  /** Of one that waits: people know of an earlier degree of it, so its end is sent. */
  known?: true
  /** The fingerprints of the last decided changes of DNS, the newest last. The same change again leads to nothing. */
  events?: readonly string[]
}

/** Whether one candidate is more urgent than another. */
export function isMoreSevere(one: Pick<Alert, 'severity'>, other: Pick<Alert, 'severity'>): boolean {
  return alertSeverities.indexOf(one.severity) > alertSeverities.indexOf(other.severity)
}

/** Whether two problems are the same one. */
export function isSameProblem(one: Pick<AlertCandidate, 'type' | 'key'>, other: Pick<AlertCandidate, 'type' | 'key'>) {
  return one.type === other.type && one.key === other.key
}
