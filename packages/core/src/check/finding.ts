import type { CheckId } from './check-id.ts'
import type { EvidenceIds } from './evidence.ts'
import type { FindingFacts, FindingId } from './findings.ts'

/** How grave a finding is. It follows from its points alone (`severityOf`). */
export type Severity = 'critical' | 'high' | 'medium' | 'low' | 'info'

/**
 * One thing that is wrong with a domain, as data. Points, wording, advice and the RFC clause hang on `id` in
 * `findings.data.ts`; `facts` are what the wording needs.
 */
export type Finding = {
  [K in FindingId]: {
    id: K
    check: CheckId
    facts: FindingFacts[K]
    evidence: EvidenceIds
    /** Set when this finding is carried over from an earlier scan because its section could not be checked now. */
    since?: string
  }
}[FindingId]

/** 25 points and more critical, 12 to 24 high, 5 to 11 medium, 1 to 4 low, 0 info. `points` is 0 or negative. */
export function severityOf(points: number): Severity {
  const lost = -points
  if (lost >= 25) return 'critical'
  if (lost >= 12) return 'high'
  if (lost >= 5) return 'medium'
  return lost >= 1 ? 'low' : 'info'
}
