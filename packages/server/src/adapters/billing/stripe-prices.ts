import { billingPeriods, type Offer, paidTiers } from '@waxseal/core/plan'
import type Stripe from 'stripe'
import type { StripeSettings } from '../../env.ts'

/** The prices at Stripe that are our plans, as they are configured. */
export interface StripePrices {
  /** The id of the price that is sold for an offer. */
  idOf(offer: Offer): string
  /** What a price pays for; undefined: it is no price of ours. */
  offerOf(price: string | { id: string }): Offer | undefined
}

/** The prices of a configuration. */
export function stripePrices(configured: StripeSettings['prices']): StripePrices {
  const offers = new Map<string, Offer>()
  for (const plan of paidTiers) {
    for (const period of billingPeriods) {
      for (const id of configured[plan][period]) offers.set(id, { plan, period })
    }
  }
  return {
    idOf: ({ plan, period }) => configured[plan][period][0],
    offerOf: price => offers.get(typeof price === 'string' ? price : price.id),
  }
}

/** The item of a subscription that pays for a plan of ours; undefined: none does. */
export function planItem({ items }: Pick<Stripe.Subscription, 'items'>, prices: StripePrices) {
  for (const item of items.data) {
    const offer = prices.offerOf(item.price)
    if (offer !== undefined) return { item, offer }
  }
  return undefined
}
