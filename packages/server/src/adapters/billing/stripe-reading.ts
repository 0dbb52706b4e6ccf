import { type Offer, rank } from '@waxseal/core/plan'
import type Stripe from 'stripe'
import { BillingFailed, type ProviderPayment, type ProviderSubscription } from '../../ports.ts'
import { momentOf } from './stripe-client.ts'
import { planItem, type StripePrices } from './stripe-prices.ts'

/** What a list of Stripe holds at most. */
const listMax = 100

/** What the states of Stripe mean. A purchase that was not paid (`incomplete`) was never a subscription. */
const states: Readonly<Record<string, 'active' | 'past_due' | 'ended' | 'never'>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'ended',
  incomplete: 'never',
  incomplete_expired: 'never',
}

type State = 'active' | 'past_due' | 'ended'

interface Found {
  subscription: Stripe.Subscription
  state: State
}

/**
 * The live subscription of a customer. Of several, as an operator can make in Stripe's dashboard, one that is paid counts
 * before one that is not, then the highest plan. Without a live one, the one that ended last.
 */
export async function readSubscription(
  stripe: Stripe,
  prices: StripePrices,
  customerId: string,
): Promise<ProviderSubscription | null> {
  const { data } = await stripe.subscriptions.list({
    customer: customerId,
    status: 'all',
    limit: listMax,
    expand: ['data.schedule', 'data.customer'],
  })
  const found = data.flatMap(subscription => {
    const state = states[subscription.status]
    if (state === undefined)
      throw new BillingFailed(`Stripe: ${subscription.id} is ${subscription.status}, which is unknown`)
    return state === 'never' ? [] : [{ subscription, state }]
  })
  const creditCents = creditOf(data[0])
  const live = found.filter(({ state }) => state !== 'ended').map(each => ({ ...each, ...paidBy(each, prices) }))
  const best = live.toSorted((a, b) => isPaid(b) - isPaid(a) || rank(b.offer.plan) - rank(a.offer.plan))[0]
  if (best?.state === 'past_due') {
    const [since, paid] = await Promise.all([unpaidSince(stripe, best), lastPaid(stripe, prices, best)])
    const read = { ...shown(best, since, prices), creditCents }
    // Stripe makes a change whether or not it is paid. A higher plan counts once it is.
    return paid !== undefined && rank(paid.plan) < rank(read.plan) ? { ...read, ...paid } : read
  }
  if (best !== undefined) return { ...shown(best, null, prices), creditCents }
  const ended = found.toSorted((a, b) => endOf(b) - endOf(a)).find(each => planItem(each.subscription, prices))
  return ended === undefined ? null : { ...shown({ ...ended, ...paidBy(ended, prices) }, null, prices), creditCents }
}

/** A balance below zero pays later invoices. */
function creditOf(subscription: Stripe.Subscription | undefined): number {
  const customer = subscription?.customer
  return customer === undefined || typeof customer === 'string' || customer.deleted ? 0 : Math.max(0, -customer.balance)
}

const isPaid = ({ state }: Found): number => Number(state === 'active')

const endOf = ({ subscription }: Found): number => subscription.ended_at ?? 0

interface Paid extends Found {
  item: Stripe.SubscriptionItem
  offer: Offer
}

/** @throws BillingFailed for a price that is not configured: a mistake there must not take plans away */
function paidBy({ subscription }: Found, prices: StripePrices): Pick<Paid, 'item' | 'offer'> {
  const found = planItem(subscription, prices)
  if (found !== undefined) return found
  const ids = subscription.items.data.map(({ price }) => price.id)
  throw new BillingFailed(`Stripe: no STRIPE_PRICE_ setting has the price of ${subscription.id} (${ids.join(', ')})`)
}

function shown(
  { subscription, state, item, offer }: Paid,
  pastDueSince: Date | null,
  prices: StripePrices,
): Omit<ProviderSubscription, 'creditCents'> {
  const ends = endsAt(subscription, item)
  const isEnding = ends !== null && state === 'active'
  return {
    id: subscription.id,
    ...offer,
    status: state === 'ended' || isEnding ? 'cancelled' : state,
    currentPeriodEnd: momentOf(
      state === 'ended' ? (subscription.ended_at ?? item.current_period_end) : (ends ?? item.current_period_end),
    ),
    pastDueSince,
    scheduled: state === 'ended' ? null : scheduledChange(subscription, { item, offer }, prices),
  }
}

/** When a subscription ends by itself, in seconds since the epoch; null: it is renewed. */
function endsAt(subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): number | null {
  return subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null)
}

function scheduledChange(
  subscription: Stripe.Subscription,
  { item, offer }: Pick<Paid, 'item' | 'offer'>,
  prices: StripePrices,
): ProviderSubscription['scheduled'] {
  const ends = endsAt(subscription, item)
  if (ends !== null) return { plan: 'free', period: offer.period, at: momentOf(ends) }
  const { schedule } = subscription
  if (schedule === null || typeof schedule === 'string') return null
  const next = schedule.phases.find(({ start_date }) => start_date >= item.current_period_end)
  const [price] = next?.items.map(each => each.price) ?? []
  const to = price === undefined ? undefined : prices.offerOf(price)
  return next === undefined || to === undefined ? null : { ...to, at: momentOf(next.start_date) }
}

/** Since when the subscription is not paid: its oldest open invoice after the newest one that was paid. */
async function unpaidSince(stripe: Stripe, { subscription, item }: Paid): Promise<Date> {
  const invoicesOf = (status: 'open' | 'paid', limit: number) =>
    stripe.invoices.list({ subscription: subscription.id, status, limit })
  const [open, paid] = await Promise.all([invoicesOf('open', listMax), invoicesOf('paid', 1)])
  const paidAt = paid.data[0]?.created ?? 0
  const times = open.data
    .filter(({ created }) => created > paidAt)
    .map(({ status_transitions, created }) => status_transitions.finalized_at ?? created)
  return momentOf(times.length === 0 ? item.current_period_start : Math.min(...times))
}

/** What the newest paid invoice of a subscription was for. */
async function lastPaid(stripe: Stripe, prices: StripePrices, { subscription }: Paid): Promise<Offer | undefined> {
  const { data } = await stripe.invoices.list({ subscription: subscription.id, status: 'paid', limit: listMax })
  for (const invoice of data) {
    const offer = offerOf(invoice, prices)
    if (offer !== undefined) return offer
  }
  return undefined
}

/** The newest invoices that were paid with money, of plans of ours. */
export async function readPayments(
  stripe: Stripe,
  prices: StripePrices,
  customerId: string,
): Promise<ProviderPayment[]> {
  const { data } = await stripe.invoices.list({ customer: customerId, status: 'paid', limit: listMax })
  return data.flatMap(invoice => {
    const offer = offerOf(invoice, prices)
    if (offer === undefined || invoice.amount_paid <= 0) return []
    const { id, amount_paid: amountCents, currency, status_transitions, created } = invoice
    const paidAt = momentOf(status_transitions.paid_at ?? created)
    return [{ id, ...offer, amountCents, currency: currency.toUpperCase(), paidAt }]
  })
}

/** What an invoice is for. That of a change also has a line for the old plan, whose amount is below zero. */
function offerOf({ lines }: Stripe.Invoice, prices: StripePrices): Offer | undefined {
  const byAmount = lines.data.toSorted((a, b) => b.amount - a.amount)
  for (const { pricing } of byAmount) {
    const price = pricing?.price_details?.price
    const offer = price === undefined ? undefined : prices.offerOf(price)
    if (offer !== undefined) return offer
  }
  return undefined
}
