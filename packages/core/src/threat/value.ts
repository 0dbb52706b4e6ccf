import type { SubjectReport, ThreatOpinion } from './source.ts'

/** The value that the threat check collects. */
export interface ThreatValue {
  /** The names of the sources, in order. Empty: none is configured, so the check does not apply. */
  sources: readonly string[]
  /** The names of sources that the installation has and does not ask for people without an account. */
  leftOut?: readonly string[]
  /** In the order of the sources, then of their targets. */
  opinions: readonly ThreatOpinion[]
  /** What sources know of the subjects beside opinions; collected for the reputation of a message. */
  reports?: readonly SubjectReport[]
}

/** The severity, by everything known. */
export const threatVerdicts = ['clean', 'low_risk', 'suspicious', 'malicious'] as const

export type ThreatVerdict = (typeof threatVerdicts)[number]
