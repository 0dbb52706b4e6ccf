import type Stripe from 'stripe'
import type { Customer, Invoice, Price, Schedule, Subscription } from './ledger.ts'

/** The objects of the fake as Stripe sends them: the fields that a client may use, by Stripe's own types. */

const livemode = false

export interface CheckoutSession {
  id: string
  customer: string
  reference: string | null
  price: Price
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  subscription: string | null
  successUrl: string
  cancelUrl: string
  created: number
  expiresAt: number
}

export interface PortalSession {
  id: string
  customer: string
  returnUrl: string
  created: number
  /** Until when its page can be used: five minutes, or an hour after the last visit. */
  openUntil: number
  /** The change that the page confirms; null: the whole portal. */
  change: { subscription: string; price: Price; returnUrl: string } | null
}

export const customerReply = ({ id, name, email, metadata, balance }: Customer) =>
  ({ id, object: 'customer', livemode, name, email, metadata, balance }) satisfies Partial<Stripe.Customer>

/** What is left of a customer that was deleted. */
export const deletedCustomerReply = ({ id }: Pick<Customer, 'id'>) =>
  ({ id, object: 'customer', deleted: true }) satisfies Stripe.DeletedCustomer

export const priceReply = ({ id, cents, interval }: Price) => {
  const recurring = {
    interval,
    interval_count: 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed' as const,
  }
  return {
    id,
    object: 'price',
    livemode,
    active: true,
    currency: 'usd',
    unit_amount: cents,
    recurring,
    type: 'recurring',
  } satisfies Partial<Stripe.Price>
}

const listReply = <T>(data: readonly T[]) => ({ object: 'list' as const, data, has_more: false, url: '/v1' })

export function subscriptionReply(subscription: Subscription, expand: readonly string[] = []) {
  const { id, customer, itemId, price, status, created, start, end, schedule } = subscription
  const item = {
    id: itemId,
    object: 'subscription_item',
    created,
    current_period_start: start,
    current_period_end: end,
    price: priceReply(price) as Stripe.Price,
    quantity: 1,
    subscription: id,
  } satisfies Partial<Stripe.SubscriptionItem>
  const isShown = schedule !== null && expand.some(path => path.endsWith('schedule'))
  return {
    id,
    object: 'subscription',
    livemode,
    customer,
    status,
    created,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    cancel_at: subscription.cancelAt ?? (subscription.cancelAtPeriodEnd ? end : null),
    ended_at: subscription.endedAt,
    schedule: isShown ? (scheduleReply(schedule) as Stripe.SubscriptionSchedule) : (schedule?.id ?? null),
    items: listReply([item as Stripe.SubscriptionItem]) as Stripe.ApiList<Stripe.SubscriptionItem>,
  } satisfies Partial<Stripe.Subscription>
}

export function scheduleReply({ id, customer, subscription, status, phases, current }: Schedule) {
  return {
    id,
    object: 'subscription_schedule',
    livemode,
    customer,
    status,
    subscription: status === 'active' ? subscription : null,
    released_subscription: status === 'active' ? null : subscription,
    end_behavior: 'release',
    current_phase: status === 'active' ? { start_date: current.start, end_date: current.end } : null,
    phases: phases.map(
      ({ start, end, price }) =>
        ({
          start_date: start,
          end_date: end,
          items: [{ price: price.id, quantity: 1 } as Stripe.SubscriptionSchedule.Phase.Item],
        }) satisfies Partial<Stripe.SubscriptionSchedule.Phase> as Stripe.SubscriptionSchedule.Phase,
    ),
  } satisfies Partial<Stripe.SubscriptionSchedule>
}

export function invoiceReply(invoice: Invoice) {
  const { id, customer, subscription, status, lines, balance, due, paid, created, paidAt } = invoice
  const shown = lines.map(({ price, amount }, at) => {
    const pricing = { type: 'price_details' as const, price_details: { price: price.id, product: `prod_${price.id}` } }
    return {
      id: `il_${id}_${at}`,
      object: 'line_item',
      livemode,
      amount,
      currency: 'usd',
      pricing: { ...pricing, unit_amount_decimal: null },
      subscription,
    } satisfies Partial<Stripe.InvoiceLineItem>
  })
  return {
    id,
    object: 'invoice',
    livemode,
    customer,
    status,
    created,
    currency: 'usd',
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
    starting_balance: balance,
    amount_due: due,
    amount_paid: paid,
    amount_remaining: due - paid,
    lines: listReply(shown as Partial<Stripe.InvoiceLineItem>[]) as Stripe.ApiList<Stripe.InvoiceLineItem>,
    status_transitions: { finalized_at: created, paid_at: paidAt, marked_uncollectible_at: null, voided_at: null },
  } satisfies Partial<Stripe.Invoice>
}

export function checkoutReply(session: CheckoutSession, base: string) {
  const { id, customer, reference, status, paid, subscription, created, expiresAt, successUrl, cancelUrl } = session
  return {
    id,
    object: 'checkout.session',
    livemode,
    mode: 'subscription',
    customer,
    client_reference_id: reference,
    status,
    payment_status: paid ? 'paid' : 'unpaid',
    subscription,
    success_url: successUrl,
    cancel_url: cancelUrl,
    created,
    expires_at: expiresAt,
    url: status === 'open' ? `${base}/c/pay/${id}` : null,
  } satisfies Partial<Stripe.Checkout.Session>
}

export function portalReply({ id, customer, returnUrl, created }: PortalSession, base: string) {
  return {
    id,
    object: 'billing_portal.session',
    livemode,
    customer,
    created,
    return_url: returnUrl,
    configuration: 'bpc_1',
    url: `${base}/p/session/${id}`,
  } satisfies Partial<Stripe.BillingPortal.Session>
}

/** What an operator has chosen for the customer portal. */
export interface PortalSettings {
  switchesPlans: boolean
  proration: 'always_invoice' | 'create_prorations' | 'none'
  cancels: 'at_period_end' | 'immediately'
  /** The prices that customers may change to. */
  prices: readonly string[]
  /** Whether a downgrade waits for the end of the period. */
  downgradesWait: boolean
}

export function portalSettingsReply(
  { switchesPlans, proration, cancels, prices, downgradesWait }: PortalSettings,
  expand: readonly string[],
) {
  const conditions = (['decreasing_item_amount', 'shortening_interval'] as const).map(type => ({ type }))
  const update = {
    enabled: switchesPlans,
    proration_behavior: proration,
    schedule_at_period_end: { conditions: downgradesWait ? conditions : [] },
    ...(expand.includes('data.features.subscription_update.products') && {
      products: [
        {
          product: 'prod_plans',
          prices: [...prices],
          adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
        },
      ],
    }),
  }
  const cancel = { enabled: true, mode: cancels, proration_behavior: 'none' } as const
  const features = {
    subscription_update: update satisfies Partial<Stripe.BillingPortal.Configuration.Features.SubscriptionUpdate>,
    subscription_cancel: cancel satisfies Partial<Stripe.BillingPortal.Configuration.Features.SubscriptionCancel>,
  }
  return { id: 'bpc_1', object: 'billing_portal.configuration', active: true, is_default: true, livemode, features }
}

export const list = listReply
