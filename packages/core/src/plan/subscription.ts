import { plans } from './plans.ts'
import { rank, type Tier } from './tiers.ts'

/** How often a plan is paid. */
export const billingPeriods = ['monthly', 'yearly'] as const
export type BillingPeriod = (typeof billingPeriods)[number]

/** The plans that cost money, lowest first. */
export const paidTiers = ['pro', 'business'] as const satisfies readonly Tier[]
export type PaidTier = (typeof paidTiers)[number]

/**
 * `active`: paid. `past_due`: the last payment failed, and another try may succeed. `cancelled`: it ends at the end of its
 * period, or has ended then.
 */
export const subscriptionStatuses = ['active', 'past_due', 'cancelled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** What is paid for. */
export interface Offer {
  plan: PaidTier
  period: BillingPeriod
}

/** What a customer chooses on the plan cards. The period counts for nothing with the free plan. */
export interface Wish {
  plan: Tier
  period: BillingPeriod
}

/** The change at the end of the current period; with the plan `free` the subscription ends then. */
export interface ScheduledChange extends Wish {
  at: Date
}

/** A change that was scheduled and is taken back for a time. With another plan or period it is not scheduled again. */
export interface ReleasedChange extends Wish {
  from: Offer & { id: string }
}

/** A subscription as the payment provider has it. */
export interface Subscription extends Offer {
  status: SubscriptionStatus
  /** When the paid period ends; for a subscription that has ended, when it ended. */
  currentPeriodEnd: Date
  /** When the first payment of the unpaid period failed; null unless `past_due`. */
  pastDueSince: Date | null
  scheduled: ScheduledChange | null
}

/** How long an unpaid subscription keeps its plan. */
export const pastDueDays = 7

const pastDueMs = pastDueDays * 24 * 3_600_000

/** The price of one period in whole US dollars. A year is twelve months at the yearly rate, charged once. */
export function priceOf({ plan, period }: Wish): number {
  const { month, year } = plans[plan].price
  return period === 'yearly' ? 12 * year : month
}

/** The same in cents. */
export function centsOf(wish: Wish): number {
  return 100 * priceOf(wish)
}

/** Whether the subscription can still be changed at its provider. Otherwise a customer needs a new one. */
export function isOpen({ status, currentPeriodEnd }: Subscription, at: Date): boolean {
  return status !== 'cancelled' || at < currentPeriodEnd
}

/**
 * The plan that a subscription gives. An active one gives its plan even after the end of the period that we know: its
 * renewal arrives with the next synchronization, and until then a customer who has paid keeps working.
 */
export function paidTierAt(subscription: Subscription | null, at: Date): Tier {
  if (subscription === null) return 'free'
  const { plan, status, currentPeriodEnd, pastDueSince, scheduled } = subscription
  switch (status) {
    case 'active':
      return plan
    case 'cancelled':
      return at < currentPeriodEnd ? plan : 'free'
    case 'past_due': {
      const ends = scheduled?.plan === 'free' && at >= scheduled.at
      const overdue = pastDueSince !== null && at.getTime() >= pastDueSince.getTime() + pastDueMs
      return ends || overdue ? 'free' : plan
    }
    default:
      return status satisfies never
  }
}

/** When the subscription, or the plan that it gives, changes next by itself; null when nothing is known to come. */
export function nextChangeAt({ status, currentPeriodEnd, pastDueSince }: Subscription, at: Date): Date | null {
  const times = [currentPeriodEnd.getTime()]
  if (status === 'past_due' && pastDueSince !== null) times.push(pastDueSince.getTime() + pastDueMs)
  const coming = times.filter(time => time > at.getTime())
  return coming.length === 0 ? null : new Date(Math.min(...coming))
}

/**
 * What a wish means from the present subscription.
 *
 * - `checkout`: the customer buys a subscription.
 * - `upgrade`: the subscription changes at once, and its customer pays the difference.
 * - `downgrade`: it changes at the end of its period; to the free plan it ends then.
 * - `nothing`: it is so already, or will be at the end of the period.
 * - `unpaid`: an upgrade has to wait until the last payment succeeds.
 *
 * `release`: a change that is scheduled has to be released first.
 */
export type Meaning =
  | { kind: 'checkout'; offer: Offer }
  | { kind: 'upgrade'; offer: Offer; release: boolean }
  | { kind: 'downgrade'; to: Wish; release: boolean }
  | { kind: 'nothing' }
  | { kind: 'unpaid' }

/** What this wish means. Monthly to yearly is an upgrade, yearly to monthly a downgrade. */
export function meaningOf(present: Subscription | null, wish: Wish, at: Date): Meaning {
  const { plan, period } = wish
  if (present === null || !isOpen(present, at))
    return plan === 'free' ? { kind: 'nothing' } : { kind: 'checkout', offer: { plan, period } }
  const { scheduled } = present
  if (isSame(present, wish) || (scheduled !== null && isSame(scheduled, wish))) return { kind: 'nothing' }
  const release = scheduled !== null
  const isUpgrade = rank(plan) > rank(present.plan) || (plan === present.plan && period === 'yearly')
  if (!isUpgrade || plan === 'free') return { kind: 'downgrade', to: wish, release }
  return present.status === 'past_due' ? { kind: 'unpaid' } : { kind: 'upgrade', offer: { plan, period }, release }
}

/** Whether both are the same plan in the same period. The free plan has no period. */
export function isSame(one: Wish, other: Wish): boolean {
  return one.plan === other.plan && (one.plan === 'free' || one.period === other.period)
}
