import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { idIn, origin, pageFor, portalOf } from '../../testing/billing-world.ts'
import { aColleague } from '../../testing/colleague.ts'
import { onTheStore } from '../../testing/store.ts'

const hour = 3_600_000

onTheStore('the pages of test mode', kind => {
  let server: TestApp
  let user: TestUser
  beforeAll(async () => {
    server = await openTestApp(kind)
  })
  beforeEach(async () => {
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
    user = await server.aUser()
  })
  afterAll(() => server.close())

  const look = async (page: string) => (await user.get(`/billing/test/${idIn(page)}`)).body
  const choose = (page: string, outcome: string) => user.post(`/billing/test/${idIn(page)}/outcome`, { outcome })
  const act = (page: string, action: string) => user.post(`/billing/test/${idIn(page)}/action`, { action })

  it('show what is bought and what it costs', async () => {
    expect(await look(await pageFor(user, 'business yearly'))).toEqual({
      kind: 'checkout',
      state: 'open',
      plan: 'business',
      billing_period: 'yearly',
      amount: 996,
      expires_at: '2026-11-21T09:00:00.000Z',
      return_url: `${origin}/account?cancelled=true`,
      subscription: null,
      fails_next: false,
    })
  })

  it('lead back with the purchase after a payment', async () => {
    const { body } = await choose(await pageFor(user, 'pro monthly'), 'pay')
    expect(body).toMatchObject({
      page: { state: 'complete', amount: 49, subscription: { plan: 'pro', status: 'active' } },
      url: expect.stringMatching(`^${origin}/account\\?session_id=[0-9a-f-]{36}$`),
      declined: false,
    })
  })

  it('stay open after a declined card', async () => {
    const page = await pageFor(user, 'pro monthly')
    expect((await choose(page, 'decline')).body).toMatchObject({ page: { state: 'open' }, url: null, declined: true })
    expect((await choose(page, 'pay')).body).toMatchObject({ page: { state: 'complete' }, declined: false })
  })

  it('lead back as cancelled, and can be opened again', async () => {
    const page = await pageFor(user, 'pro monthly')
    expect((await choose(page, 'cancel')).body).toMatchObject({ url: `${origin}/account?cancelled=true` })
    expect(await pageFor(user, 'pro monthly')).toBe(page)
  })

  it('expire after a day, or when that is chosen, and take no payment then', async () => {
    const page = await pageFor(user, 'pro monthly')
    server.deps.clock.pass(24 * hour)
    expect((await choose(page, 'pay')).body).toMatchObject({ page: { state: 'expired' }, url: null })
    const other = await pageFor(user, 'pro monthly')
    expect(other).not.toBe(page)
    expect((await choose(other, 'expire')).body).toMatchObject({ page: { state: 'expired' } })
    expect((await choose(other, 'pay')).body).toMatchObject({ page: { state: 'expired', subscription: null } })
  })

  it('take one payment', async () => {
    const page = await pageFor(user, 'pro monthly')
    await choose(page, 'pay')
    expect((await choose(page, 'pay')).body).toMatchObject({ page: { state: 'complete' }, url: null })
  })

  it('refuse a change of a subscription that has ended since', async () => {
    await choose(await pageFor(user, 'pro monthly'), 'pay')
    const change = await pageFor(user, 'business monthly')
    const portal = await portalOf(user)
    await act(portal, 'cancel')
    await act(portal, 'move_clock')
    expect((await choose(change, 'pay')).body).toMatchObject({ declined: true, page: { state: 'open' } })
  })

  it('of the portal: fail a renewal, pay it, cancel and resume', async () => {
    await choose(await pageFor(user, 'pro monthly'), 'pay')
    const portal = await portalOf(user)
    expect(await look(portal)).toMatchObject({ kind: 'portal', plan: null, amount: 0, return_url: `${origin}/account` })
    expect((await act(portal, 'fail_next_payment')).body).toMatchObject({ page: { fails_next: true } })
    expect((await act(portal, 'move_clock')).body).toMatchObject({
      page: {
        amount: 49,
        fails_next: false,
        // The clock of the customer is ahead; on ours the period has just ended.
        subscription: {
          status: 'past_due',
          past_due_since: '2026-11-20T09:00:00.000Z',
          current_period_end: '2026-12-21T09:00:00.000Z',
        },
      },
    })
    expect((await act(portal, 'pay_overdue')).body).toMatchObject({
      page: { amount: 0, subscription: { status: 'active' } },
    })
    expect((await act(portal, 'cancel')).body).toMatchObject({ page: { subscription: { status: 'cancelled' } } })
    expect((await act(portal, 'resume')).body).toMatchObject({ page: { subscription: { status: 'active' } } })
  })

  it('of the portal take no purchase, those of a purchase no action, and none does after its hour', async () => {
    const page = await pageFor(user, 'pro monthly')
    expect((await act(page, 'move_clock')).body).toMatchObject({ page: { state: 'open' } })
    await choose(page, 'pay')
    const portal = await portalOf(user)
    expect((await choose(portal, 'pay')).body).toMatchObject({ page: { kind: 'portal', state: 'open' } })
    server.deps.clock.pass(hour)
    expect((await act(portal, 'cancel')).body).toMatchObject({
      page: { state: 'expired', subscription: { status: 'active' } },
    })
  })

  it('use what a change left over before they charge', async () => {
    await choose(await pageFor(user, 'pro yearly'), 'pay')
    // 492 dollars are paid, and a month of Business costs 99.
    const page = await pageFor(user, 'business monthly')
    expect(await look(page)).toMatchObject({ kind: 'change', amount: 0 })
    await choose(page, 'pay')
    const portal = await portalOf(user)
    const paid = []
    for (let month = 0; month < 5; month += 1) {
      await act(portal, 'move_clock')
      const { rows } = await server.deps.store.db.execute<{ cents: number }>(
        `select amount_cents as cents from payment where workspace_id = '${user.actor.workspace.id}' order by amount_cents`,
      )
      paid.push(rows.map(({ cents }) => cents))
    }
    expect(paid).toEqual([[49_200], [49_200], [49_200], [300, 49_200], [300, 9_900, 49_200]])
  })

  it('are 404 for another workspace, and 403 for who may not pay', async () => {
    const page = await pageFor(user, 'pro monthly')
    const other = await server.aUser()
    await pageFor(other, 'pro monthly')
    expect((await other.get(`/billing/test/${idIn(page)}`)).status).toBe(404)
    expect((await other.post(`/billing/test/${idIn(page)}/outcome`, { outcome: 'pay' })).status).toBe(404)
    const colleague = await aColleague(server, user)
    expect((await colleague.get(`/billing/test/${idIn(page)}`)).status).toBe(403)
    expect(await look(page)).toMatchObject({ state: 'open' })
  })

  it('are 404 where money is real', async () => {
    const page = await pageFor(user, 'pro monthly')
    const real = server.deps.billing
    server.deps.billing = real && { ...real, kind: 'stripe' }
    const answers = [
      await user.get(`/billing/test/${idIn(page)}`),
      await choose(page, 'pay'),
      await act(page, 'cancel'),
    ]
    server.deps.billing = real
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  })
})
