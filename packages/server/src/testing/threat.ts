import type { Section } from '@waxseal/core/check'
import type { ThreatOpinion, ThreatValue } from '@waxseal/core/threat'

/** The threat section of a scan that asked these sources; the questions themselves are left out. */
export function aThreatSection(...opinions: readonly ThreatOpinion[]): Section<ThreatValue> {
  const sources = [...new Set(opinions.map(({ vendor }) => vendor))]
  const value = { sources, opinions: opinions.map(each => ({ ...each, evidence: [] })) }
  return { ran: true, value, evidence: [], gaps: [], notes: [] }
}
