import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import {
  billingOf,
  idIn,
  origin,
  pageFor,
  portalOf,
  testVendor,
  type Vendor,
  wish,
} from '../../testing/billing-world.ts'
import { onTheStore } from '../../testing/store.ts'
import { takeTurn } from './customer-store.ts'

const day = 24 * 3_600_000

onTheStore('create-checkout', kind => {
  let server: TestApp
  let user: TestUser
  let vendor: Vendor
  beforeAll(async () => {
    server = await openTestApp(kind, { connections: 5 })
    vendor = testVendor(server)
  })
  beforeEach(async () => {
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
    user = await server.aUser()
  })
  afterAll(() => server.close())

  const buy = async (text: string) => {
    const page = await pageFor(user, text)
    await vendor.pay(page)
    return page
  }

  it('opens a page of the provider for a new subscription', async () => {
    expect(await wish(user, 'pro monthly')).toMatchObject({
      status: 200,
      body: { url: expect.stringMatching(`^${origin}/billing/test/[0-9a-f-]{36}$`) },
    })
  })

  it('says what an upgrade costs and when it starts, before anything is charged', async () => {
    await buy('pro monthly')
    server.deps.clock.pass(15 * day)
    const { body } = await wish(user, 'business monthly')
    expect(body).toEqual({
      prorated_amount: 25,
      credit: 0,
      new_subscription_start: '2026-12-05T09:00:00.000Z',
      url: expect.stringMatching(`^${origin}/billing/test/`),
    })
    expect((await billingOf(server, user)).paid).toEqual([4_900])
  })

  it('says what is left over after a change to a cheaper period', async () => {
    await buy('pro yearly')
    expect((await wish(user, 'business monthly')).body).toMatchObject({ prorated_amount: 0, credit: 393 })
  })

  it('schedules a downgrade for the end of the period', async () => {
    await buy('business monthly')
    expect((await wish(user, 'pro monthly')).body).toEqual({
      downgrade_scheduled: true,
      effective_date: '2026-12-20T09:00:00.000Z',
      message: 'Your plan changes to Pro on December 20, 2026. You keep Business until then.',
    })
    expect((await user.get('/payments/scheduled-downgrade')).body).toEqual({
      scheduled: true,
      currentPlan: 'business',
      newPlan: 'pro',
      newPeriod: 'monthly',
      effectiveDate: '2026-12-20T09:00:00.000Z',
      newPrice: 49,
    })
  })

  it('ends a subscription with its period when Starter is chosen', async () => {
    await buy('pro yearly')
    expect((await wish(user, 'starter monthly')).body).toMatchObject({
      effective_date: '2027-11-20T09:00:00.000Z',
      message: 'Your plan changes to Starter on November 20, 2027. You keep Pro until then.',
    })
    expect((await user.get('/payments/scheduled-downgrade')).body).toMatchObject({ newPlan: 'free', newPrice: 0 })
  })

  it('bills monthly from the end of the year on', async () => {
    await buy('pro yearly')
    expect((await wish(user, 'pro monthly')).body).toMatchObject({
      message: 'Your Pro plan is billed monthly from November 20, 2027.',
    })
  })

  it.each([
    ['another site', 'https://evil.example'],
    ['another port', 'http://localhost:3001'],
    ['another scheme', 'https://localhost:3000'],
    ['a name that looks alike', 'http://localhost:3000.evil.example'],
    ['a name behind ours', 'http://localhost:3000@evil.example'],
    ['no address', 'localhost'],
    ['nothing', ''],
  ])('refuses %s as origin_url', async (_what, origin_url) => {
    const body = { plan: 'pro', billing_period: 'monthly', origin_url }
    expect(await user.post('/payments/create-checkout', body)).toMatchObject({
      status: 400,
      body: {
        code: 'validation',
        detail: 'origin_url must be http://localhost:3000, the address of this server',
      },
    })
  })

  it('knows the other names of plans, and refuses what is none', async () => {
    expect((await wish(user, 'ENTERPRISE monthly')).status).toBe(200)
    expect(await wish(user, 'gold monthly')).toMatchObject({
      status: 400,
      body: { detail: 'plan must be starter, pro or business' },
    })
    expect((await wish(user, 'pro weekly')).status).toBe(400)
  })

  it('takes no price from the client', async () => {
    const body = { plan: 'pro', billing_period: 'monthly', origin_url: origin, amount: 1, price: 0, newPrice: 0 }
    const { url } = (await user.post('/payments/create-checkout', body)).body as { url: string }
    expect((await user.get(`/billing/test/${idIn(url)}`)).body).toMatchObject({ amount: 49 })
  })

  it('has nothing to do for the plan in use, or for Starter without a subscription', async () => {
    expect(await wish(user, 'free monthly')).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail: 'You have no subscription' },
    })
    await buy('pro monthly')
    expect(await wish(user, 'pro monthly')).toMatchObject({
      status: 409,
      body: { detail: 'You have this plan already, or it starts at the end of your billing period.' },
    })
  })

  it('asks for the overdue payment before an upgrade', async () => {
    await buy('pro monthly')
    await vendor.failToRenew(await portalOf(user))
    expect(await wish(user, 'business monthly')).toMatchObject({
      status: 409,
      body: { detail: 'Your last payment failed. Please pay it in the billing portal first.' },
    })
  })

  describe('double clicks and two tabs', () => {
    it('get the same open page for the same wish', async () => {
      expect(await pageFor(user, 'pro monthly')).toBe(await pageFor(user, 'pro monthly'))
      await buy('pro monthly')
      expect(await pageFor(user, 'business yearly')).toBe(await pageFor(user, 'business yearly'))
    })

    it('at the same moment get one page: the others wait for it', async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => wish(user, 'pro monthly')))
      const pages = answers.filter(({ status }) => status === 200)
      expect(new Set(pages.map(({ text }) => text)).size).toBe(1)
      for (const { status, body } of answers) {
        if (status !== 200)
          expect([status, body]).toMatchObject([
            409,
            { detail: 'Another change of your subscription is in progress. Please try again in a moment.' },
          ])
      }
      const { rows } = await server.deps.store.db.execute<{ n: number }>(
        sql`select count(*)::int as n from test_session s join billing_customer c on c.customer_id = s.customer_id::text
          where c.workspace_id = ${user.actor.workspace.id}`,
      )
      expect(rows).toEqual([{ n: 1 }])
    })

    it('with different wishes leave one page open, and one subscription is paid', async () => {
      await Promise.all(['pro monthly', 'business monthly', 'pro yearly'].map(text => wish(user, text)))
      await pageFor(user, 'business yearly')
      const { rows } = await server.deps.store.db.execute<{ id: string; state: string }>(
        sql`select s.id::text, s.state from test_session s join billing_customer c on c.customer_id = s.customer_id::text
          where c.workspace_id = ${user.actor.workspace.id}`,
      )
      expect(rows.filter(({ state }) => state === 'open')).toHaveLength(1)
      await Promise.all(rows.map(({ id }) => user.post(`/billing/test/${id}/outcome`, { outcome: 'pay' })))
      expect(await billingOf(server, user)).toMatchObject({ subscription: 'business yearly active', paid: [99_600] })
    })

    it('with different upgrades leave one page open', async () => {
      await buy('pro monthly')
      const first = await pageFor(user, 'pro yearly')
      const second = await pageFor(user, 'business monthly')
      expect((await user.get(`/billing/test/${idIn(first)}`)).body).toMatchObject({ state: 'expired' })
      for (const page of [second, first]) await user.post(`/billing/test/${idIn(page)}/outcome`, { outcome: 'pay' })
      expect(await billingOf(server, user)).toMatchObject({
        subscription: 'business monthly active',
        paid: [4_900, 5_000],
      })
    })

    it('never buy a second plan after the first was paid and its event is late', async () => {
      await buy('pro monthly')
      expect((await wish(user, 'pro monthly')).status).toBe(409)
      expect((await wish(user, 'business monthly')).body).toMatchObject({ prorated_amount: 50 })
    })

    it('wait no longer than 15 seconds for a process that died', async () => {
      await buy('pro monthly')
      const { workspace } = user.actor
      const { now } = server.deps.clock
      // What a call leaves behind whose process was killed.
      const turn = { workspaceId: workspace.id, id: crypto.randomUUID() }
      await takeTurn(server.deps.store.db, turn, now, new Date(now.getTime() + 15_000))
      expect((await wish(user, 'business monthly')).status).toBe(409)
      server.deps.clock.pass(15_000)
      expect((await wish(user, 'business monthly')).status).toBe(200)
    })
  })
})
