import type { Basis } from '../health/index.ts'
import { type AlertCandidate, type AlertMemory, isMoreSevere, isSameProblem } from './candidate.ts'

/** The shortest time between two alerts about one problem, in milliseconds (decision 3.16). */
const coolDown = 24 * 3_600_000

/** What an observation leads to. */
export interface AlertDecision {
  /** To be sent, in the order of the candidates. */
  alerts: readonly AlertCandidate[]
  /** The memories that changed. Each takes the place of the one with its type and key. */
  memory: readonly AlertMemory[]
}

/**
 * Decides which candidates are sent. The same observation a second time, with the memory of the first, sends nothing.
 *
 * @param memory what is remembered of the domain
 */
export function decideAlerts(
  memory: readonly AlertMemory[],
  candidates: readonly AlertCandidate[],
  now: Date,
): AlertDecision {
  const alerts: AlertCandidate[] = []
  const changed: AlertMemory[] = []
  for (const candidate of candidates) {
    const same = ({ candidate: other }: AlertMemory) => isSameProblem(other, candidate)
    const known = changed.findLast(same) ?? memory.find(same)
    const may = mayRaise(known, candidate, now)
    if (may) alerts.push(candidate)
    const next = remembered(known, candidate, now, may)
    if (next !== null) changed.push(next)
  }
  return {
    alerts,
    memory: changed.filter(
      (one, at) => !changed.slice(at + 1).some(({ candidate }) => isSameProblem(one.candidate, candidate)),
    ),
  }
}

/**
 * Whether a candidate is sent (docs/decisions/0042-alerts.md). What is open is not raised again unless it became more
 * severe, and nothing is raised twice within a day. Each change of records is an event of its own, so that it does not
 * wait: only the same change is not raised again while it is open. Only what people know of is resolved.
 */
export function mayRaise(memory: AlertMemory | undefined, candidate: AlertCandidate, now: Date): boolean {
  if (candidate.state === 'resolved') return memory?.state === 'open'
  if (memory === undefined) return true
  const hasCooled = memory.raisedAt === null || now.getTime() - Date.parse(memory.raisedAt) >= coolDown
  if (candidate.type === 'health_score_drop') return memory.state !== 'open' && hasCooled
  if (candidate.cause.kind === 'dns') return memory.state !== 'open' || !isSameValue(memory, candidate)
  if (isMoreSevere(candidate, memory.candidate)) return true
  return hasCooled && !(memory.state === 'open' && isStillOpen(memory.candidate.basis, candidate.basis))
}

/** What is remembered after a candidate; null: what was remembered. */
function remembered(
  memory: AlertMemory | undefined,
  candidate: AlertCandidate,
  now: Date,
  may: boolean,
): AlertMemory | null {
  if (candidate.state === 'resolved')
    return memory === undefined || memory.state === 'resolved' ? null : { ...memory, state: 'resolved' }
  const first = memory?.state === 'open' ? { ...candidate, cause: memory.candidate.cause } : candidate
  if (may) return { version: 1, candidate: first, raisedAt: now.toISOString(), state: 'open' }
  // Within a day of its last alert, and people were informed that it is gone.
  return memory?.state === 'resolved' && candidate.cause.kind !== 'dns'
    ? { ...memory, candidate, state: 'waiting' }
    : null
}

function isSameValue({ candidate }: AlertMemory, { new_value }: AlertCandidate): boolean {
  return JSON.stringify(candidate.new_value) === JSON.stringify(new_value)
}

/** Whether a scan would have shown that the problem was gone: on another model, catalogue or plan it could not. */
function isStillOpen(raised: Basis | null, now: Basis | null): boolean {
  if (raised === null || now === null) return true
  return raised.model === now.model && raised.catalogue === now.catalogue && raised.tier === now.tier
}
