import type { CheckId } from './check-id.ts'
import type { EvidenceIds } from './evidence.ts'

/** How grave a finding is. It follows from its points alone (`severityOf`). */
export type Severity = 'critical' | 'high' | 'medium' | 'low' | 'info'

/**
 * One thing that is wrong with a domain, as data. `Facts` names a check's findings by id, with what the wording of each
 * needs to know. Points, wording, advice and the RFC clause hang on `id` in the check's table of findings.
 */
export type FindingOf<Facts> = {
  [Id in keyof Facts & string]: {
    id: Id
    check: CheckId
    facts: Facts[Id]
    evidence: EvidenceIds
    /** Set when this finding is carried over from an earlier scan because its section could not be checked now. */
    since?: string
  }
}[keyof Facts & string]

/** 25 points and more critical, 12 to 24 high, 5 to 11 medium, 1 to 4 low, 0 info. `points` is 0 or negative. */
export function severityOf(points: number): Severity {
  const lost = -points
  if (lost >= 25) return 'critical'
  if (lost >= 12) return 'high'
  if (lost >= 5) return 'medium'
  return lost >= 1 ? 'low' : 'info'
}
