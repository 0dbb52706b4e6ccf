import type { FailureReason } from '../dns/index.ts'
import type { Evidence, EvidenceId, Question } from './evidence.ts'

/** A question inside a section that went unanswered. */
export interface Gap {
  question: Question
  reason: FailureReason
  evidence: EvidenceId
  /** Why, where the reason alone would mislead; goes on from "could not be checked: ". */
  words?: string
}

/**
 * What one check collected. A section that did not run says why; one that ran says which of its questions stayed
 * open, and coverage counts them. Neither costs a point.
 */
export type Section<T> =
  | { ran: true; value: T; evidence: readonly Evidence[]; gaps: readonly Gap[]; notes: readonly string[] }
  | { ran: false; reason: FailureReason; evidence: readonly Evidence[] }
