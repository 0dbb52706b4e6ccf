import { plans, rank, type Tier } from '@waxseal/core/plan'
import { useEffect } from 'react'
import { notify } from '../../lib/notify.ts'
import { takePendingUpgrade } from '../../lib/pending-upgrade.ts'
import type { Billing } from './billing-api.ts'

/** Reminds once of the plan that was chosen on the landing page before the sign-up (decision 2.8). */
export function useUpgradeHint(tier: Tier | undefined, { state }: Billing): void {
  const isKnown = tier !== undefined && state !== 'loading'
  useEffect(() => {
    if (!isKnown) return
    const plan = takePendingUpgrade()
    if (plan === null || state === 'off' || rank(tier) >= rank(plan)) return
    notify.info(`Choose monthly or yearly billing to upgrade to ${plans[plan].label}`, 'pending-upgrade')
  }, [isKnown, state, tier])
}
