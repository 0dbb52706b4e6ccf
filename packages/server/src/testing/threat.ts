import type { Section } from '@waxseal/core/check'
import type { ThreatOpinion, ThreatValue } from '@waxseal/core/threat'

/** What one filtering resolver says: that it does not block example.com, save for what is said otherwise. */
export function anOpinion(overrides: Partial<ThreatOpinion> = {}): ThreatOpinion {
  return {
    source: 'quad9',
    vendor: 'Quad9',
    operator: 'Quad9',
    basis: 'resolver',
    weight: 'high',
    about: 'domain',
    subject: 'example.com',
    sharedBy: null,
    says: 'clean',
    threat: null,
    reason: 'does not block example.com',
    failure: null,
    evidence: [],
    ...overrides,
  }
}

/** The threat section of a scan that asked these sources. */
export function aThreatSection(...opinions: readonly ThreatOpinion[]): Section<ThreatValue> {
  const sources = [...new Set(opinions.map(({ vendor }) => vendor))]
  return { ran: true, value: { sources, opinions }, evidence: [], gaps: [], notes: [] }
}
