import type { Basis } from '../health/index.ts'
import type { JsonValue } from './alert.ts'
import { type AlertCandidate, type AlertCause, type AlertMemory, isMoreSevere, isSameProblem } from './candidate.ts'
import { isNearerItsEnd } from './certificate-rules.ts'
import { strengthOfTexts } from './dmarc-strength.ts'
import { fellFurther } from './score-rules.ts'

/** The shortest time between two alerts about one problem, in milliseconds (decision 3.16). */
const coolDown = 24 * 3_600_000
/** How much later than a scan a check of the records finds the same at the latest: they are checked once a day or more. */
const scanFirst = 2 * coolDown
/** The most decided changes that are remembered of one problem. */
const eventsMax = 20

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
 * Whether a candidate is sent (docs/decisions/0042-alerts.md). What is open is not raised again unless it became worse,
 * and nothing is raised twice within a day. Each change of records is an event of its own, so that it does not wait: only
 * a change from and to the same records is not raised again within a day while it is open. Only what people know of is
 * resolved.
 */
export function mayRaise(memory: AlertMemory | undefined, candidate: AlertCandidate, now: Date): boolean {
  if (candidate.state === 'resolved') return isKnown(memory)
  if (memory === undefined) return true
  const { state, raisedAt } = memory
  const age = raisedAt === null ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(raisedAt)
  const hasCooled = age >= coolDown
  if (candidate.type === 'health_score_drop') return hasCooled && (state !== 'open' || fellFurther(candidate))
  if (candidate.cause.kind === 'dns') return state !== 'open' || hasCooled || !isSameChange(memory, candidate)
  if (candidate.cause.kind === 'certificate' && state === 'open') return isNearerItsEnd(candidate, memory)
  if (isMoreSevere(candidate, memory.candidate) || isWeaker(candidate, memory)) return true
  if (state !== 'open' || !hasCooled) return hasCooled
  // A weaker policy found in the records: the open alert is about an earlier change, unless a scan was just faster.
  if (candidate.basis === null) return !(memory.candidate.basis !== null && age < scanFirst)
  return !isStillOpen(memory.candidate.basis, candidate.basis)
}

/**
 * What is remembered of a decision of which some alerts were not sent. People do not know of these: they wait, and a later
 * scan that shows them raises them. A change of records waits too, so that its end is not sent, but no scan shows it.
 *
 * @param before what was remembered of the domain
 * @param unsent those of the decision's alerts that were not sent
 */
export function memoryWithout(
  before: readonly AlertMemory[],
  { memory }: AlertDecision,
  unsent: readonly AlertCandidate[],
): readonly AlertMemory[] {
  return memory.map(next => {
    if (!unsent.some(alert => isSameProblem(alert, next.candidate))) return next
    const known = before.find(({ candidate }) => isSameProblem(candidate, next.candidate))
    const raisedAt = known?.raisedAt ?? null
    return { ...next, raisedAt, state: 'waiting', ...(isKnown(known) && { known: true }) }
  })
}

/** Whether people know of a problem that did not end since. */
function isKnown(memory: AlertMemory | undefined): boolean {
  return memory?.state === 'open' || (memory?.state === 'waiting' && memory.known === true)
}

/** What is remembered after a candidate; null: what was remembered. */
function remembered(
  memory: AlertMemory | undefined,
  candidate: AlertCandidate,
  now: Date,
  may: boolean,
): AlertMemory | null {
  const events = memory?.events ?? []
  const { event } = candidate
  const isNew = event !== undefined && !events.includes(event)
  const next = stateAfter(memory, candidate, now, may) ?? (isNew ? memory : undefined)
  if (next === undefined) return null
  const all = isNew ? [...events, event].slice(-eventsMax) : events
  return all.length === 0 ? next : { ...next, events: all }
}

function stateAfter(
  memory: AlertMemory | undefined,
  candidate: AlertCandidate,
  now: Date,
  may: boolean,
): AlertMemory | null {
  if (candidate.state === 'resolved') {
    if (memory === undefined || memory.state === 'resolved') return null
    return { version: 1, candidate: memory.candidate, raisedAt: memory.raisedAt, state: 'resolved' }
  }
  const first =
    memory !== undefined && isKnown(memory) ? { ...candidate, cause: causeOf(memory, candidate) } : candidate
  if (may) return { version: 1, candidate: first, raisedAt: now.toISOString(), state: 'open' }
  // Within a day of its last alert, and people were informed that it is gone.
  return memory?.state === 'resolved' && candidate.cause.kind !== 'dns'
    ? { ...memory, candidate, state: 'waiting' }
    : null
}

/**
 * The cause of what people know of and now got worse: the first one, because it ends with that. But what became better in
 * between without an alert, and is lost again, ends with what it was before this loss.
 */
function causeOf(memory: AlertMemory, { cause, old_value }: AlertCandidate): AlertCause {
  const first = memory.candidate.cause
  if (cause.kind === 'certificate') return cause
  if (first.kind === 'dns') return isEqual(memory.candidate.new_value, old_value) ? first : cause
  if (first.kind !== 'dmarc' || cause.kind !== 'dmarc') return first
  const wasBetter = cause.strength > (strengthNow(memory.candidate) ?? cause.strength)
  return wasBetter ? cause : { ...cause, strength: first.strength }
}

function isSameChange({ candidate }: AlertMemory, { old_value, new_value }: AlertCandidate): boolean {
  return isEqual(candidate.old_value, old_value) && isEqual(candidate.new_value, new_value)
}

function isEqual(one: JsonValue, other: JsonValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Whether a DMARC policy is weaker than the last alert says. */
function isWeaker(candidate: AlertCandidate, memory: AlertMemory): boolean {
  const [was, is] = [strengthNow(memory.candidate), strengthNow(candidate)]
  return was !== null && is !== null && is < was
}

/** The strength of the DMARC policy that a candidate names; null where it names none. */
function strengthNow({ cause, new_value }: AlertCandidate): number | null {
  return cause.kind === 'dmarc' ? (cause.now ?? strengthOfTexts(new_value)) : null
}

/** Whether a scan would have shown that the problem was gone: on another model, catalogue or plan it could not. */
function isStillOpen(raised: Basis | null, now: Basis | null): boolean {
  if (raised === null || now === null) return true
  return raised.model === now.model && raised.catalogue === now.catalogue && raised.tier === now.tier
}
