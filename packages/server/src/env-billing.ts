import { z } from 'zod'
import { isInside, isLoopback, list, oneOf, origin } from './env-values.ts'

/** The ids of the prices of one plan at Stripe. The first one is sold; customers of before may still pay the others. */
type PriceIds = readonly [string, ...string[]]

/** How the installation is connected to Stripe. */
export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  prices: Readonly<Record<'pro' | 'business', Readonly<Record<'monthly' | 'yearly', PriceIds>>>>
  /** An origin in place of Stripe's own; null: Stripe's own. */
  apiBase: string | null
}

/** Whether plans cost money, and who takes it. */
export interface BillingSettings {
  billing: 'test' | 'stripe' | 'off'
  /** null unless `billing` is `stripe`. */
  stripe: StripeSettings | null
}

const priceIds = z.string().transform((value, context): PriceIds => {
  const [sold, ...others] = list(value)
  const wrong = [sold, ...others].find(id => id === undefined || !/^price_\w{1,200}$/.test(id))
  if (sold !== undefined && wrong === undefined) return [sold, ...others]
  context.addIssue(
    `"${wrong ?? value}" is not the id of a price → use the API ID that the dashboard shows, such as price_1Nv0…`,
  )
  return z.NEVER
})

/** The variables of billing. */
export const billingSettings = {
  BILLING: oneOf(['test', 'stripe', 'off']).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      /^[sr]k_(?:test|live)_\w{8,250}$/,
      'is not a secret key of Stripe → use the key that starts with sk_live_ or rk_live_ (in test mode sk_test_ or rk_test_)',
    )
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_\S{8,250}$/,
      'is not a signing secret → use the value that starts with whsec_ of your webhook endpoint',
    )
    .optional(),
  STRIPE_PRICE_PRO_MONTHLY: priceIds.optional(),
  STRIPE_PRICE_PRO_YEARLY: priceIds.optional(),
  STRIPE_PRICE_BUSINESS_MONTHLY: priceIds.optional(),
  STRIPE_PRICE_BUSINESS_YEARLY: priceIds.optional(),
  STRIPE_TEST_KEY: oneOf(['refuse', 'allow']).optional(),
  STRIPE_API_BASE: z.string().transform(origin).optional(),
}

/** Those that may be in a file. */
export const billingSecrets = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

const schema = z.object(billingSettings)
type Read = z.output<typeof schema> & { PUBLIC_URL?: string | undefined; HOST?: string | undefined }
type Setting = Exclude<keyof typeof billingSettings, 'BILLING'>

const optional: readonly Setting[] = ['STRIPE_API_BASE', 'STRIPE_TEST_KEY']
const stripeNames = (Object.keys(billingSettings) as (keyof typeof billingSettings)[]).filter(
  (name): name is Setting => name !== 'BILLING',
)

const howToGet: Partial<Record<Setting, string>> = {
  STRIPE_SECRET_KEY: 'set the secret key of your account at Stripe',
  STRIPE_WEBHOOK_SECRET: 'set the signing secret of the webhook endpoint that you made at Stripe',
}

/** What the settings of billing lack, each as a line for the operator. */
export function billingProblems(read: Read): string[] {
  const publicHost = read.PUBLIC_URL === undefined ? null : new URL(read.PUBLIC_URL).hostname
  const isPublic = !isLoopback(read.HOST ?? '127.0.0.1') || (publicHost !== null && !isLoopback(publicHost))
  if (read.BILLING !== 'stripe') {
    const alone = stripeNames.filter(name => read[name] !== undefined)
    const problems = alone.map(
      name => `BILLING: is not stripe, but ${name} is set → set BILLING=stripe, or remove ${name}`,
    )
    if (isPublic && read.BILLING === undefined)
      problems.push(
        'BILLING: is required when others can reach this server (PUBLIC_URL, HOST) → set BILLING=off to hide prices, BILLING=test to try the plans, or BILLING=stripe to sell them',
      )
    return problems
  }
  const problems = stripeNames
    .filter(name => !optional.includes(name) && read[name] === undefined)
    .map(
      name =>
        `${name}: is required with BILLING=stripe → ${howToGet[name] ?? 'set the API ID of this price at Stripe'}`,
    )
  problems.push(...repeatedPrices(read))
  if (isPublic && read.STRIPE_SECRET_KEY?.includes('_test_') === true && read.STRIPE_TEST_KEY !== 'allow')
    problems.push(
      'STRIPE_SECRET_KEY: is a key of the test mode of Stripe, where plans cost no money, and others can reach this server → use the live key, or set STRIPE_TEST_KEY=allow on a test server',
    )
  const base = read.STRIPE_API_BASE === undefined ? null : new URL(read.STRIPE_API_BASE)
  if (base?.protocol === 'http:' && !isInside(base.hostname))
    problems.push(
      `STRIPE_API_BASE: sends the secret key to ${base.hostname} without encryption → use https; http is only for this machine and private networks`,
    )
  return problems
}

function pricesOf(read: Read): { name: Setting; ids: readonly string[] }[] {
  const names = stripeNames.filter(name => name.startsWith('STRIPE_PRICE_'))
  return names.map(name => ({ name, ids: [read[name] ?? []].flat() }))
}

/** A price that is two plans would give the wrong one. */
function repeatedPrices(read: Read): string[] {
  const seen = new Map<string, Setting>()
  const problems: string[] = []
  for (const { name, ids } of pricesOf(read)) {
    for (const id of ids) {
      const other = seen.get(id)
      if (other !== undefined) problems.push(`${name}: ${id} is also in ${other} → use each price once`)
      seen.set(id, name)
    }
  }
  return problems
}

/** Billing of settings without problems. */
export function billingOf(read: Read): BillingSettings {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = read
  const [proMonthly, proYearly] = [read.STRIPE_PRICE_PRO_MONTHLY, read.STRIPE_PRICE_PRO_YEARLY]
  const [businessMonthly, businessYearly] = [read.STRIPE_PRICE_BUSINESS_MONTHLY, read.STRIPE_PRICE_BUSINESS_YEARLY]
  const billing = read.BILLING ?? 'test'
  if (billing !== 'stripe' || !secretKey || !webhookSecret || !proMonthly || !proYearly || !businessMonthly) {
    return { billing, stripe: null }
  }
  if (!businessYearly) return { billing, stripe: null }
  const prices = {
    pro: { monthly: proMonthly, yearly: proYearly },
    business: { monthly: businessMonthly, yearly: businessYearly },
  }
  return { billing, stripe: { secretKey, webhookSecret, prices, apiBase: read.STRIPE_API_BASE ?? null } }
}
