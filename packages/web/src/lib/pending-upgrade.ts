import type { Tier } from '@waxseal/core/plan'
import { isObject, isOneOf, parsed, storedText, storeText } from './stored-value.ts'

const storageKey = 'waxseal.pending-upgrade'

/** Decision 2.8: a hint that is older, or from the future, is discarded. */
const honouredMs = 5 * 60_000

type PaidPlan = Exclude<Tier, 'free'>

/** Keeps the plan that a visitor chose before the sign-up. The free one needs no upgrade: an earlier choice is forgotten. */
export function keepPendingUpgrade(plan: Tier): void {
  storeText('localStorage', storageKey, plan === 'free' ? null : JSON.stringify({ plan, timestamp: Date.now() }))
}

/** The plan that was chosen in the last 5 minutes; null: none. */
export function pendingUpgrade(): PaidPlan | null {
  const value = parsed(storedText('localStorage', storageKey))
  if (!isObject(value)) return null
  const { plan, timestamp } = value
  if (!isOneOf<PaidPlan>(plan, ['pro', 'business']) || typeof timestamp !== 'number') return null
  const age = Date.now() - timestamp
  return age >= 0 && age < honouredMs ? plan : null
}

/** The same, and forgets it: it is honored once. */
export function takePendingUpgrade(): PaidPlan | null {
  const plan = pendingUpgrade()
  storeText('localStorage', storageKey, null)
  return plan
}
