import { type DnsChange, parentIn } from '../watch/index.ts'
import { type AlertType, alertTypes } from './alert.ts'
import { type AlertCandidate, type AlertMemory, isSameProblem } from './candidate.ts'
import { strengthOfTexts } from './dmarc-strength.ts'

/**
 * The candidates of changed records. Changes of severity `info` are in the history only. A weaker DMARC policy is a
 * `dmarc_fail` where that type is on, else a `dns_mx_change`, never both. A change back to the records before resolves the
 * alert and is none itself. A change that was decided before, which its fingerprint shows, leads to nothing.
 *
 * @param types the alert types that are switched on
 * @param memory what is remembered of the domain
 */
export function alertsOfChanges(
  changes: readonly DnsChange[],
  { memory = [], types = alertTypes }: { memory?: readonly AlertMemory[]; types?: readonly AlertType[] } = {},
): readonly AlertCandidate[] {
  const decided = new Set(memory.flatMap(({ events = [] }) => events))
  return changes.flatMap(change => {
    if (decided.has(change.fingerprint)) return []
    const isDmarc = change.part === 'dmarc' && types.includes('dmarc_fail')
    const dmarc = isDmarc ? ofDmarc(change, unresolved(memory, dmarcProblem)) : null
    if (dmarc !== null) return [dmarc]
    const raised = ofRecords(change, types)
    const open = unresolved(memory, raised)
    if (open?.candidate.cause.kind === 'dns' && isSame(open.candidate.cause.value, change.new_value)) {
      return [resolvedBy(open, change)]
    }
    return change.severity === 'info' ? [] : [raised]
  })
}

function unresolved(
  memory: readonly AlertMemory[],
  problem: Pick<AlertCandidate, 'type' | 'key'>,
): AlertMemory | undefined {
  return memory.find(({ state, candidate }) => state !== 'resolved' && isSameProblem(candidate, problem))
}

export const dmarcProblem = { type: 'dmarc_fail', key: 'dmarc' } as const

function ofDmarc(change: DnsChange, open: AlertMemory | undefined): AlertCandidate | null {
  // Of a change that a parent domain's policy decides, the words name that policy.
  const parent = parentIn(change.change_description)
  const [before, after] = [strengthOfTexts(change.old_value, parent), strengthOfTexts(change.new_value, parent)]
  if (after < before) {
    return { ...raisedBy(change), ...dmarcProblem, cause: { kind: 'dmarc', strength: before, now: after } }
  }
  const isBack = open?.candidate.cause.kind === 'dmarc' && after >= open.candidate.cause.strength
  return isBack ? resolvedBy(open, change) : null
}

/** The states of a domain that have a type of their own. */
const ownTypes: ReadonlyMap<string, AlertType> = new Map([
  ['name', 'domain_gone'],
  ['dnssec', 'dnssec_broken'],
])

/** A type that is switched off leaves its changes to `dns_mx_change`. */
function ofRecords(change: DnsChange, types: readonly AlertType[]): AlertCandidate {
  const own = ownTypes.get(change.part)
  return {
    ...raisedBy(change),
    type: own !== undefined && types.includes(own) ? own : 'dns_mx_change',
    key: `dns ${change.part}`,
    cause: { kind: 'dns', value: change.old_value },
  }
}

function raisedBy({ severity, change_description: description, old_value, new_value, fingerprint }: DnsChange) {
  return { state: 'raised', severity, description, old_value, new_value, basis: null, event: fingerprint } as const
}

function resolvedBy({ candidate }: AlertMemory, { old_value, new_value, fingerprint }: DnsChange): AlertCandidate {
  return { ...candidate, state: 'resolved', severity: 'info', old_value, new_value, event: fingerprint }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
