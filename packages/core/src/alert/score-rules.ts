import { type Basis, isSameBasis, type ScanReply } from '../health/index.ts'
import type { AlertCandidate, AlertMemory } from './candidate.ts'

/** Decision 3.16: a score below the first number is a drop, and it ends when the second one is reached. */
const dropsBelow = 70
const recoversAt = 75
/** A score that is low already drops again when it falls by this many points. */
const fallsBy = 10

/**
 * A score that crossed from 70 or more to less, or that is below 70 and fell by 10 or more: against the score of its open
 * alert or the scan before, whichever is higher: a score that rose since the alert can fall again. Only scores on an equal
 * basis are compared.
 */
export function scoreDrop(
  before: ScanReply,
  after: ScanReply,
  memory: readonly AlertMemory[],
): readonly AlertCandidate[] {
  const { health_score: is, basis } = after
  if (is === null || is >= dropsBelow) return []
  const last = isSameBasis(before.basis, basis) ? before.health_score : null
  const known = [alertedScore(memory, basis), last].filter(score => score !== null)
  const was = Math.max(...known)
  if (known.length === 0 || (was < dropsBelow && was - is < fallsBy)) return []
  return [
    {
      type: 'health_score_drop',
      key: 'score',
      state: 'raised',
      severity: is < 50 ? 'critical' : 'warning',
      description: `Health score dropped from ${was} to ${is}`,
      old_value: was,
      new_value: is,
      cause: { kind: 'score' },
      basis,
    },
  ]
}

/** The score that the open alert told people; null: there is none, or it is about another basis. */
function alertedScore(memory: readonly AlertMemory[], basis: Basis): number | null {
  const open = memory.find(({ state, candidate }) => state === 'open' && candidate.cause.kind === 'score')
  if (open === undefined || open.candidate.basis === null || !isSameBasis(open.candidate.basis, basis)) return null
  return typeof open.candidate.new_value === 'number' ? open.candidate.new_value : null
}

/** Whether a later scan still shows a score that waits for its alert. */
export function isStillLow(basis: Basis | null, after: ScanReply): boolean {
  const { health_score: score } = after
  return score !== null && score < dropsBelow && basis !== null && isSameBasis(basis, after.basis)
}

/** Only a score on the basis of an earlier scan says something, and only with all that was checked when it dropped. */
export function hasRecovered(
  { candidate }: AlertMemory,
  before: ScanReply | null,
  { health_score, basis }: ScanReply,
): boolean {
  if (before === null || health_score === null || !isSameBasis(before.basis, basis)) return false
  const known = candidate.basis?.unchecked ?? []
  return health_score >= recoversAt && basis.unchecked.every(check => known.includes(check))
}

/**
 * Whether a drop beside an open alert is a further one: 10 points below that alert, or below what the score rose to since.
 * A rise that did not reach the recovery counts up to 69, so that a score around 70 raises no alert at each crossing.
 */
export function fellFurther({ old_value: was, new_value: is }: AlertCandidate): boolean {
  return typeof was === 'number' && typeof is === 'number' && Math.min(was, dropsBelow - 1) - is >= fallsBy
}
