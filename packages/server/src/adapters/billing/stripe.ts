import type Stripe from 'stripe'
import type { StripeSettings } from '../../env.ts'
import { BillingFailed, CustomerGone, type StripeBilling } from '../../ports.ts'
import { isMissing, isRefused, momentOf, type StripeClient, stripeClient } from './stripe-client.ts'
import { previewChange } from './stripe-preview.ts'
import { stripePrices } from './stripe-prices.ts'
import { readPayments, readSubscription } from './stripe-reading.ts'
import { portalProblems, priceProblems } from './stripe-setup.ts'
import {
  changedItem,
  endAll,
  endWithPeriod,
  keepRunning,
  releaseSchedule,
  scheduleChange,
} from './stripe-subscription.ts'
import { readStripeEvent } from './stripe-webhook.ts'

export interface StripeOptions {
  settings: StripeSettings
  now: () => Date
  /** How long one call may take with its retries. */
  limitMs?: number
}

/** The page of a change may be opened for five minutes; Stripe does not say so in its answer. */
const changePageMs = 5 * 60_000

/**
 * Stripe as the payment provider. Its objects are read when they are needed and nothing of them is kept here: the same call
 * twice does no harm, because what it makes has an idempotency key and what it changes is a state, not a step.
 */
export function stripeBilling({ settings, now, limitMs }: StripeOptions): StripeBilling {
  const { secretKey, webhookSecret, apiBase } = settings
  const prices = stripePrices(settings.prices)
  const access = stripeClient({ secretKey, apiBase, ...(limitMs !== undefined && { limitMs }) })
  const within: StripeClient['within'] = work => access.within(work)
  /** Work about a customer. A key of another account knows no such customer either: that alone says nothing. */
  const about = <T>(customerId: string, work: (stripe: Stripe) => Promise<T>): Promise<T> =>
    within(async stripe => {
      try {
        return await work(stripe)
      } catch (error) {
        if (isMissing(error) && (await isDeleted(stripe, customerId))) throw new CustomerGone(customerId)
        throw error
      }
    })
  const isLive = secretKey.includes('_live_')
  return {
    kind: isLive ? 'stripe' : 'stripe_test',
    createCustomer: ({ id, name, email }) =>
      within(async stripe => {
        let customerId = (await knownCustomer(stripe, id)) ?? (await newCustomer(stripe, id))
        // Stripe repeats its answer to a key, also when the customer was deleted since.
        while (!(await isUpdated(stripe, customerId, { name, email })))
          customerId = await newCustomer(stripe, id, customerId)
        return customerId
      }),
    openCheckout: ({ reference, customerId, offer, urls }) =>
      about(customerId, async stripe => {
        const { id, url, expires_at } = await stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            // With a debit, Stripe calls a subscription active days before the money is there.
            allowed_payment_method_types: ['card'],
            customer: customerId,
            client_reference_id: reference,
            line_items: [{ price: prices.idOf(offer), quantity: 1 }],
            success_url: urls.success,
            cancel_url: urls.cancel,
          },
          { idempotencyKey: `checkout-${reference}` },
        )
        if (url === null) throw new BillingFailed(`Stripe: ${id} has no page`)
        return { sessionId: id, url, expiresAt: momentOf(expires_at) }
      }),
    closeCheckout: sessionId =>
      within(async ({ checkout }) => {
        try {
          await checkout.sessions.expire(sessionId)
          return 'expired'
        } catch (error) {
          if (!isRefused(error)) throw error
          const { status } = await checkout.sessions.retrieve(sessionId)
          if (status === 'complete') return 'complete'
          if (status === 'expired') return 'expired'
          throw error
        }
      }),
    readCheckout: sessionId =>
      within(async ({ checkout }) => {
        const { status, payment_status } = await checkout.sessions.retrieve(sessionId)
        return {
          status: (['complete', 'expired'] as const).find(known => known === status) ?? 'open',
          payment: (['paid', 'no_payment_required'] as const).find(known => known === payment_status) ?? 'unpaid',
        }
      }),
    previewChange: ({ customerId, subscriptionId, offer }) =>
      about(customerId, async stripe => {
        const at = now()
        const subscription = await stripe.subscriptions.retrieve(subscriptionId)
        const cost = await previewChange(stripe, prices, { customerId, subscription, offer, at })
        return { ...cost, startsAt: at }
      }),
    openChange: ({ reference, customerId, subscriptionId, offer, urls }) =>
      about(customerId, async stripe => {
        const subscription = await stripe.subscriptions.retrieve(subscriptionId)
        // The page of a change refuses a subscription that has a schedule, also one without a change.
        await releaseSchedule(stripe, subscription)
        const items = [{ id: changedItem(subscription, prices).id, price: prices.idOf(offer), quantity: 1 }]
        const { url } = await stripe.billingPortal.sessions.create(
          {
            customer: customerId,
            return_url: urls.cancel,
            flow_data: {
              type: 'subscription_update_confirm',
              subscription_update_confirm: { subscription: subscriptionId, items },
              after_completion: { type: 'redirect', redirect: { return_url: urls.success } },
            },
          },
          { idempotencyKey: `change-${reference}` },
        )
        return { sessionId: null, url, expiresAt: new Date(now().getTime() + changePageMs) }
      }),
    scheduleDowngrade: (subscriptionId, offer) =>
      within(async stripe => {
        const subscription = await stripe.subscriptions.retrieve(subscriptionId)
        await keepRunning(stripe, subscription)
        await scheduleChange(stripe, prices, { subscription, offer })
      }),
    cancelAtPeriodEnd: subscriptionId =>
      within(async stripe => endWithPeriod(stripe, await stripe.subscriptions.retrieve(subscriptionId))),
    release: subscriptionId =>
      within(async stripe => {
        const subscription = await stripe.subscriptions.retrieve(subscriptionId)
        await releaseSchedule(stripe, subscription)
        await keepRunning(stripe, subscription)
      }),
    endAll: customerId => about(customerId, stripe => endAll(stripe, customerId)),
    forgetPerson: customerId =>
      about(customerId, async ({ customers }) => void (await customers.update(customerId, { name: '', email: '' }))),
    openPortal: ({ customerId, returnUrl }) =>
      about(customerId, async ({ billingPortal }) => {
        const { url } = await billingPortal.sessions.create({ customer: customerId, return_url: returnUrl })
        return { url }
      }),
    readSubscription: customerId => about(customerId, stripe => readSubscription(stripe, prices, customerId)),
    readPayments: customerId => about(customerId, stripe => readPayments(stripe, prices, customerId)),
    setupProblems: () =>
      within(async stripe => {
        const problems = await Promise.all([priceProblems(stripe, prices), portalProblems(stripe, prices)])
        return problems.flat()
      }),
    readEvent: (body, signature) => readStripeEvent(access.stripe, { webhookSecret, isLive, now }, body, signature),
  }
}

/** Stripe forgets an idempotency key after a day or more; the search knows older customers, and no very new ones. */
async function knownCustomer(stripe: Stripe, workspaceId: string): Promise<string | undefined> {
  try {
    const query = `metadata['workspace_id']:'${workspaceId}'`
    const { data } = await stripe.customers.search({ query, limit: 1 })
    return data[0]?.id
  } catch (error) {
    // Some countries have no search.
    if (isRefused(error)) return undefined
    throw error
  }
}

/** @param after the customer that was deleted: without it in the key, Stripe would answer with that one */
async function newCustomer(stripe: Stripe, workspaceId: string, after?: string): Promise<string> {
  const { id } = await stripe.customers.create(
    { metadata: { workspace_id: workspaceId } },
    { idempotencyKey: after === undefined ? `customer-${workspaceId}` : `customer-${workspaceId}-${after}` },
  )
  return id
}

/** Sets name and address; false: the customer was deleted. They are no part of the key: another member must find the same customer. */
async function isUpdated(
  stripe: Stripe,
  customerId: string,
  { name, email }: { name: string; email: string },
): Promise<boolean> {
  try {
    await stripe.customers.update(customerId, { name, email })
    return true
  } catch (error) {
    if (isMissing(error) && (await isDeleted(stripe, customerId))) return false
    throw error
  }
}

/** Whether Stripe says that a customer was deleted. It goes on answering for one, and says so. */
async function isDeleted(stripe: Stripe, customerId: string): Promise<boolean> {
  try {
    const { deleted } = await stripe.customers.retrieve(customerId)
    return deleted === true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
