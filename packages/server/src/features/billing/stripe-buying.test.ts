import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { TestUser } from '../../testing/app.ts'
import { openStripe, type StripeStage } from '../../testing/billing-providers.ts'
import { billingOf, idIn, origin, pageFor, portalOf, wish } from '../../testing/billing-world.ts'
import { onTheStore } from '../../testing/store.ts'
import { readDue } from './jobs.ts'

const day = 24 * 3_600_000

onTheStore('buying at Stripe', kind => {
  let stage: StripeStage
  let user: TestUser
  beforeAll(async () => {
    stage = await openStripe(kind, { connections: 5 })
  })
  beforeEach(async () => {
    stage.server.deps.clock.now = new Date('2026-11-01T09:00:00Z')
    stage.fake.troubles.length = 0
    user = await stage.server.aUser()
  })
  afterAll(() => stage.close())

  /** Everything that was ever charged to the customer of the user. */
  const charged = async () => {
    await readDue(stage.server.deps)
    const { stripe_customer_id: customer } = (await user.get('/auth/me')).body as Record<string, string>
    return [...stage.fake.invoices.values()].filter(each => each.customer === customer).map(({ paid }) => paid)
  }
  const openSessions = () => [...stage.fake.checkouts.values()].filter(({ status }) => status === 'open')

  it('a double click and a click in another tab lead to one page, and one customer', async () => {
    const before = { customers: stage.fake.customers.size, sessions: openSessions().length }
    const answers = await Promise.all([1, 2, 3].map(() => wish(user, 'pro monthly')))
    const urls = answers.flatMap(({ status, body }) => (status === 200 ? [(body as { url: string }).url] : []))
    // The others get 409, or the same page.
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true)
    expect(new Set([...urls, await pageFor(user, 'pro monthly')]).size).toBe(1)
    expect(stage.fake.customers.size - before.customers).toBe(1)
    expect(openSessions().length - before.sessions).toBe(1)
  })

  it('two plans in two tabs are never both paid', async () => {
    const [first, second] = [await pageFor(user, 'pro monthly'), await pageFor(user, 'business monthly')]
    await Promise.all([stage.vendor.pay(first), stage.vendor.pay(second), stage.vendor.pay(second)])
    expect(await charged()).toEqual([9_900])
  })

  it('a plan that is paid is not sold again, although its event never arrived', async () => {
    await stage.vendor.pay(await pageFor(user, 'pro monthly'))
    expect(await wish(user, 'pro monthly')).toMatchObject({ status: 409 })
    const upgrade = await pageFor(user, 'business monthly')
    await Promise.all([stage.vendor.pay(upgrade), stage.vendor.pay(upgrade)])
    expect(await charged()).toEqual([4_900, 5_000])
  })

  it('a page that was paid in the moment it is closed is not lost', async () => {
    const page = await pageFor(user, 'pro monthly')
    const expire = `POST /v1/checkout/sessions/${idIn(page)}/expire`
    const { requests } = stage.fake
    const push = requests.push.bind(requests)
    requests.push = (line = '') => {
      if (line === expire) void stage.vendor.pay(page)
      return push(line)
    }
    expect(await wish(user, 'business monthly')).toMatchObject({
      status: 409,
      body: { detail: 'Your subscription has just changed. Please reload the page.' },
    })
    requests.push = push
    expect(await charged()).toEqual([4_900])
  })

  it('a request whose answer was lost buys nothing twice', async () => {
    stage.fake.troubles.push(503)
    const page = await pageFor(user, 'pro monthly')
    await stage.vendor.pay(page)
    expect(await charged()).toEqual([4_900])
  })

  it('a price that the client sends does not count', async () => {
    const body = {
      plan: 'business',
      billing_period: 'yearly',
      origin_url: origin,
      price: 1,
      amount: 1,
      price_id: 'price_1',
    }
    const { body: reply } = await user.post('/payments/create-checkout', body)
    await stage.vendor.pay((reply as { url: string }).url)
    expect(await charged()).toEqual([99_600])
  })

  it.each([
    'https://evil.example',
    'http://localhost:3000@evil.example',
    'http://localhost:3001',
    '//evil.example',
    'x',
  ])('a return to %s is refused, and nothing is asked of Stripe', async elsewhere => {
    const before = stage.fake.requests.length
    const body = { plan: 'pro', billing_period: 'monthly', origin_url: elsewhere }
    expect(await user.post('/payments/create-checkout', body)).toMatchObject({ status: 400 })
    expect(stage.fake.requests).toHaveLength(before)
  })

  it('the session of someone else says nothing and gives no plan', async () => {
    const other = await stage.server.aUser()
    const page = await pageFor(other, 'business monthly')
    await stage.vendor.pay(page)
    const ours = new URL(stage.fake.checkout(idIn(page)).successUrl).searchParams.get('session_id') ?? ''
    for (const id of [ours, idIn(page), 'cs_test_1']) {
      expect((await user.get(`/payments/checkout-status/${id}`)).status).toBe(404)
    }
    expect(await billingOf(stage.server, user)).toMatchObject({ tier: 'free', subscription: null })
    expect((await other.get(`/payments/checkout-status/${ours}`)).body).toEqual({
      payment_status: 'paid',
      status: 'complete',
      plan: 'business',
    })
  })

  it('the return from a page leads to our account page, with our id of the purchase', async () => {
    const { successUrl, cancelUrl, reference } = stage.fake.checkout(idIn(await pageFor(user, 'pro monthly')))
    expect(successUrl).toBe(`${origin}/account?session_id=${reference}`)
    expect(cancelUrl).toBe(`${origin}/account?cancelled=true`)
  })

  it.each(['business monthly', 'starter monthly'])(
    'while the page of an upgrade is open, %s has to wait',
    async other => {
      await stage.vendor.pay(await pageFor(user, 'pro monthly'))
      const page = await pageFor(user, 'pro yearly')
      expect(await wish(user, other)).toMatchObject({
        status: 409,
        body: {
          detail: 'The page of another upgrade is still open. Complete that upgrade, or try again in 5 minutes.',
        },
      })
      expect(await pageFor(user, 'pro yearly')).toBe(page)
      stage.server.deps.clock.pass(5 * 60_000)
      expect((await wish(user, other)).status).toBe(200)
      await stage.vendor.pay(page)
      expect(await charged()).toEqual([4_900])
    },
  )

  it('the price of an upgrade opens no page, so another one can be looked at and bought', async () => {
    await stage.vendor.pay(await pageFor(user, 'pro monthly'))
    const at = (text: string, step: string) => wish(user, text, step)
    const before = stage.fake.portals.size
    expect((await at('pro yearly', 'preview')).body).toEqual({
      prorated_amount: 443,
      credit: 0,
      new_subscription_start: expect.any(String),
    })
    expect((await at('business monthly', 'preview')).body).toMatchObject({ prorated_amount: 50 })
    expect(stage.fake.portals.size).toBe(before)
    const { url } = (await at('business monthly', 'confirm')).body as { url: string }
    expect(await at('pro yearly', 'confirm')).toMatchObject({ status: 409 })
    await stage.vendor.pay(url)
    // By now it would be a downgrade, which needs its own question.
    expect(await at('pro yearly', 'confirm')).toMatchObject({
      status: 409,
      body: { detail: 'Your subscription has just changed. Please reload the page.' },
    })
    expect(await billingOf(stage.server, user)).toMatchObject({ scheduled: null, paid: [4_900, 5_000] })
  })

  it('a change that is confirmed after its page was forgotten is complete', async () => {
    await stage.vendor.pay(await pageFor(user, 'pro monthly'))
    const page = await pageFor(user, 'business monthly')
    const returns = stage.fake.portal(idIn(page)).change?.returnUrl ?? ''
    const path = `/payments/checkout-status/${new URL(returns).searchParams.get('session_id')}`
    await stage.vendor.leave(page)
    stage.server.deps.clock.pass(6 * 60_000)
    expect((await user.get(path)).body).toMatchObject({ status: 'expired' })
    await stage.vendor.pay(page)
    expect((await user.get(path)).body).toEqual({ payment_status: 'paid', status: 'complete', plan: 'business' })
  })

  it('after a downgrade has happened an upgrade is possible, though its schedule still runs', async () => {
    await stage.vendor.pay(await pageFor(user, 'business monthly'))
    await wish(user, 'pro monthly')
    await stage.vendor.renew(await portalOf(user))
    stage.server.deps.clock.pass(day)
    await readDue(stage.server.deps)
    await stage.vendor.pay(await pageFor(user, 'business yearly'))
    stage.server.deps.clock.pass(day)
    expect(await charged()).toHaveLength(3)
    expect(await billingOf(stage.server, user)).toMatchObject({
      subscription: 'business yearly active',
      scheduled: null,
    })
  })

  it('the profile has the ids of Stripe', async () => {
    expect((await user.get('/auth/me')).body).toMatchObject({ stripe_customer_id: null, stripe_subscription_id: null })
    await stage.vendor.pay(await pageFor(user, 'pro monthly'))
    stage.server.deps.clock.pass(day)
    await readDue(stage.server.deps)
    expect((await user.get('/auth/me')).body).toMatchObject({
      stripe_customer_id: expect.stringMatching(/^cus_/),
      stripe_subscription_id: expect.stringMatching(/^sub_/),
    })
  })
})
