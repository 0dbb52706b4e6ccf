import { centsOf, type Offer, restOf } from '@waxseal/core/plan'
import type Stripe from 'stripe'
import { BillingFailed } from '../../ports.ts'
import { momentOf } from './stripe-client.ts'
import { planItem, type StripePrices } from './stripe-prices.ts'

interface Change {
  customerId: string
  subscription: Stripe.Subscription
  offer: Offer
  at: Date
}

/**
 * What a change at this moment costs, in cents, and the credit that is left. Stripe computes it, but not for a subscription
 * that a schedule manages: the schedule would have to go first, and a look at a price must not cost a downgrade. There it is
 * computed here, by seconds and from the same prices, as Stripe does.
 */
export async function previewChange(
  stripe: Stripe,
  prices: StripePrices,
  { customerId, subscription, offer, at }: Change,
): Promise<{ amountCents: number; creditCents: number }> {
  const found = planItem(subscription, prices)
  if (found === undefined) throw new BillingFailed(`Stripe: ${subscription.id} pays for no plan of ours`)
  if (subscription.schedule !== null) {
    const totalCents = prorated(found, offer, at)
    const customer = await stripe.customers.retrieve(customerId)
    return costOf(totalCents, customer.deleted ? 0 : customer.balance)
  }
  const { amount_due, total, starting_balance } = await stripe.invoices.createPreview({
    customer: customerId,
    subscription: subscription.id,
    subscription_details: {
      items: [{ id: found.item.id, price: prices.idOf(offer), quantity: 1 }],
      proration_behavior: 'always_invoice',
    },
  })
  // Stripe charges less than half a dollar with a later invoice.
  return { ...costOf(total, starting_balance), amountCents: Math.max(0, amount_due) }
}

/** A balance below zero is a credit, which pays first. */
function costOf(totalCents: number, balance: number): { amountCents: number; creditCents: number } {
  const due = totalCents + balance
  return { amountCents: Math.max(0, due), creditCents: Math.max(0, -due) }
}

/** The new price less what is left of the old one. Another period starts now and is charged whole. */
function prorated({ item, offer: from }: NonNullable<ReturnType<typeof planItem>>, to: Offer, at: Date): number {
  const paid = { start: momentOf(item.current_period_start), end: momentOf(item.current_period_end) }
  const charge = from.period === to.period ? restOf(centsOf(to), paid, at) : centsOf(to)
  return charge - restOf(item.price.unit_amount ?? centsOf(from), paid, at)
}
