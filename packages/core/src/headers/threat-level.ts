export type ThreatLevel = 'High' | 'Medium' | 'Low'

/** The word for a threat score from 0 to 100: High from 70, Medium from 40, else Low (specification 2, section 5). */
export function threatLevel(score: number): ThreatLevel {
  if (score >= 70) return 'High'
  return score >= 40 ? 'Medium' : 'Low'
}
