import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stripeAccount, stripePriceList } from '../stripe-vendor.ts'
import { parseForm } from './form.ts'
import { type FakeStripe, openFakeStripe } from './server.ts'

const now = () => new Date('2026-11-01T09:00:00Z')

describe('the fake Stripe', () => {
  let fake: FakeStripe
  beforeAll(async () => {
    fake = await openFakeStripe({ secretKey: stripeAccount.secretKey, now, prices: stripePriceList })
  })
  afterAll(() => fake.close())

  const headers = {
    authorization: `Bearer ${stripeAccount.secretKey}`,
    'stripe-version': Stripe.API_VERSION,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const post = async (path: string, body: string, more: Record<string, string> = {}) => {
    const answer = await fetch(`${fake.url}/v1/${path}`, { method: 'POST', headers: { ...headers, ...more }, body })
    return { status: answer.status, body: (await answer.json()) as { id?: string; error?: Record<string, string> } }
  }

  const unknown: Readonly<Record<string, [string, string, string]>> = {
    'a field that Stripe does not have': ['customers', 'bogus=1', 'bogus'],
    'a field inside a list': ['checkout/sessions', 'mode=subscription&line_items[0][qty]=1', 'line_items[0][qty]'],
    'iterations, which became duration': [
      'subscription_schedules/sub_sched_1',
      'phases[0][items][0][price]=price_1&phases[0][iterations]=1',
      'phases[0][iterations]',
    ],
  }

  it.each(Object.entries(unknown))('refuses %s', async (_what, [path, body, param]) => {
    expect(await post(path, body)).toMatchObject({
      status: 400,
      body: { error: { code: 'parameter_unknown', message: `Received unknown parameter: ${param}`, param } },
    })
  })

  it('refuses a value of the wrong type, a missing one, another key and another version of the API', async () => {
    expect((await post('subscriptions/sub_1', 'cancel_at_period_end=perhaps')).status).toBe(400)
    expect((await post('billing_portal/sessions', 'flow_data[after_completion][type]=redirect')).status).toBe(400)
    expect((await post('customers', '', { authorization: 'Bearer sk_test_other' })).status).toBe(401)
    expect((await post('customers', '', { 'stripe-version': '2020-08-27' })).status).toBe(400)
    expect((await post('charges', '')).status).toBe(404)
  })

  it('answers the same to the same idempotency key, and refuses it with other parameters', async () => {
    const key = { 'idempotency-key': 'k 1' }
    const [first, again] = [await post('customers', 'name=Ada', key), await post('customers', 'name=Ada', key)]
    expect(again).toEqual(first)
    expect(await post('customers', 'name=Grace', key)).toMatchObject({
      status: 400,
      body: { error: { type: 'idempotency_error' } },
    })
  })
})

it('forms nest as Stripe reads them', () => {
  expect(parseForm('a=1&b[c]=2&d[0][e]=3&d[1][e]=4&f[]=5&f[]=6&g=')).toEqual({
    a: '1',
    b: { c: '2' },
    d: [{ e: '3' }, { e: '4' }],
    f: ['5', '6'],
    g: '',
  })
})
