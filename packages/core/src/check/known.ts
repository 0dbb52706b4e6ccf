import type { DnsEvidence, Evidence } from './evidence.ts'
import type { Gap, Section } from './section.ts'

/** The known facts of one check: this scan's answers, and the last known ones where lookups failed. */
export interface Known<T> {
  value: T
  /** The remaining gaps. */
  gaps: readonly Gap[]
  /** The evidence of its findings. */
  evidence: readonly Evidence[]
}

/** A value with gaps filled from last known answers, and the remaining gaps. */
export interface Filled<T> {
  value: T
  gaps: readonly Gap[]
  /** Selects the answers without meaning, such as a refusal or a rewritten answer. The last known ones replace them. */
  disbelieved?: (piece: Evidence) => boolean
}

/** What one check's answers show about the domain's name itself; the DNS check judges by it. */
export interface ZoneSight {
  /** True when an answer proves that the name exists. */
  exists: boolean
  /** The answers that show whether DNSSEC is broken at the domain and below it. */
  answers: readonly DnsEvidence[]
}

/** A check that was not part of this scan: an older document has no section for it. */
export const notAsked: Extract<Section<never>, { ran: false }> = { ran: false, reason: 'cancelled', evidence: [] }
