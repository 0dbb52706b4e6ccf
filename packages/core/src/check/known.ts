import type { DnsEvidence, Evidence } from './evidence.ts'
import type { Gap, Section } from './section.ts'

/** What is known of one check: this scan's answers, and for what it could not ask the last known ones. */
export interface Known<T> {
  value: T
  /** What stays open all the same. */
  gaps: readonly Gap[]
  /** What findings about it rest on. */
  evidence: readonly Evidence[]
}

/** A value whose gaps are filled from last-known answers, and the questions that stay open all the same. */
export interface Filled<T> {
  value: T
  gaps: readonly Gap[]
  /** Of the answers of now those that say nothing: a refusal, a rewritten answer. The last known ones replace them. */
  disbelieved?: (piece: Evidence) => boolean
}

/** What the answers of one check say about the domain's name itself; the DNS check judges by it. */
export interface ZoneSight {
  /** Something was found that is only there when the name exists. */
  exists: boolean
  /** The answers that show whether DNSSEC is broken at the domain and below it. */
  answers: readonly DnsEvidence[]
}

/** A check that could not be asked in this scan: an older document knows nothing of it. */
export const notAsked: Extract<Section<never>, { ran: false }> = { ran: false, reason: 'cancelled', evidence: [] }
