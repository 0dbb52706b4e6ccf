import { plans, type Tier } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'

/** Threat look-ups a day on a plan. That of the highest plan is the operator's to set: shown is "1000+" all the same. */
export function threatLimit({ env }: Pick<Deps, 'env'>, tier: Tier): number {
  return tier === 'business' ? env.threatLookupsBusiness : plans[tier].threatLookupsPerDay
}
