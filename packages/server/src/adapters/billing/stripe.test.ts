import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BillingFailed, CustomerGone } from '../../ports.ts'
import { idIn } from '../../testing/billing-world.ts'
import { type FakeStripe, openFakeStripe } from '../../testing/fake-stripe/server.ts'
import { stripeAccount, stripePriceList, stripeVendor } from '../../testing/stripe-vendor.ts'
import { stripeBilling } from './stripe.ts'

const day = 24 * 3_600_000
const urls = { success: 'http://localhost:3000/account?session_id=1', cancel: 'http://localhost:3000/account' }
const workspace = { id: '5e7d1c1a-0000-4000-8000-000000000000', name: 'Kite & Sons', email: 'ada@example.org' }
const pro = { plan: 'pro', period: 'monthly' } as const
const business = { plan: 'business', period: 'monthly' } as const

describe('Stripe', () => {
  const clock = { now: new Date('2026-11-01T09:00:00Z') }
  let fake: FakeStripe
  let billing: ReturnType<typeof stripeBilling>
  let customerId: string
  beforeAll(async () => {
    const { secretKey } = stripeAccount
    fake = await openFakeStripe({ secretKey, now: () => clock.now, prices: stripePriceList })
  })
  beforeEach(async () => {
    clock.now = new Date('2026-11-01T09:00:00Z')
    fake.customers.clear()
    fake.troubles.length = 0
    fake.down = false
    billing = aBilling()
    customerId = await billing.createCustomer({ ...workspace, id: crypto.randomUUID() })
    fake.requests.length = 0
  })
  afterAll(() => fake.close())

  const aBilling = (changes: Partial<typeof stripeAccount> = {}, limitMs?: number) =>
    stripeBilling({
      settings: { ...stripeAccount, apiBase: fake.url, ...changes },
      now: () => clock.now,
      ...(limitMs !== undefined && { limitMs }),
    })
  const subscribe = async (offer: typeof pro | typeof business = pro) => {
    const page = await billing.openCheckout({ reference: crypto.randomUUID(), customerId, offer, urls })
    await stripeVendor(fake, clock).pay(page.url)
    const present = await billing.readSubscription(customerId)
    if (present === null) throw new Error('nothing was bought')
    return present
  }

  it('makes one customer for a workspace, also for another member and long after Stripe forgot the key', async () => {
    const first = await billing.createCustomer(workspace)
    expect(await billing.createCustomer({ ...workspace, email: 'grace@example.org' })).toBe(first)
    expect(fake.customers.get(first)).toMatchObject({ email: 'grace@example.org', name: 'Kite & Sons' })
    expect(fake.requests.filter(line => line === 'POST /v1/customers')).toHaveLength(1)
  })

  it('forgets the name and the address of a customer, and keeps the payments', async () => {
    await subscribe()
    await billing.forgetPerson?.(customerId)
    expect(fake.customers.get(customerId)).toMatchObject({ name: null, email: null })
    expect(await billing.readPayments(customerId)).toHaveLength(1)
  })

  it('makes a new customer where the one before was deleted, also while Stripe repeats its answer to the key', async () => {
    const made = new Set<string>()
    const other = { ...workspace, id: crypto.randomUUID() }
    for (let n = 0; n < 3; n += 1) {
      const id = await billing.createCustomer(other)
      made.add(id)
      fake.deleteCustomer(id)
    }
    expect(made.size).toBe(3)
  })

  it('says that a customer was deleted, and only where Stripe says so', async () => {
    fake.deleteCustomer(customerId)
    // Stripe knows no customer of another account either.
    const ids = [
      [customerId, true],
      ['cus_unknown', false],
    ] as const
    for (const [of, isGone] of ids) {
      const failures = await Promise.allSettled([
        billing.readSubscription(of),
        billing.readPayments(of),
        billing.openPortal({ customerId: of, returnUrl: urls.cancel }),
        billing.openCheckout({ reference: `for ${of}`, customerId: of, offer: pro, urls }),
      ])
      for (const failure of failures) {
        const error: unknown = failure.status === 'rejected' ? failure.reason : null
        expect([error instanceof BillingFailed, error instanceof CustomerGone]).toEqual([true, isGone])
      }
    }
  })

  it('opens one session for a reference', async () => {
    const purchase = { reference: 'r 1', customerId, offer: pro, urls }
    const [one, other] = [await billing.openCheckout(purchase), await billing.openCheckout(purchase)]
    expect(other).toEqual(one)
    expect(one).toEqual({
      sessionId: expect.stringMatching(/^cs_/),
      url: `${fake.url}/c/pay/${one.sessionId}`,
      expiresAt: new Date(clock.now.getTime() + day),
    })
  })

  it('says in which state a session is that it closes', async () => {
    const open = () => billing.openCheckout({ reference: crypto.randomUUID(), customerId, offer: pro, urls })
    const [left, paid] = [await open(), await open()]
    expect(await billing.closeCheckout(left.sessionId)).toBe('expired')
    expect(await billing.closeCheckout(left.sessionId)).toBe('expired')
    await stripeVendor(fake, clock).pay(paid.url)
    expect(await billing.closeCheckout(paid.sessionId)).toBe('complete')
    await expect(billing.closeCheckout('cs_unknown')).rejects.toThrow("No such checkout.session: 'cs_unknown'")
  })

  it('finishes a downgrade whose second request failed', async () => {
    const { id } = await subscribe(business)
    // The subscription, the schedule that is made, and the phases that are not.
    const { requests } = fake
    const push = requests.push.bind(requests)
    requests.push = (line = '') => {
      if (/^POST .*subscription_schedules\/\w+$/.test(line)) fake.troubles.unshift(400)
      return push(line)
    }
    await expect(billing.scheduleDowngrade(id, pro)).rejects.toThrow(BillingFailed)
    requests.push = push
    expect((await billing.readSubscription(customerId))?.scheduled).toBeNull()
    await billing.scheduleDowngrade(id, pro)
    const at = new Date('2026-12-01T09:00:00Z')
    expect((await billing.readSubscription(customerId))?.scheduled).toEqual({ ...pro, at })
  })

  it('ends a subscription with its period although a schedule is left over, and takes that back', async () => {
    const { id } = await subscribe(business)
    await billing.scheduleDowngrade(id, pro)
    await billing.cancelAtPeriodEnd(id)
    await billing.cancelAtPeriodEnd(id)
    const scheduled = { plan: 'free', period: 'monthly', at: new Date('2026-12-01T09:00:00Z') }
    expect(await billing.readSubscription(customerId)).toMatchObject({ status: 'cancelled', scheduled })
    await billing.release(id)
    await billing.release(id)
    expect(await billing.readSubscription(customerId)).toMatchObject({ status: 'active', scheduled: null })
  })

  it('reads and takes back an end at a date, as the portal may set one', async () => {
    const { id } = await subscribe()
    const ends = Math.floor(clock.now.getTime() / 1000) + 86_400
    fake.subscription(id).cancelAt = ends
    const at = new Date(ends * 1000)
    expect(await billing.readSubscription(customerId)).toMatchObject({ status: 'cancelled', currentPeriodEnd: at })
    await billing.release(id)
    expect(await billing.readSubscription(customerId)).toMatchObject({ status: 'active', scheduled: null })
  })

  it('is past due since the oldest invoice that is open', async () => {
    const { id } = await subscribe()
    fake.customer(customerId).failsNext = true
    clock.now = new Date('2026-12-05T09:00:00Z')
    const since = new Date('2026-12-01T09:00:00Z')
    expect(await billing.readSubscription(customerId)).toMatchObject({ status: 'past_due', pastDueSince: since })
    fake.subscription(id).status = 'incomplete'
    expect(await billing.readSubscription(customerId)).toBeNull()
  })

  it('gives no plan for a change that Stripe made although its invoice is not paid', async () => {
    const { id } = await subscribe()
    // Stripe makes a change by default whether or not it is paid; the portal may do so too.
    clock.now = new Date(clock.now.getTime() + day)
    fake.customer(customerId).failsNext = true
    fake.ledger.change(fake.subscription(id), fake.price('price_business_month'), fake.seconds())
    fake.subscription(id).status = 'past_due'
    expect(await billing.readSubscription(customerId)).toMatchObject({ ...pro, status: 'past_due' })
    fake.ledger.payOpen(fake.subscription(id), fake.seconds())
    expect(await billing.readSubscription(customerId)).toMatchObject({ ...business, status: 'active' })
  })

  it('counts the higher plan where a customer has two, and a live one before one that has ended', async () => {
    const first = await subscribe(business)
    const second = await subscribe()
    expect(second.id).toBe(first.id)
    fake.ledger.end(fake.subscription(first.id), fake.seconds())
    expect(await billing.readSubscription(customerId)).toMatchObject({ ...pro, status: 'active' })
  })

  it('counts a paid subscription before a higher one that is not paid', async () => {
    await subscribe(pro)
    const unpaid = fake.ledger.buy(customerId, fake.price('price_business_month'), fake.seconds())
    expect(await billing.readSubscription(customerId)).toMatchObject({ ...business, status: 'active' })
    for (const status of ['past_due', 'incomplete'] as const) {
      fake.subscription(unpaid.id).status = status
      expect(await billing.readSubscription(customerId)).toMatchObject({ ...pro, status: 'active' })
    }
  })

  it('knows an earlier price, and takes no plan away for one that is not configured', async () => {
    await subscribe()
    const prices = { ...stripeAccount.prices, pro: { ...stripeAccount.prices.pro, monthly: ['price_new'] as const } }
    const changed = { prices } as unknown as Partial<typeof stripeAccount>
    await expect(aBilling(changed).readSubscription(customerId)).rejects.toThrow(
      /no STRIPE_PRICE_ setting has the price of sub_\w+ \(price_pro_month\)/,
    )
    prices.pro = { ...prices.pro, monthly: ['price_new', 'price_pro_month'] as unknown as readonly ['price_new'] }
    expect(await aBilling(changed).readSubscription(customerId)).toMatchObject(pro)
  })

  it('previews a change without a charge, and gives back what is not used', async () => {
    const { id: subscriptionId } = await subscribe(business)
    clock.now = new Date(clock.now.getTime() + 15 * day)
    const change = { customerId, subscriptionId, offer: { plan: 'business', period: 'yearly' } as const }
    expect(await billing.previewChange(change)).toEqual({
      amountCents: 99_600 - 4_950,
      creditCents: 0,
      startsAt: clock.now,
    })
    expect(await billing.previewChange({ ...change, offer: pro })).toMatchObject({ amountCents: 0, creditCents: 2_500 })
    expect(await billing.readPayments(customerId)).toMatchObject([{ amountCents: 9_900, currency: 'USD', ...business }])
  })

  it('names a price that does not exist, or costs something else than the plan', async () => {
    expect(await billing.setupProblems?.()).toEqual([])
    const { pro, business } = stripeAccount.prices
    const prices = { pro: { ...pro, monthly: ['price_other'] }, business: { ...business, yearly: pro.yearly } }
    const wrong = aBilling({ prices } as unknown as Partial<typeof stripeAccount>)
    expect(await wrong.setupProblems?.()).toEqual([
      'STRIPE_PRICE_PRO_MONTHLY: Stripe has no price price_other → use one of the same mode, test or live, as the key',
      'STRIPE_PRICE_BUSINESS_YEARLY: price_pro_year is 492.00 USD a year at Stripe, but the plan costs 996.00 USD a year → change one of them',
      'Stripe: the portal does not offer price_other, so customers cannot change to it → add the product',
    ])
  })

  it('names a portal that gives a plan before it is paid for, or ends one at once', async () => {
    const [good] = fake.portalSettings
    if (good === undefined) throw new Error('the portal has no settings')
    fake.portalSettings[0] = { ...good, proration: 'create_prorations', cancels: 'immediately' }
    expect(await billing.setupProblems?.()).toEqual([
      'Stripe: the portal does not invoice an upgrade at once → choose to invoice prorations immediately',
      'Stripe: the portal cancels at once → let customers cancel at the end of the billing period',
    ])
    fake.portalSettings[0] = { ...good, prices: ['price_pro_month', 'price_pro_year'], downgradesWait: false }
    expect(await billing.setupProblems?.()).toEqual([
      'Stripe: the portal does not offer price_business_month, price_business_year, so customers cannot change to it → add the product',
      'Stripe: the portal downgrades at once → let downgrades wait for the end of the billing period',
    ])
    fake.portalSettings[0] = { ...good, switchesPlans: false, proration: 'none' }
    expect(await billing.setupProblems?.()).toEqual(['Stripe: customers cannot switch plans in the portal → allow it'])
    fake.portalSettings.length = 0
    expect(await billing.setupProblems?.()).toEqual([
      'Stripe: the customer portal has no settings → save them at Stripe',
    ])
  })

  it('repeats a request that fails for a moment, and buys nothing twice', async () => {
    fake.troubles.push(500, 503)
    const page = await billing.openCheckout({ reference: 'once', customerId, offer: pro, urls })
    expect(fake.checkout(idIn(page.url)).reference).toBe('once')
    expect(fake.requests).toHaveLength(3)
  })

  it('ends each call within its limit, also when Stripe says nothing', async () => {
    fake.troubles.push('silence', 'silence', 'silence', 'silence')
    const began = performance.now()
    await expect(aBilling({}, 300).readSubscription(customerId)).rejects.toThrow(BillingFailed)
    expect(performance.now() - began).toBeLessThan(8_000)
  })

  it('names the cause of a failure, and no secret', async () => {
    fake.down = true
    const failure = await billing.readSubscription(customerId).catch((error: unknown) => error)
    expect(String(failure)).toMatch(/^BillingFailed: Stripe: .*\(api_error, status 503, req_\d+\)$/)
    fake.down = false
    const wrong = aBilling({ secretKey: 'sk_test_of_someone_else' as typeof stripeAccount.secretKey })
    const refused = await wrong.readSubscription(customerId).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(BillingFailed)
    const { message, stack = '', cause } = refused as BillingFailed
    expect(message).toMatch(/^Stripe: Invalid API Key provided/)
    expect(`${message}${stack}${JSON.stringify(refused)}`).not.toContain('someone_else')
    expect(cause).toBeUndefined()
  })

  it('can be pointed at a server that is not there', async () => {
    const nowhere = stripeBilling({
      settings: { ...stripeAccount, apiBase: 'http://127.0.0.1:1' },
      now: () => clock.now,
      limitMs: 500,
    })
    await expect(nowhere.readSubscription(customerId)).rejects.toThrow(BillingFailed)
  })
})
