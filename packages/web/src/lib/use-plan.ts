import { useQuery } from '@tanstack/react-query'
import { rank, type Tier } from '@waxseal/core/plan'
import { configQuery, meQuery } from './queries.ts'

/** The user's plan, if known. */
export function usePlan(): { tier: Tier | null; sellsPlans: boolean } {
  const { data: me } = useQuery(meQuery)
  const { data: config } = useQuery(configQuery)
  const tier = me?.tier ?? null
  // An installation without billing has neither prices nor locks.
  return { tier, sellsPlans: tier !== null && rank(tier) === 0 && config !== undefined && config.billing !== 'off' }
}
