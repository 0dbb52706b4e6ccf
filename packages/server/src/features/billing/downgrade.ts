import {
  type cancelDowngrade as cancelEndpoint,
  type ReplyOf,
  type scheduledDowngrade as scheduledEndpoint,
  wording,
} from '@waxseal/contract'
import { isOpen, isSame, type Meaning, type Offer, plans, priceOf, type Wish } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { ProviderSubscription } from '../../ports.ts'
import type { Actor } from '../workspaces/actor.ts'
import { type CustomerRow, customerOf, subscriptionOf } from './customer-store.ts'
import { asking, providerOf } from './provider.ts'
import { dayOf, hasChange, isStillWanted, keepingChange, restoreNow, schedule } from './released.ts'
import { forgetReleased, releasedOf } from './released-store.ts'
import { sync } from './sync.ts'
import { inTurn } from './turn.ts'

type BillingDeps = Pick<Deps, 'store' | 'billing' | 'now'>

/**
 * Schedules a downgrade for the end of the period; to the free plan, the subscription ends then. What was scheduled before
 * counts until the new one stands.
 *
 * @throws BillingFailed; Refusal `upstream` that says that the one before stands again
 */
export async function downgrade(
  deps: BillingDeps,
  { actor, customer }: { actor: Actor; customer: CustomerRow },
  present: ProviderSubscription,
  { to }: Extract<Meaning, { kind: 'downgrade' }>,
): Promise<{ downgrade_scheduled: true; effective_date: string; message: string }> {
  const work = () => schedule(deps, present, to)
  const isDone = (now: ProviderSubscription | null) => now?.scheduled !== undefined && isScheduled(now.scheduled, to)
  if (hasChange(present)) await keepingChange(deps, customer, present, { work, isDone })
  else await work()
  // An upgrade that is open in another tab has taken back a change: this one is the newer wish.
  await forgetReleased(deps.store.db, customer.workspaceId)
  const after = await sync(deps, customer, actor.by)
  const at = after?.scheduled?.at ?? present.currentPeriodEnd
  return { downgrade_scheduled: true, effective_date: at.toISOString(), message: messageOf(present, to, at) }
}

const isScheduled = (scheduled: ProviderSubscription['scheduled'], to: Wish): boolean =>
  scheduled !== null && isSame(scheduled, to)

/** "Your plan changes to Pro on December 20, 2026. You keep Business until then." */
export function messageOf(from: Offer, to: Wish, at: Date): string {
  const day = dayOf(at)
  const label = plans[to.plan].label
  if (to.plan === from.plan) return `Your ${label} plan is billed ${to.period} from ${day}.`
  return `Your plan changes to ${label} on ${day}. You keep ${plans[from.plan].label} until then.`
}

/** What is scheduled for the end of the period, as it is stored; or was, and is again when an open page is over. */
export async function scheduledDowngrade(deps: BillingDeps, actor: Actor): Promise<ReplyOf<typeof scheduledEndpoint>> {
  const { db } = deps.store
  const present = await subscriptionOf(db, providerOf(deps).kind, actor.workspace.id)
  if (present === null || !isOpen(present, deps.now())) return { scheduled: false }
  if (present.scheduled === null) {
    const released = await releasedOf(db, actor.workspace.id)
    if (released === undefined || !isStillWanted(present, released.change, deps.now())) return { scheduled: false }
    return { scheduled: false, onHold: shown(present, { ...released.change, at: present.currentPeriodEnd }) }
  }
  return { scheduled: true, ...shown(present, present.scheduled) }
}

function shown({ plan: currentPlan }: Offer, { plan, period, at }: NonNullable<ProviderSubscription['scheduled']>) {
  const effectiveDate = at.toISOString()
  return { currentPlan, newPlan: plan, newPeriod: period, effectiveDate, newPrice: priceOf({ plan, period }) }
}

/**
 * Schedules the change again that the page of an upgrade has taken back: the person came back without paying.
 *
 * @throws Refusal `upstream`
 */
export async function restoreDowngrade(deps: BillingDeps, actor: Actor): Promise<ReplyOf<typeof scheduledEndpoint>> {
  const customer = await customerOf(deps.store.db, providerOf(deps).kind, actor.workspace.id)
  if (customer !== undefined) await asking(wording.changeFailed, () => restoreNow(deps, customer))
  return scheduledDowngrade(deps, actor)
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
      const released = await releasedOf(deps.store.db, customer.workspaceId)
      if (present === null || (present.scheduled === null && released === undefined) || !isOpen(present, deps.now()))
        throw new Refusal('conflict', wording.nothingScheduled)
      await billing.release(present.id)
      await forgetReleased(deps.store.db, customer.workspaceId)
      await sync(deps, customer, actor.by)
      return { cancelled: true }
    }),
  )
}
