import type { BillingPeriod, Offer } from '@waxseal/core/plan'
import type Stripe from 'stripe'
import { BillingFailed } from '../../ports.ts'
import { idOf, isMissing } from './stripe-client.ts'
import { planItem, type StripePrices } from './stripe-prices.ts'

const intervals: Readonly<Record<BillingPeriod, 'month' | 'year'>> = { monthly: 'month', yearly: 'year' }

/** The item that a change changes. @throws BillingFailed when the subscription pays for no plan of ours */
export function changedItem(subscription: Stripe.Subscription, prices: StripePrices): Stripe.SubscriptionItem {
  const found = planItem(subscription, prices)
  if (found === undefined) throw new BillingFailed(`Stripe: ${subscription.id} pays for no plan of ours`)
  return found.item
}

/** Schedules another price from the end of the period on. The subscription is without a schedule again after it. */
export async function scheduleChange(
  stripe: Stripe,
  prices: StripePrices,
  { subscription, offer }: { subscription: Stripe.Subscription; offer: Offer },
): Promise<void> {
  const { item } = { item: changedItem(subscription, prices) }
  // A call that ended between the two requests left one without the change.
  const schedule =
    subscription.schedule === null
      ? await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
      : await stripe.subscriptionSchedules.retrieve(idOf(subscription.schedule))
  const { current_phase } = schedule
  if (current_phase === null) throw new BillingFailed(`Stripe: the schedule of ${subscription.id} has ended`)
  const { start_date, end_date } = current_phase
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      { items: [{ price: item.price.id, quantity: 1 }], start_date, end_date, proration_behavior: 'none' },
      {
        items: [{ price: prices.idOf(offer), quantity: 1 }],
        duration: { interval: intervals[offer.period], interval_count: 1 },
        proration_behavior: 'none',
      },
    ],
  })
}

/** Releases the schedule of a subscription; without one nothing happens. */
export async function releaseSchedule(stripe: Stripe, { schedule }: Stripe.Subscription): Promise<void> {
  if (schedule !== null) await stripe.subscriptionSchedules.release(idOf(schedule))
}

/** Takes back that a subscription ends. The portal may have set a date in place of the end of the period. */
export async function keepRunning(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const { id, cancel_at_period_end, cancel_at } = subscription
  if (cancel_at_period_end) await stripe.subscriptions.update(id, { cancel_at_period_end: false })
  else if (cancel_at !== null) await stripe.subscriptions.update(id, { cancel_at: '' })
}

/** Lets a subscription end with its period. */
export async function endWithPeriod(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  await releaseSchedule(stripe, subscription)
  if (subscription.cancel_at === null && !subscription.cancel_at_period_end)
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
}

/** States in which a subscription can still lead to a payment of what is not paid yet. */
const unpaidStates = ['past_due', 'unpaid', 'incomplete', 'paused']

/** Lets nothing more be charged to a customer. */
export async function endAll(stripe: Stripe, customerId: string): Promise<void> {
  const sessions = await stripe.checkout.sessions.list({ customer: customerId, status: 'open', limit: 100 })
  for (const { id } of sessions.data) await stripe.checkout.sessions.expire(id)
  const { data } = await subscriptionsOf(stripe, customerId)
  for (const subscription of data) {
    if (unpaidStates.includes(subscription.status)) await stripe.subscriptions.cancel(subscription.id)
    else await endWithPeriod(stripe, subscription)
  }
}

/** Those that have not ended. A customer that someone deleted at Stripe has none. */
async function subscriptionsOf(stripe: Stripe, customer: string): Promise<{ data: Stripe.Subscription[] }> {
  try {
    return await stripe.subscriptions.list({ customer, limit: 100 })
  } catch (error) {
    if (isMissing(error)) return { data: [] }
    throw error
  }
}
