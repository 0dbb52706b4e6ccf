import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payment } from '../../db/schema/index.ts'
import { readEnv } from '../../env.ts'
import { type Billing, BillingFailed, type TestBilling } from '../../ports.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { billingOf, idIn, origin, pageFor, portalOf, wish } from '../../testing/billing-world.ts'
import { subjectIsToken } from '../../testing/offline.ts'
import { onTheStore } from '../../testing/store.ts'
import { setTier } from '../workspaces/store.ts'

/** Paths with `:id` for the last page. */
const calls = [
  ['GET', '/payments/subscription'],
  ['GET', '/payments/scheduled-downgrade'],
  ['GET', '/payments/checkout-status/:id'],
  ['POST', '/payments/create-checkout', { plan: 'pro', billing_period: 'monthly', origin_url: origin }],
  ['POST', '/payments/cancel-downgrade'],
  ['POST', '/payments/create-portal-session'],
  ['GET', '/billing/test/:id'],
  ['POST', '/billing/test/:id/outcome', { outcome: 'pay' }],
  ['POST', '/billing/test/:id/action', { action: 'cancel' }],
] as const

const isDown = async () => {
  throw new BillingFailed('connect ECONNREFUSED 203.0.113.9:443')
}

onTheStore('billing', kind => {
  let server: TestApp
  let user: TestUser
  let isLive = true
  beforeAll(async () => {
    server = await openTestApp(kind, { auth: { ...subjectIsToken, isLive: async () => isLive } })
  })
  beforeEach(async () => {
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
    user = await server.aUser()
  })
  afterAll(() => server.close())

  const buy = async (text: string) => {
    const page = await pageFor(user, text)
    await user.post(`/billing/test/${idIn(page)}/outcome`, { outcome: 'pay' })
  }

  it('cancel-downgrade takes back what is scheduled, once', async () => {
    const nothing = { status: 409, body: { code: 'conflict', detail: 'No downgrade is scheduled' } }
    expect(await user.post('/payments/cancel-downgrade')).toMatchObject(nothing)
    await buy('business monthly')
    expect(await user.post('/payments/cancel-downgrade')).toMatchObject(nothing)
    await wish(user, 'free monthly')
    expect(await user.post('/payments/cancel-downgrade')).toMatchObject({ status: 200, body: { cancelled: true } })
    expect((await user.get('/payments/scheduled-downgrade')).body).toEqual({ scheduled: false })
    expect(await user.post('/payments/cancel-downgrade')).toMatchObject(nothing)
  })

  it('the portal is for customers', async () => {
    expect(await user.post('/payments/create-portal-session')).toMatchObject({
      status: 400,
      body: { code: 'validation', detail: 'You have no billing account yet. Choose a plan first.' },
    })
    await buy('pro monthly')
    const { body } = await user.post('/payments/create-portal-session')
    expect(body).toEqual({ url: expect.stringMatching(`^${origin}/billing/test/`) })
  })

  it('/auth/me shows no id of Stripe in test mode', async () => {
    await buy('pro monthly')
    expect((await user.get('/auth/me')).body).toMatchObject({ stripe_customer_id: null, stripe_subscription_id: null })
  })

  it('shows the status of the subscription, and until when it is paid', async () => {
    expect((await user.get('/payments/subscription')).body).toEqual({ subscription: null })
    await buy('pro monthly')
    expect((await user.get('/payments/subscription')).body).toEqual({
      subscription: {
        plan: 'pro',
        billing_period: 'monthly',
        status: 'active',
        current_period_end: '2026-12-20T09:00:00.000Z',
        past_due_since: null,
        credit: 0,
      },
    })
  })

  /** As the command line does. */
  const set = async (tier: 'free' | 'pro' | 'business') =>
    (await setTier(server.deps.store.db, user.actor.person.email, tier))?.tier

  const granted = 'Your workspace has this plan or a higher one without a payment. There is nothing to buy.'

  describe('the operator', () => {
    it('gives a plan that a subscription never takes away', async () => {
      expect(await set('business')).toBe('business')
      expect(await wish(user, 'pro monthly')).toMatchObject({
        status: 409,
        body: { detail: granted },
      })
      expect(await set('pro')).toBe('pro')
      await buy('business monthly')
      expect(await billingOf(server, user)).toMatchObject({ tier: 'business' })
      await wish(user, 'free monthly')
      await user.post(`/billing/test/${idIn(await portalOf(user))}/action`, { action: 'move_clock' })
      expect(await billingOf(server, user)).toMatchObject({ tier: 'pro', subscription: 'business monthly cancelled' })
    })

    it('gives a plan that no upgrade of a lower subscription leads to', async () => {
      await buy('pro monthly')
      await wish(user, 'business monthly')
      await set('business')
      for (const text of ['business monthly', 'business yearly', 'pro yearly'])
        expect(await wish(user, text)).toMatchObject({ status: 409, body: { detail: granted } })
      await set('pro')
      expect(await wish(user, 'pro yearly')).toMatchObject({ status: 409, body: { detail: granted } })
      expect((await wish(user, 'business monthly')).body).toMatchObject({ prorated_amount: 50 })
    })

    it('gives a plan whose page, opened before, closes with the next click', async () => {
      const page = await pageFor(user, 'pro monthly')
      await set('pro')
      expect(await wish(user, 'pro monthly')).toMatchObject({ status: 409, body: { detail: granted } })
      await user.post(`/billing/test/${idIn(page)}/outcome`, { outcome: 'pay' })
      expect(await billingOf(server, user)).toMatchObject({ subscription: null, paid: [] })
    })

    it('leaves the end of a subscription to the customer', async () => {
      await buy('pro monthly')
      await set('business')
      expect((await wish(user, 'starter monthly')).body).toMatchObject({ downgrade_scheduled: true })
    })

    it('takes no plan away that is paid for', async () => {
      await buy('pro monthly')
      expect([await set('free'), await set('business'), await set('free')]).toEqual(['pro', 'business', 'pro'])
    })
  })

  describe('payments', () => {
    it('outlive their workspace without naming it', async () => {
      await buy('pro monthly')
      const { db } = server.deps.store
      await db.execute(sql`delete from payment where workspace_id <> ${user.actor.workspace.id}`)
      await db.execute(sql`delete from workspace where id = ${user.actor.workspace.id}`)
      expect(await db.select().from(payment)).toEqual([
        {
          id: expect.any(String),
          workspaceId: null,
          provider: 'test',
          paymentId: expect.any(String),
          amountCents: 4_900,
          currency: 'USD',
          plan: 'pro',
          period: 'monthly',
          paidAt: server.deps.clock.now,
        },
      ])
    })
  })

  describe.each(calls)('%s %s', (method, path, body?: object) => {
    const call = (on: TestApp, who: TestUser, id: string) =>
      on.app.inject({
        method,
        url: `/api${path.replace(':id', id)}`,
        headers: { authorization: `Bearer ${who.token}` },
        ...(body && { payload: body }),
      })

    it('is refused when the session has ended, though its token is still valid', async () => {
      const page = await pageFor(user, 'pro monthly')
      isLive = false
      const answer = await call(server, user, idIn(page))
      isLive = true
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthorized'])
    })
  })

  it('BILLING=off has none of these calls', async () => {
    const off = await openTestApp(kind, { store: server.deps.store, env: readEnv({ BILLING: 'off' }), billing: null })
    const answers = []
    for (const [method, path, body] of calls) {
      const headers = { authorization: `Bearer ${user.token}` }
      const url = `/api${path.replace(':id', crypto.randomUUID())}`
      answers.push((await off.app.inject({ method, url, headers, ...(body && { payload: body }) })).statusCode)
    }
    await off.app.close()
    await off.deps.queue.stop({ timeoutMs: 1_000 })
    expect(answers).toEqual(calls.map(() => 404))
  })

  describe('a provider that is down', () => {
    it.each([
      [
        'wishes',
        (who: TestUser) => wish(who, 'business monthly'),
        'Failed to process subscription change. Please try again.',
      ],
      [
        'downgrades',
        (who: TestUser) => wish(who, 'free monthly'),
        'Failed to process subscription change. Please try again.',
      ],
      [
        'taking back',
        (who: TestUser) => who.post('/payments/cancel-downgrade'),
        'Failed to cancel downgrade. Please try again.',
      ],
      ['the portal', (who: TestUser) => who.post('/payments/create-portal-session'), 'Failed to open billing portal'],
    ])('fails %s with 502, and takes no plan away', async (_what, act, detail) => {
      await buy('pro monthly')
      const real = server.deps.billing
      const down = Object.fromEntries(Object.keys(real ?? {}).map(name => [name, isDown])) as unknown as TestBilling
      server.deps.billing = { ...down, kind: 'test' } satisfies Billing
      const answer = await act(user)
      server.deps.billing = real
      expect(answer).toMatchObject({ status: 502, body: { code: 'upstream', detail } })
      expect(answer.text).not.toContain('203.0.113.9')
      expect(await billingOf(server, user)).toMatchObject({ tier: 'pro', subscription: 'pro monthly active' })
      expect((await wish(user, 'business monthly')).status).toBe(200)
    })
  })
})
