import { stripeBilling } from '../adapters/billing/stripe.ts'
import { readEnv } from '../env.ts'
import { receiveEvent } from '../features/billing/sync.ts'
import type { BillingEvent } from '../ports.ts'
import { openTestApp, type TestApp } from './app.ts'
import { testVendor, type Vendor } from './billing-world.ts'
import { type FakeStripe, openFakeStripe } from './fake-stripe/server.ts'
import type { StoreKind, StoreOptions } from './store.ts'
import { sendEvent, stripeAccount, stripePriceList, stripeVendor } from './stripe-vendor.ts'

/** A server, and the side of its payment provider. */
export interface BillingStage {
  server: TestApp
  vendor: Vendor
  /** An event of the provider reaches us. */
  deliver(event: BillingEvent): Promise<void>
  close(): Promise<void>
}

/** The same with Stripe. */
export interface StripeStage extends BillingStage {
  fake: FakeStripe
}

async function openTestMode(kind: StoreKind, options: StoreOptions = {}): Promise<BillingStage> {
  const server = await openTestApp(kind, options)
  return {
    server,
    vendor: testVendor(server),
    deliver: event => receiveEvent(server.deps, event),
    close: () => server.close(),
  }
}

/** The settings of an installation that sells at the fake Stripe. */
export const stripeVariables = (apiBase: string): Record<string, string> => ({
  BILLING: 'stripe',
  STRIPE_SECRET_KEY: stripeAccount.secretKey,
  STRIPE_WEBHOOK_SECRET: stripeAccount.webhookSecret,
  STRIPE_PRICE_PRO_MONTHLY: 'price_pro_month',
  STRIPE_PRICE_PRO_YEARLY: 'price_pro_year',
  STRIPE_PRICE_BUSINESS_MONTHLY: 'price_business_month',
  STRIPE_PRICE_BUSINESS_YEARLY: 'price_business_year',
  STRIPE_API_BASE: apiBase,
})

/** A server that sells at a fake Stripe. Both have the clock of the server's dependencies. */
export async function openStripe(kind: StoreKind, options: StoreOptions = {}): Promise<StripeStage> {
  let server: TestApp | null = null
  const now = () => server?.deps.clock.now ?? new Date('2026-11-20T09:00:00Z')
  const fake = await openFakeStripe({ secretKey: stripeAccount.secretKey, now, prices: stripePriceList })
  const env = readEnv(stripeVariables(fake.url))
  const { stripe } = env
  if (stripe === null) throw new Error('Stripe is not configured')
  const opened = await openTestApp(kind, { ...options, env, billing: stripeBilling({ settings: stripe, now }) })
  server = opened
  return {
    server: opened,
    fake,
    vendor: stripeVendor(fake, opened.deps.clock),
    async deliver({ eventId }) {
      const event = fake.events.get(eventId)
      if (event === undefined) throw new Error('Stripe has not sent this event')
      const { statusCode, payload } = await sendEvent(opened, event)
      if (statusCode !== 200) throw new Error(`the event was refused: ${statusCode} ${payload}`)
    },
    async close() {
      await opened.close()
      await fake.close()
    },
  }
}

/** Each provider that a scenario must end the same with. */
export const billingProviders: Readonly<Record<string, typeof openTestMode>> = {
  'test mode': openTestMode,
  Stripe: openStripe,
}
