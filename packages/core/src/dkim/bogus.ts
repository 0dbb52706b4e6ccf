import { dnsEvidence, type Evidence, isCarried, listed, restsOn } from '../check/index.ts'
import { type BrokenZone, breaksAllOf, brokenZoneOf, byBrokenZone } from '../dns/index.ts'
import { type DkimFinding, dkimFinding } from './findings.data.ts'
import type { DkimKey, DkimValue } from './value.ts'

/** The maximum number of zones with a finding, and of selectors named in one. */
const mostZones = 5
const mostNamed = 5

/**
 * Keys that validating receivers cannot read, because the zone that holds them is broken: mostly the provider's, behind
 * an alias. One finding for each zone. Where the domain's own zone is broken, the DNS check says so.
 */
export function bogusKeys({ keys }: DkimValue, domain: string, evidence: readonly Evidence[]): readonly DkimFinding[] {
  const answers = new Map(
    dnsEvidence(evidence).flatMap(piece =>
      piece.question.type === 'TXT' && piece.outcome === 'records' && !isCarried(piece.id)
        ? [[piece.question.name, piece] as const]
        : [],
    ),
  )
  const brokenOf = ({ hostname, state }: DkimKey): BrokenZone | undefined => {
    const piece = answers.get(hostname)
    if (piece === undefined || state === 'revoked' || state === 'broken') return undefined
    const broken = brokenZoneOf(hostname, piece.via)
    return broken === null || breaksAllOf(domain, broken) ? undefined : broken
  }
  const zones = byBrokenZone(keys, brokenOf).slice(0, mostZones)
  return zones.map(({ broken, items }) => {
    const selectors = listed(
      items.map(({ selector }) => selector),
      mostNamed,
    )
    const questions = items.map(({ hostname }) => ({ name: hostname, type: 'TXT' }) as const)
    return dkimFinding('dkim_bogus', { domain, selectors, broken }, restsOn(evidence, ...questions))
  })
}
