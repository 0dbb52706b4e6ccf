import type { DnsEvidence, Evidence } from './evidence.ts'
import type { Gap, Section } from './section.ts'

/** What is known of one check: this scan's answers, and the last known ones where lookups failed. */
export interface Known<T> {
  value: T
  /** The lookups that are still unanswered. */
  gaps: readonly Gap[]
  /** The evidence of its findings. */
  evidence: readonly Evidence[]
}

/** A value whose gaps are filled from last-known answers, and the gaps that remain. */
export interface Filled<T> {
  value: T
  gaps: readonly Gap[]
  /** Selects this scan's answers that carry no information, such as a refusal. The last known ones replace them. */
  disbelieved?: (piece: Evidence) => boolean
}

/** The facts about the domain's name that one check provides to the DNS check. */
export interface ZoneSight {
  /** It found something that only an existing name has. */
  exists: boolean
  /** The answers that show whether DNSSEC is broken at the domain and below it. */
  answers: readonly DnsEvidence[]
}

/** The section of a check that is newer than the stored scan. */
export const notAsked: Extract<Section<never>, { ran: false }> = { ran: false, reason: 'not-asked', evidence: [] }
