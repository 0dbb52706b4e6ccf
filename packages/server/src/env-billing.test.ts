import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'
import { problemsOf } from './testing/env-problems.ts'

const complete = {
  BILLING: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_0123456789abcdef',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  STRIPE_PRICE_PRO_MONTHLY: 'price_1',
  STRIPE_PRICE_PRO_YEARLY: 'price_2',
  STRIPE_PRICE_BUSINESS_MONTHLY: 'price_3, price_old',
  STRIPE_PRICE_BUSINESS_YEARLY: 'price_4',
}
const onInternet = { PUBLIC_URL: 'https://waxseal.example.org' }

const at = (STRIPE_API_BASE: string) => problemsOf({ ...complete, STRIPE_API_BASE })

describe('billing', () => {
  it('is test mode by default', () => {
    expect(readEnv({})).toMatchObject({ billing: 'test', stripe: null })
    expect(readEnv({ BILLING: 'off' })).toMatchObject({ billing: 'off', stripe: null })
  })

  it('is Stripe with a key, a signing secret and four prices; the first of several is sold', () => {
    expect(readEnv({ ...complete, ...onInternet })).toMatchObject({
      billing: 'stripe',
      stripe: {
        secretKey: 'sk_live_0123456789abcdef',
        webhookSecret: 'whsec_0123456789abcdef',
        prices: {
          pro: { monthly: ['price_1'], yearly: ['price_2'] },
          business: { monthly: ['price_3', 'price_old'], yearly: ['price_4'] },
        },
        apiBase: null,
      },
    })
  })

  it('names everything that Stripe needs and does not have', () => {
    expect(problemsOf({ BILLING: 'stripe' })).toEqual([
      'STRIPE_SECRET_KEY: is required with BILLING=stripe → set the secret key of your account at Stripe',
      'STRIPE_WEBHOOK_SECRET: is required with BILLING=stripe → set the signing secret of the webhook endpoint that you made at Stripe',
      'STRIPE_PRICE_PRO_MONTHLY: is required with BILLING=stripe → set the API ID of this price at Stripe',
      'STRIPE_PRICE_PRO_YEARLY: is required with BILLING=stripe → set the API ID of this price at Stripe',
      'STRIPE_PRICE_BUSINESS_MONTHLY: is required with BILLING=stripe → set the API ID of this price at Stripe',
      'STRIPE_PRICE_BUSINESS_YEARLY: is required with BILLING=stripe → set the API ID of this price at Stripe',
    ])
  })

  it('is not half Stripe: its settings need BILLING=stripe', () => {
    expect(problemsOf({ BILLING: 'test', STRIPE_SECRET_KEY: complete.STRIPE_SECRET_KEY })).toEqual([
      'BILLING: is not stripe, but STRIPE_SECRET_KEY is set → set BILLING=stripe, or remove STRIPE_SECRET_KEY',
    ])
  })

  it('must be chosen where the server listens to more than this machine, whatever its public address', () => {
    const listening = { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }
    expect(problemsOf(listening)).toEqual([expect.stringMatching(/^BILLING: is required when others can reach/)])
    expect(problemsOf({ ...listening, BILLING: 'test' })).toEqual([])
    expect(problemsOf({ ...listening, HOST: '127.0.0.1' })).toEqual([])
  })

  it('refuses a key of the test mode on a public address, unless it is allowed there', () => {
    const testing = { ...complete, STRIPE_SECRET_KEY: 'rk_test_0123456789abcdef' }
    expect(problemsOf(testing)).toEqual([])
    expect(problemsOf({ ...testing, ...onInternet })).toEqual([
      'STRIPE_SECRET_KEY: is a key of the test mode of Stripe, where plans cost no money, and others can reach this server → use the live key, or set STRIPE_TEST_KEY=allow on a test server',
    ])
    expect(problemsOf({ ...testing, ...onInternet, STRIPE_TEST_KEY: 'allow' })).toEqual([])
  })

  it.each([
    ['STRIPE_SECRET_KEY', 'pk_live_0123456789abcdef'],
    ['STRIPE_SECRET_KEY', 'sk_live_'],
    ['STRIPE_WEBHOOK_SECRET', 'we_0123456789abcdef'],
    ['STRIPE_PRICE_PRO_MONTHLY', 'prod_1'],
    ['STRIPE_PRICE_PRO_MONTHLY', 'price_1, 49'],
    ['STRIPE_PRICE_PRO_MONTHLY', ','],
    ['STRIPE_API_BASE', 'https://stripe.example/v1'],
  ])('refuses %s=%s', (name, value) => {
    const problems = problemsOf({ ...complete, [name]: value })
    expect(problems.map(line => line.split(':')[0])).toEqual([name])
    // A secret is never repeated.
    if (value.includes('0123')) expect(problems.join()).not.toContain('0123')
  })

  it('refuses one price for two plans', () => {
    expect(problemsOf({ ...complete, STRIPE_PRICE_BUSINESS_YEARLY: 'price_1' })).toEqual([
      'STRIPE_PRICE_BUSINESS_YEARLY: price_1 is also in STRIPE_PRICE_PRO_MONTHLY → use each price once',
    ])
  })

  it('sends the key to another server than Stripe only encrypted, or inside', () => {
    for (const base of ['http://localhost:12111', 'http://stripe-mock:12111', 'https://proxy.example.org'])
      expect(at(base)).toEqual([])
    expect(at('http://stripe.example.org')).toEqual([
      'STRIPE_API_BASE: sends the secret key to stripe.example.org without encryption → use https; http is only for this machine and private networks',
    ])
  })
})
