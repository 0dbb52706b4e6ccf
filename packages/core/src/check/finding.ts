import type { CheckId } from './check-id.ts'
import type { EvidenceIds } from './evidence.ts'

/** The severity of a finding, which depends on its points alone (`severityOf`). */
export type Severity = 'critical' | 'high' | 'medium' | 'low' | 'info'

/**
 * One thing that is wrong with a domain, as data. `Facts` has a check's findings by id, with the data for the texts of
 * each. Points, texts, advice and the RFC clause are in the check's table of findings, by `id`.
 */
export type FindingOf<Facts> = FindingById<Facts>[keyof Facts & string]

/** The findings of `FindingOf` by their id, for what is written for any of them. */
export type FindingById<Facts> = {
  [Id in keyof Facts & string]: {
    id: Id
    check: CheckId
    /** What it is about, as the finding's row derives it from the facts: with the id its identity in every scan. */
    subject: string | null
    facts: Facts[Id]
    evidence: EvidenceIds
    /** Set when this finding is carried over from an earlier scan because its lookups failed now. */
    since?: string
  }
}

/** A finding as an assessment notes it: check and subject come from its row (`findingsIn`). */
export type Found<Facts> = {
  [Id in keyof Facts & string]: { id: Id; facts: Facts[Id]; evidence: EvidenceIds }
}[keyof Facts & string]

/** 25 points and more critical, 12 to 24 high, 5 to 11 medium, 1 to 4 low, 0 info. `points` is 0 or negative. */
export function severityOf(points: number): Severity {
  const lost = -points
  if (lost >= 25) return 'critical'
  if (lost >= 12) return 'high'
  if (lost >= 5) return 'medium'
  return lost >= 1 ? 'low' : 'info'
}
