import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { billingEvent } from '../../db/schema/index.ts'
import type { TestUser } from '../../testing/app.ts'
import { openStripe, type StripeStage } from '../../testing/billing-providers.ts'
import { billingOf, pageFor } from '../../testing/billing-world.ts'
import type { FakeEvent } from '../../testing/fake-stripe/state.ts'
import { allRows, tablesOf } from '../../testing/row-changes.ts'
import { theStore } from '../../testing/store.ts'
import { sendEvent, signed } from '../../testing/stripe-vendor.ts'

const refused = {
  detail: 'The event has no valid signature, or it was signed more than five minutes ago',
  code: 'validation',
  request_id: expect.any(String),
}

describe('the webhook', () => {
  let stage: StripeStage
  let user: TestUser
  let paid: FakeEvent
  beforeAll(async () => {
    stage = await openStripe(theStore())
  })
  beforeEach(async () => {
    stage.server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
    stage.fake.troubles.length = 0
    user = await stage.server.aUser()
    const events = await stage.vendor.pay(await pageFor(user, 'pro monthly'))
    const found = events.find(event => event.eventId && stage.fake.events.get(event.eventId)?.type === 'invoice.paid')
    paid = stage.fake.events.get(found?.eventId ?? '') ?? { eventId: '', customerId: '', type: '', body: '' }
  })
  afterAll(() => stage.close())

  const send = (event: Pick<FakeEvent, 'body'>, signature?: string) => sendEvent(stage.server, event, signature)
  const asked = () => stage.fake.requests.filter(line => line === 'GET /v1/subscriptions').length
  const tier = async () => (await billingOf(stage.server, user)).tier
  const now = () => stage.server.deps.now()
  const rows = async () => {
    const { db } = stage.server.deps.store
    return JSON.stringify([...(await allRows(db, await tablesOf(db))).values()].map(({ row }) => row))
  }

  it('gives the plan that was paid', async () => {
    expect(await tier()).toBe('free')
    const answer = await send(paid)
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
    expect(await tier()).toBe('pro')
  })

  it('asks Stripe once for an event that arrives again', async () => {
    const before = asked()
    await send(paid)
    expect((await send(paid)).json()).toEqual({ received: true })
    expect(asked()).toBe(before + 1)
  })

  const hostile: Readonly<Record<string, (event: FakeEvent) => { body: string; signature?: string }>> = {
    'was altered': ({ body }) => ({ body: body.replace('"paid"', '"open"'), signature: signed(body, { at: now() }) }),
    'has no signature': ({ body }) => ({ body, signature: '' }),
    'has a signature of words': ({ body }) => ({ body, signature: `t=${now().getTime() / 1000},v1=abc` }),
    'is signed with another secret': ({ body }) => ({
      body,
      signature: signed(body, { at: now(), secret: 'whsec_of_another_endpoint' }),
    }),
    'was signed more than 300 s ago': ({ body }) => ({
      body,
      signature: signed(body, { at: new Date(now().getTime() - 301_000) }),
    }),
    'has an older scheme of signatures only': ({ body }) => ({
      body,
      signature: signed(body, { at: now() }).replace('v1=', 'v0='),
    }),
    'is of the live mode, while we have a test key': ({ body }) => ({
      body: body.replace('"livemode": false', '"livemode": true'),
    }),
    'is signed and no JSON': () => ({ body: 'payment=yes' }),
    'is signed and empty JSON': () => ({ body: '{}' }),
    'is signed and null': () => ({ body: 'null' }),
  }

  it.each(Object.entries(hostile))('refuses an event that %s, and stores nothing', async (_what, make) => {
    const { body, signature } = make(paid)
    const before = await rows()
    const answer = await send({ body }, signature)
    expect([answer.statusCode, answer.json()]).toEqual([400, refused])
    expect(await rows()).toBe(before)
    expect(await tier()).toBe('free')
  })

  it('accepts a signature of 300 s ago', async () => {
    const signature = signed(paid.body, { at: new Date(now().getTime() - 300_000) })
    expect((await send(paid, signature)).statusCode).toBe(200)
  })

  it('believes nothing that an event says', async () => {
    const lie = paid.body.replaceAll('price_pro_month', 'price_business_year').replaceAll('4900', '1')
    expect((await send({ body: lie })).statusCode).toBe(200)
    expect(await billingOf(stage.server, user)).toMatchObject({ tier: 'pro', paid: [4_900] })
  })

  const ofNoUse: Readonly<Record<string, (body: string) => string>> = {
    'of a customer that is not ours': body => body.replaceAll(paid.customerId, 'cus_of_another_product'),
    'of a connected account': body => body.replace('"object": "event"', '"object": "event", "account": "acct_1"'),
    'of a kind that we do not need': body => body.replace('invoice.paid', 'charge.refunded'),
    'about no customer': body => body.replaceAll('"customer"', '"other"'),
  }

  it.each(Object.entries(ofNoUse))('answers an event %s, and stores nothing', async (_what, change) => {
    const before = await rows()
    const answer = await send({ body: change(paid.body) })
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
    expect(await rows()).toBe(before)
  })

  it('answers 502 while Stripe cannot be asked, and the event counts when it arrives again', async () => {
    stage.fake.troubles.push(400)
    const answer = await send(paid)
    expect([answer.statusCode, answer.json().detail]).toEqual([
      502,
      'The event could not be handled. Please send it again.',
    ])
    expect(await stage.server.deps.store.db.select().from(billingEvent)).not.toContainEqual(
      expect.objectContaining({ eventId: paid.eventId }),
    )
    expect((await send(paid)).statusCode).toBe(200)
    expect(await tier()).toBe('pro')
  })

  it('refuses a body above 256 KB before it looks at it, and one that is no JSON type', async () => {
    expect((await send({ body: ' '.repeat(256 * 1024 + 1) })).statusCode).toBe(413)
    const { app } = stage.server
    const url = '/api/payments/webhook'
    const text = await app.inject({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: 'x' })
    expect(text.statusCode).toBe(415)
    expect((await app.inject({ method: 'POST', url })).statusCode).toBe(400)
  })

  it('refuses none for their number: the events of all customers come from few addresses', async () => {
    // One more than other calls may come from an address in a minute.
    for (let n = 0; n < 600; n += 1) await send({ body: '' })
    expect((await send(paid)).statusCode).toBe(200)
  })
})
