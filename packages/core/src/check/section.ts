import type { FailureReason } from '../dns/index.ts'
import type { Evidence, EvidenceId, Question } from './evidence.ts'

/** A failed query of a section. */
export interface Gap {
  question: Question
  reason: FailureReason
  evidence: EvidenceId
  /** An explanation when the reason alone would mislead; continues "could not be checked: ". */
  words?: string
}

/** Why a check has no result: its first question failed, or the stored scan is older than the check. */
export type UncheckedReason = FailureReason | 'not-asked'

/**
 * What one check collected. A section that did not run has the reason; one that ran has its failed queries, which the
 * coverage counts. Neither costs points.
 */
export type Section<T> =
  | { ran: true; value: T; evidence: readonly Evidence[]; gaps: readonly Gap[]; notes: readonly string[] }
  | { ran: false; reason: UncheckedReason; evidence: readonly Evidence[] }
