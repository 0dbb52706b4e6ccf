import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { billingOf, idIn, origin, pageFor, testVendor, type Vendor } from '../../testing/billing-world.ts'
import { onTheStore } from '../../testing/store.ts'

const day = 24 * 3_600_000

onTheStore('checkout-status', kind => {
  let server: TestApp
  let user: TestUser
  let vendor: Vendor
  beforeAll(async () => {
    server = await openTestApp(kind)
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

  it('asks the provider, and the plan is there at once', async () => {
    const page = await pageFor(user, 'pro monthly')
    const { return: path } = await urlsOf(page)
    expect((await user.get(path)).body).toEqual({ payment_status: 'unpaid', status: 'open', plan: 'pro' })
    await vendor.pay(page)
    expect((await user.get(path)).body).toEqual({ payment_status: 'paid', status: 'complete', plan: 'pro' })
    expect(await billingOf(server, user)).toMatchObject({ tier: 'pro', paid: [4_900] })
  })

  it('knows an expired page', async () => {
    const page = await pageFor(user, 'pro monthly')
    const { return: path } = await urlsOf(page)
    server.deps.clock.pass(day)
    expect((await user.get(path)).body).toEqual({ payment_status: 'unpaid', status: 'expired', plan: 'pro' })
  })

  it('follows a change', async () => {
    await buy('pro monthly')
    const page = await pageFor(user, 'business monthly')
    const { return: path } = await urlsOf(page)
    expect((await user.get(path)).body).toEqual({ payment_status: 'unpaid', status: 'open', plan: 'business' })
    await vendor.pay(page)
    expect((await user.get(path)).body).toEqual({ payment_status: 'paid', status: 'complete', plan: 'business' })
  })

  it('stays complete when the plan changes later', async () => {
    const page = await pageFor(user, 'pro monthly')
    const { return: path } = await urlsOf(page)
    await vendor.pay(page)
    await user.get(path)
    await buy('business monthly')
    expect((await user.get(path)).body).toMatchObject({ status: 'complete', plan: 'pro' })
  })

  it('is 404 for another workspace, and for what is no id', async () => {
    const { return: path } = await urlsOf(await pageFor(user, 'pro monthly'))
    const other = await server.aUser()
    await pageFor(other, 'pro monthly')
    expect((await other.get(path)).status).toBe(404)
    expect((await user.get('/payments/checkout-status/cs_test_1')).status).toBe(404)
  })

  /** The call that the page leads back to, which asks for its state. */
  async function urlsOf(page: string): Promise<{ return: string }> {
    const { rows } = await server.deps.store.db.execute<{ url: string }>(
      sql`select success_url as url from test_session where id = ${idIn(page)}`,
    )
    const url = new URL(rows[0]?.url ?? '')
    expect(`${url.origin}${url.pathname}`).toBe(`${origin}/account`)
    return { return: `/payments/checkout-status/${url.searchParams.get('session_id')}` }
  }
})
