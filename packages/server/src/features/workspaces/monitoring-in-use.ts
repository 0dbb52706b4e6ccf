import { mayUse, type Tier } from '@waxseal/core/plan'
import type { Monitoring } from './store.ts'

/** How a workspace is watched that chose nothing: the defaults of the columns. */
const unchosen: Monitoring = { enabled: true, frequency: 6 }

/**
 * How the domains of a workspace are watched: as it chose, with a plan that has alerts; else every 6 hours, whatever it
 * chose with an earlier plan.
 *
 * @param tier the plan in use
 */
export function monitoringInUse(tier: Tier, chosen: Monitoring | undefined): Monitoring {
  return chosen !== undefined && mayUse(tier, 'alerts') ? chosen : unchosen
}
