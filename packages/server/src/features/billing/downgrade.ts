import {
  type cancelDowngrade as cancelEndpoint,
  type ReplyOf,
  type scheduledDowngrade as scheduledEndpoint,
  wording,
} from '@waxseal/contract'
import { isOpen, type Meaning, type Offer, plans, priceOf, type Wish } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { ProviderSubscription } from '../../ports.ts'
import type { Actor } from '../workspaces/actor.ts'
import { type CustomerRow, customerOf, subscriptionOf } from './customer-store.ts'
import { asking, providerOf } from './provider.ts'
import { sync } from './sync.ts'
import { inTurn } from './turn.ts'

type BillingDeps = Pick<Deps, 'store' | 'billing' | 'now'>

/** Schedules a downgrade for the end of the period; to the free plan, the subscription ends then. */
export async function downgrade(
  deps: BillingDeps,
  { actor, customer }: { actor: Actor; customer: CustomerRow },
  present: ProviderSubscription,
  { to, release }: Extract<Meaning, { kind: 'downgrade' }>,
): Promise<{ downgrade_scheduled: true; effective_date: string; message: string }> {
  const billing = providerOf(deps)
  const { plan, period } = to
  if (release) await billing.release(present.id)
  if (plan === 'free') await billing.cancelAtPeriodEnd(present.id)
  else await billing.scheduleDowngrade(present.id, { plan, period })
  const after = await sync(deps, customer, actor.by)
  const at = after?.scheduled?.at ?? present.currentPeriodEnd
  return { downgrade_scheduled: true, effective_date: at.toISOString(), message: messageOf(present, to, at) }
}

/** "Your plan changes to Pro on December 20, 2026. You keep Business until then." */
function messageOf(from: Offer, to: Wish, at: Date): string {
  const day = at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  const label = plans[to.plan].label
  if (to.plan === from.plan) return `Your ${label} plan is billed ${to.period} from ${day}.`
  return `Your plan changes to ${label} on ${day}. You keep ${plans[from.plan].label} until then.`
}

/** What is scheduled for the end of the period, as it is stored. */
export async function scheduledDowngrade(deps: BillingDeps, actor: Actor): Promise<ReplyOf<typeof scheduledEndpoint>> {
  const present = await subscriptionOf(deps.store.db, providerOf(deps).kind, actor.workspace.id)
  if (present === null || present.scheduled === null || !isOpen(present, deps.now())) return { scheduled: false }
  const { plan, period, at } = present.scheduled
  return {
    scheduled: true,
    currentPlan: present.plan,
    newPlan: plan,
    newPeriod: period,
    effectiveDate: at.toISOString(),
    newPrice: priceOf({ plan, period }),
  }
}

/**
 * Takes back what is scheduled, also the end of the subscription.
 *
 * @throws Refusal `conflict` when nothing is scheduled, or another change is in progress; `upstream`
 */
export async function cancelDowngrade(deps: BillingDeps, actor: Actor): Promise<ReplyOf<typeof cancelEndpoint>> {
  const billing = providerOf(deps)
  const customer = await customerOf(deps.store.db, billing.kind, actor.workspace.id)
  if (customer === undefined) throw new Refusal('conflict', wording.nothingScheduled)
  return asking(wording.cancelDowngradeFailed, () =>
    inTurn(deps, customer, async present => {
      if (present === null || present.scheduled === null || !isOpen(present, deps.now()))
        throw new Refusal('conflict', wording.nothingScheduled)
      await billing.release(present.id)
      await sync(deps, customer, actor.by)
      return { cancelled: true }
    }),
  )
}
