import { plans, rank, type Tier } from '@waxseal/core/plan'
import { useEffect } from 'react'
import { notify } from '../../lib/notify.ts'
import { takePendingUpgrade } from '../../lib/pending-upgrade.ts'
import type { Billing } from './billing-api.ts'

/** Reminds once of the plan that was chosen on the landing page before the sign-up (decision 2.8). */
export function useUpgradeHint(tier: Tier | undefined, billing: Billing | null): void {
  const state = billing?.state
  useEffect(() => {
    if (tier === undefined || state === undefined) return
    const plan = takePendingUpgrade()
    if (plan === null || state === 'off' || rank(tier) >= rank(plan)) return
    notify.info(`Choose monthly or yearly billing to upgrade to ${plans[plan].label}`, 'pending-upgrade')
  }, [state, tier])
}
