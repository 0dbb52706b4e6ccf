import type { ThreatOpinion } from './source.ts'

/** What the threat check collected. */
export interface ThreatValue {
  /** The names of the sources that were asked, in their order. Empty: none is set up, so the check does not apply. */
  sources: readonly string[]
  /** In the order of the sources, then of what they were asked about. */
  opinions: readonly ThreatOpinion[]
}

/** How bad it is, by all that is known. */
export const threatVerdicts = ['clean', 'low_risk', 'suspicious', 'malicious'] as const

export type ThreatVerdict = (typeof threatVerdicts)[number]
