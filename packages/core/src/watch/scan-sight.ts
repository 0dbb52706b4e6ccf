import type { RecordedAnswer } from '../dns/index.ts'
import { dnssecBroken, inDns, type PartKind, unserved } from './snapshot.ts'

/** What a scan saw, as far as it matters here: the evidence of all its sections. */
export interface ScanSight {
  startedAt: string
  evidence: readonly (
    | RecordedAnswer
    | { kind: 'http'; question: { name: string }; outcome: string; askedAt: number }
    | { kind: 'smtp' }
  )[]
  /** The states that no record set shows, as its findings tell them; null: it could not be checked. */
  states: Readonly<Record<StateKind, readonly string[] | null>>
}

type StateKind = Extract<PartKind, 'name' | 'dnssec'>

/**
 * What a scan saw.
 *
 * @param isNameChecked whether its DNS check had all its answers, so that a finding that is not there says something
 */
export function sightOf(
  startedAt: string,
  evidence: ScanSight['evidence'],
  findings: readonly { id: string }[],
  isNameChecked: boolean,
): ScanSight {
  const has = (id: string) => findings.some(finding => finding.id === id)
  const states = {
    name: has('domain_not_found') ? [] : has('delegation_dead') ? [unserved] : isNameChecked ? [inDns] : null,
    dnssec: has('dnssec_bogus') ? [dnssecBroken] : isNameChecked ? [] : null,
  }
  return { startedAt, evidence, states }
}
