import { type createCheckout as endpoint, type ReplyOf, wording } from '@waxseal/contract'
import { type Meaning, meaningOf, type Offer, priceOf, rank, type Wish } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { Billing, ProviderSubscription } from '../../ports.ts'
import type { Actor } from '../workspaces/actor.ts'
import { grantedTierOf } from '../workspaces/store.ts'
import type { CustomerRow } from './customer-store.ts'
import { messageOf } from './downgrade.ts'
import { providerOf } from './provider.ts'
import { refuseLastHour } from './released.ts'
import { releasedOf } from './released-store.ts'

type PreviewDeps = Pick<Deps, 'store' | 'billing' | 'now'>
type Upgrade = Extract<Meaning, { kind: 'upgrade' }>
type Done = Exclude<Meaning, { kind: 'nothing' | 'unpaid' }>

/**
 * What a wish would lead to: a purchase and its price, what an upgrade costs, or when a downgrade takes effect. It changes
 * nothing, opens and closes no page, and makes no customer.
 *
 * @param present null: there was never a subscription
 * @throws Refusal `conflict` where doing it would be refused for the subscription or the plan that it has; BillingFailed
 */
export async function preview(
  deps: PreviewDeps,
  actor: Actor,
  present: { customer: CustomerRow; subscription: ProviderSubscription } | null,
  wish: Wish,
): Promise<ReplyOf<typeof endpoint>> {
  const meaning = meaningNow(present?.subscription ?? null, wish, deps.now())
  if ('offer' in meaning && (await isFree(deps, actor, meaning.offer)))
    throw new Refusal('conflict', wording.planGranted)
  if (meaning.kind === 'checkout') return { purchase: true, price: priceOf(meaning.offer) }
  if (present === null) throw new Error('there is no subscription to change')
  const { customer, subscription } = present
  if (meaning.kind === 'upgrade') {
    await refuseTooLate(deps, subscription, meaning, customer)
    return costOf(providerOf(deps), customer, subscription, meaning.offer)
  }
  const at = subscription.scheduled?.at ?? subscription.currentPeriodEnd
  const message = messageOf(subscription, meaning.to, at)
  return { downgrade_scheduled: false, effective_date: at.toISOString(), message }
}

/**
 * What a wish means now, where something can be done about it.
 *
 * @throws Refusal `conflict`
 */
export function meaningNow(present: ProviderSubscription | null, wish: Wish, now: Date): Done {
  const meaning = meaningOf(present, wish, now)
  if (meaning.kind === 'nothing')
    throw new Refusal('conflict', present === null ? wording.noSubscription : wording.planInUse)
  if (meaning.kind === 'unpaid') throw new Refusal('conflict', wording.paymentOverdue)
  return meaning
}

/** Whether the workspace has the plan, or a higher one, without a payment: then a payment for it would change nothing. */
export async function isFree({ store }: PreviewDeps, { workspace }: Actor, { plan }: Offer): Promise<boolean> {
  const granted = await grantedTierOf(store.db, workspace.id)
  return granted !== undefined && rank(granted) >= rank(plan)
}

/** @throws Refusal `conflict` in the last hour of a period whose scheduled change the page of this upgrade would hold up */
export async function refuseTooLate(
  { store, now }: PreviewDeps,
  subscription: ProviderSubscription,
  { release }: Upgrade,
  { workspaceId }: CustomerRow,
): Promise<void> {
  if (release || (await releasedOf(store.db, workspaceId))) refuseLastHour(subscription, now())
}

/** What an upgrade costs. It changes nothing: what is scheduled stands beside it. */
export async function costOf(
  billing: Billing,
  { customerId }: CustomerRow,
  { id: subscriptionId }: ProviderSubscription,
  offer: Offer,
) {
  const { amountCents, creditCents, startsAt } = await billing.previewChange({ customerId, subscriptionId, offer })
  return {
    prorated_amount: amountCents / 100,
    credit: creditCents / 100,
    new_subscription_start: startsAt.toISOString(),
  }
}
