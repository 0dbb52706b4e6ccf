import { billingPeriods, centsOf, type Offer, paidTiers } from '@waxseal/core/plan'
import type Stripe from 'stripe'
import { isMissing } from './stripe-client.ts'
import type { StripePrices } from './stripe-prices.ts'

/** Compares the prices that are sold with the plans that the screens show. */
export async function priceProblems(stripe: Stripe, prices: StripePrices): Promise<string[]> {
  const problems = await Promise.all(offers().map(offer => problemOf(stripe, prices.idOf(offer), offer)))
  return problems.filter(problem => problem !== null)
}

/**
 * Looks at the settings of the customer portal, where upgrades are confirmed: without an invoice at once, a plan would be given
 * before it is paid for.
 */
export async function portalProblems(stripe: Stripe, prices: StripePrices): Promise<string[]> {
  const { data } = await stripe.billingPortal.configurations.list({
    is_default: true,
    active: true,
    limit: 1,
    expand: ['data.features.subscription_update.products'],
  })
  const [portal] = data
  if (portal === undefined) return ['Stripe: the customer portal has no settings → save them at Stripe']
  const { subscription_update: update, subscription_cancel: cancel } = portal.features
  const problems: string[] = []
  if (!update.enabled) problems.push('Stripe: customers cannot switch plans in the portal → allow it')
  else if (update.proration_behavior !== 'always_invoice')
    problems.push('Stripe: the portal does not invoice an upgrade at once → choose to invoice prorations immediately')
  if (update.enabled) problems.push(...changeProblems(update, prices))
  if (cancel.enabled && cancel.mode !== 'at_period_end')
    problems.push('Stripe: the portal cancels at once → let customers cancel at the end of the billing period')
  return problems
}

type Update = Stripe.BillingPortal.Configuration.Features.SubscriptionUpdate

/** An upgrade is confirmed in the portal, so it must offer all plans; a downgrade there waits, as the terms say. */
function changeProblems({ products, schedule_at_period_end: schedule }: Update, prices: StripePrices): string[] {
  const problems: string[] = []
  const offered = new Set(products?.flatMap(product => product.prices))
  const missing = offers().filter(offer => !offered.has(prices.idOf(offer)))
  // Stripe may leave the products out of its answer.
  if (products !== undefined && missing.length > 0)
    problems.push(
      `Stripe: the portal does not offer ${missing.map(offer => prices.idOf(offer)).join(', ')}, so customers cannot change to it → add the product`,
    )
  const waits = schedule.conditions.map(({ type }) => type)
  if (!waits.includes('decreasing_item_amount') || !waits.includes('shortening_interval'))
    problems.push('Stripe: the portal downgrades at once → let downgrades wait for the end of the billing period')
  return problems
}

const offers = () => paidTiers.flatMap(plan => billingPeriods.map(period => ({ plan, period })))

async function problemOf(stripe: Stripe, id: string, offer: Offer): Promise<string | null> {
  const name = `STRIPE_PRICE_${offer.plan}_${offer.period}`.toUpperCase()
  const wanted = shown(centsOf(offer), 'usd', offer.period === 'yearly' ? 'year' : 'month')
  try {
    const { active, unit_amount, currency, recurring } = await stripe.prices.retrieve(id)
    if (!active) return `${name}: ${id} is archived at Stripe → use an active price`
    const isOther = recurring?.interval_count !== 1 || recurring.usage_type !== 'licensed'
    const found = isOther ? 'no price of one month or year' : shown(unit_amount ?? 0, currency, recurring.interval)
    return found === wanted
      ? null
      : `${name}: ${id} is ${found} at Stripe, but the plan costs ${wanted} → change one of them`
  } catch (error) {
    if (isMissing(error))
      return `${name}: Stripe has no price ${id} → use one of the same mode, test or live, as the key`
    throw error
  }
}

/** "49.00 USD a month" */
function shown(cents: number, currency: string, interval: string): string {
  return `${(cents / 100).toFixed(2)} ${currency.toUpperCase()} a ${interval}`
}
