import { Stripe } from 'stripe'
import type { StripeSettings } from '../env.ts'
import type { TestApp } from './app.ts'
import type { Vendor } from './billing-world.ts'
import { idIn } from './billing-world.ts'
import type { FakeStripe } from './fake-stripe/server.ts'
import { type FakeEvent, tellCheckout } from './fake-stripe/state.ts'

/** An account at the fake Stripe, with the prices of our plans. */
export const stripeAccount = {
  secretKey: 'sk_test_0123456789abcdef',
  webhookSecret: 'whsec_0123456789abcdef',
  prices: {
    pro: { monthly: ['price_pro_month'], yearly: ['price_pro_year'] },
    business: { monthly: ['price_business_month'], yearly: ['price_business_year'] },
  },
} as const satisfies Omit<StripeSettings, 'apiBase'>

/** What they cost, as the operator sets them up: $49 and $99 a month, $41 and $83 a month for a year. */
export const stripePriceList = [
  { id: 'price_pro_month', cents: 4_900, interval: 'month' },
  { id: 'price_pro_year', cents: 49_200, interval: 'year' },
  { id: 'price_business_month', cents: 9_900, interval: 'month' },
  { id: 'price_business_year', cents: 99_600, interval: 'year' },
] as const

/** How long a portal page lasts after its last visit. */
const visitedSeconds = 3600

/** A customer on Stripe's pages, and time there. Our clock is moved too: there is only one. */
export function stripeVendor(fake: FakeStripe, clock: { now: Date }): Vendor {
  const acting = (work: () => void) => async (): Promise<readonly FakeEvent[]> => {
    work()
    return fake.takeEvents()
  }
  const onPage = (work: (id: string) => void) => (url: string) => acting(() => work(idIn(url)))()
  const liveOf = (portal: string) => {
    const { customer } = fake.portal(portal)
    const live = [...fake.subscriptions.values()].find(each => each.customer === customer && each.status !== 'canceled')
    if (live === undefined) throw new Error('this customer has no subscription')
    return live
  }
  /** A customer opens the page of a change; false: it has expired. */
  const visit = (id: string): boolean => {
    const portal = fake.portal(id)
    if (fake.seconds() >= portal.openUntil) return false
    portal.openUntil = fake.seconds() + visitedSeconds
    return true
  }
  const toPeriodEnd = (portal: string): void => {
    const { customer, end } = liveOf(portal)
    clock.now = new Date(Math.max(clock.now.getTime(), end * 1000))
    fake.customer(customer)
  }
  return {
    pay: onPage(id => {
      if (id.startsWith('cs_')) return payCheckout(fake, id)
      if (!visit(id)) return
      const { change } = fake.portal(id)
      if (change === null) throw new Error('nothing can be paid in this portal')
      const subscription = fake.subscription(change.subscription)
      const { status, schedule, cancelAt, cancelAtPeriodEnd } = subscription
      const isPossible = status === 'active' && schedule === null && cancelAt === null && !cancelAtPeriodEnd
      // The page says that the subscription has changed meanwhile.
      if (!isPossible || subscription.price.id === change.price.id) return
      fake.ledger.change(subscription, change.price, fake.seconds())
    }),
    decline: onPage(id => {
      const { customer } = id.startsWith('cs_') ? fake.checkout(id) : fake.portal(id)
      fake.tell('payment_intent.payment_failed', customer, { id: 'pi_1', object: 'payment_intent' })
    }),
    failToPay: onPage(id => {
      const { change } = fake.portal(id)
      if (change === null) throw new Error('nothing can be paid in this portal')
      fake.ledger.failToChange(fake.subscription(change.subscription), change.price, fake.seconds())
    }),
    expire: onPage(id => {
      const session = fake.checkout(id)
      if (session.status !== 'open') return
      session.status = 'expired'
      tellCheckout(fake, session)
    }),
    leave: onPage(id => void (id.startsWith('cs_') || visit(id))),
    cancel: onPage(id => {
      const live = liveOf(id)
      live.cancelAtPeriodEnd = true
      fake.tell('customer.subscription.updated', live.customer, { id: live.id, object: 'subscription' })
    }),
    resume: onPage(id => {
      const live = liveOf(id)
      live.cancelAtPeriodEnd = false
      fake.tell('customer.subscription.updated', live.customer, { id: live.id, object: 'subscription' })
    }),
    payOverdue: onPage(id => fake.ledger.payOpen(liveOf(id), fake.seconds())),
    renew: onPage(toPeriodEnd),
    failToRenew: onPage(id => {
      fake.customer(liveOf(id).customer).failsNext = true
      toPeriodEnd(id)
    }),
  }
}

function payCheckout(fake: FakeStripe, id: string): void {
  const session = fake.checkout(id)
  if (session.status !== 'open') return
  const customer = fake.customer(session.customer)
  if (customer.failsNext && session.price.cents + customer.balance > 0) {
    // Checkout says so and stays open; a subscription that it made for this try is incomplete.
    customer.failsNext = false
    fake.tell('payment_intent.payment_failed', session.customer, { id: 'pi_1', object: 'payment_intent' })
    return
  }
  const { id: subscription } = fake.ledger.buy(session.customer, session.price, fake.seconds())
  Object.assign(session, { status: 'complete', paid: true, subscription })
  tellCheckout(fake, session)
}

/** Signs an event as Stripe does. */
export function signed(
  body: string,
  { at, secret = stripeAccount.webhookSecret }: { at: Date; secret?: string },
): string {
  const timestamp = Math.floor(at.getTime() / 1000)
  return Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
}

/** Sends an event to our server, as Stripe does. */
export async function sendEvent({ app, deps }: TestApp, { body }: Pick<FakeEvent, 'body'>, signature?: string) {
  return app.inject({
    method: 'POST',
    url: '/api/payments/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature ?? signed(body, { at: deps.now() }) },
    payload: body,
  })
}
