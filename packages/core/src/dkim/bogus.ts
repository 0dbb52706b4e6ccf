import { dnsEvidence, type Evidence, isCarried, listed, restsOn } from '../check/index.ts'
import { type BrokenZone, breaksAllOf, brokenZoneOf } from '../dns/index.ts'
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
  const byZone = new Map<string, { broken: BrokenZone; keys: DkimKey[] }>()
  const answers = new Map(
    dnsEvidence(evidence).flatMap(piece =>
      piece.question.type === 'TXT' && piece.outcome === 'records' && !isCarried(piece.id)
        ? [[piece.question.name, piece] as const]
        : [],
    ),
  )
  for (const key of keys) {
    const piece = answers.get(key.hostname)
    if (piece === undefined || key.state === 'revoked' || key.state === 'broken') continue
    const broken = brokenZoneOf(key.hostname, piece.via)
    if (broken === null || breaksAllOf(domain, broken)) continue
    const found = byZone.get(broken.zone) ?? { broken, keys: [] }
    found.keys.push(key)
    byZone.set(broken.zone, found)
  }
  return [...byZone.values()].slice(0, mostZones).map(found => {
    const selectors = listed(
      found.keys.map(({ selector }) => selector),
      mostNamed,
    )
    const questions = found.keys.map(({ hostname }) => ({ name: hostname, type: 'TXT' }) as const)
    return dkimFinding('dkim_bogus', { domain, selectors, broken: found.broken }, restsOn(evidence, ...questions))
  })
}
