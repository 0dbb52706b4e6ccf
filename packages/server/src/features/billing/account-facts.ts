import { absent, known, type Read, type SubscriptionFacts } from '@waxseal/core/assistant'
import { isOpen } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../workspaces/actor.ts'
import { subscriptionOf } from './customer-store.ts'

/** The subscription of the workspace for the analyst; null: none, or it has ended. */
export async function subscriptionFacts(
  { store, billing, now }: Pick<Deps, 'store' | 'billing' | 'now'>,
  { workspace, by }: Actor,
): Promise<Read<SubscriptionFacts | null>> {
  if (by.kind === 'key') return absent({ kind: 'person' })
  if (billing === null) return absent({ kind: 'billing' })
  const found = await subscriptionOf(store.db, billing.kind, workspace.id)
  if (found === null || !isOpen(found, now())) return known(null)
  const { plan, period, status, currentPeriodEnd, pastDueSince, creditCents, scheduled } = found
  return known({
    plan,
    period,
    status,
    periodEnd: currentPeriodEnd.toISOString(),
    pastDueSince: pastDueSince?.toISOString() ?? null,
    credit: creditCents / 100,
    scheduled: scheduled && { plan: scheduled.plan, period: scheduled.period, at: scheduled.at.toISOString() },
  })
}
