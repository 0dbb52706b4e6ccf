import { plans, type Tier } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'

/**
 * Threat lookups per day on a plan. The operator sets that of the highest plan; its plan card says "1000+" all the same.
 */
export function threatLimit({ env }: Pick<Deps, 'env'>, tier: Tier): number {
  return tier === 'business' ? env.threatLookupsBusiness : plans[tier].threatLookupsPerDay
}
