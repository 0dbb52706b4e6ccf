import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { billingCustomer, payment, workspace } from '../../db/schema/index.ts'
import { type Billing, BillingFailed, type ProviderSubscription } from '../../ports.ts'
import { openTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import {
  aUserReadLater,
  billingOf,
  pageFor,
  portalOf,
  testVendor,
  type Vendor,
  wish,
} from '../../testing/billing-world.ts'
import { onTheStore } from '../../testing/store.ts'
import { forgetOld, leaveTestMode, readDue } from './jobs.ts'
import { receiveEvent, sync } from './sync.ts'

const hour = 3_600_000
const day = 24 * hour

onTheStore('readings of subscriptions', kind => {
  let server: TestApp
  let user: TestUser
  let vendor: Vendor
  let real: Billing
  beforeEach(async () => {
    server = await openTestApp(kind, { connections: 5 })
    if (server.deps.billing === null) throw new Error('this test needs billing')
    real = server.deps.billing
    vendor = testVendor(server)
    server.deps.clock.now = new Date('2026-11-20T09:00:00Z')
    user = await aUserReadLater(server)
    await vendor.pay(await pageFor(user, 'pro monthly'))
  })
  afterEach(() => server.close())

  const customer = async () => {
    const [row] = await server.deps.store.db.select().from(billingCustomer)
    if (row === undefined) throw new Error('there is no customer')
    return row
  }

  it('are made once a day, at a time of its own for each workspace', async () => {
    const reads: boolean[] = []
    for (let n = 0; n <= 72; n += 1) {
      reads.push((await readDue(server.deps)) === 1)
      server.deps.clock.pass(hour)
    }
    expect(reads.filter(Boolean)).toHaveLength(3)
    expect(await billingOf(server, user)).toMatchObject({ tier: 'pro' })
  })

  it('are made when a period ends, though nothing tells us', async () => {
    await readDue({ ...server.deps, now: () => new Date('2026-11-21T09:00:00Z') })
    await wish(user, 'free monthly')
    server.deps.clock.now = new Date('2026-12-20T08:59:59.999Z')
    await readDue(server.deps)
    expect(await billingOf(server, user)).toMatchObject({ tier: 'pro', subscription: 'pro monthly cancelled' })
    server.deps.clock.pass(1)
    expect(await readDue(server.deps)).toBe(1)
    expect(await billingOf(server, user)).toMatchObject({ tier: 'free', scheduled: null })
  })

  it('that find the same as before change nothing', async () => {
    await sync(server.deps, await customer())
    const before = await billingOf(server, user)
    await Promise.all([1, 2, 3].map(async () => sync(server.deps, await customer())))
    expect(await billingOf(server, user)).toEqual(before)
  })

  it('that ask later count, also when an earlier answer arrives after theirs', async () => {
    const of = await customer()
    const { promise: slow, resolve: answer } = Promise.withResolvers<ProviderSubscription | null>()
    const old = await real.readSubscription(of.customerId)
    const early = sync({ ...server.deps, billing: { ...real, readSubscription: () => slow } }, of)
    await vendor.cancel(await portalOf(user))
    await sync(server.deps, of)
    answer(old)
    expect((await early)?.status).toBe('cancelled')
    expect(await billingOf(server, user)).toMatchObject({ subscription: 'pro monthly cancelled' })
  })

  it('that fail are made again after a quarter of an hour, and the others are made all the same', async () => {
    const other = await aUserReadLater(server)
    await vendor.pay(await pageFor(other, 'business monthly'))
    const { customerId } = await customer()
    server.deps.clock.pass(day)
    const failing: Billing = {
      ...real,
      async readSubscription(id) {
        if (id === customerId) throw new BillingFailed('timeout')
        return real.readSubscription(id)
      },
    }
    const deps = { ...server.deps, billing: failing }
    expect(await readDue(deps)).toBe(1)
    expect(await readDue(deps)).toBe(0)
    server.deps.clock.pass(hour / 4)
    expect(await readDue(server.deps)).toBe(1)
    expect([await billingOf(server, user), await billingOf(server, other)]).toMatchObject([
      { tier: 'pro' },
      { tier: 'business' },
    ])
  })

  it('follow an event once, and one of a customer that we do not know not at all', async () => {
    let asked = 0
    const counting: Billing = {
      ...real,
      readSubscription(id) {
        asked += 1
        return real.readSubscription(id)
      },
    }
    const deps = { ...server.deps, billing: counting }
    const { customerId } = await customer()
    for (const eventId of ['evt 1', 'evt 1', 'evt 2']) await receiveEvent(deps, { eventId, customerId })
    await receiveEvent(deps, { eventId: 'evt 3', customerId: crypto.randomUUID() })
    expect(asked).toBe(2)
  })

  it('handle an event again whose reading failed', async () => {
    const { customerId } = await customer()
    const event = { eventId: 'evt 1', customerId }
    const failing: Billing = {
      ...real,
      readSubscription: async () => {
        throw new BillingFailed('timeout')
      },
    }
    await expect(receiveEvent({ ...server.deps, billing: failing }, event)).rejects.toThrow('timeout')
    await receiveEvent(server.deps, event)
    expect(await billingOf(server, user)).toMatchObject({ tier: 'pro', paid: [4_900] })
  })

  it('stop with the process', async () => {
    server.deps.clock.pass(day)
    expect(await readDue(server.deps, AbortSignal.abort())).toBe(0)
  })

  it('keep a payment for seven years, also without its workspace', async () => {
    const { db } = server.deps.store
    await sync(server.deps, await customer())
    await db.delete(workspace).where(eq(workspace.id, user.actor.workspace.id))
    await forgetOld(server.deps, new Date('2033-11-20T09:00:00Z'))
    expect(await db.select().from(payment)).toMatchObject([{ workspaceId: null, amountCents: 4_900 }])
    await forgetOld(server.deps, new Date('2033-11-20T09:00:00.001Z'))
    expect(await db.select().from(payment)).toEqual([])
  })

  it('do not bring back payments that are older than seven years', async () => {
    const { db } = server.deps.store
    await sync(server.deps, await customer())
    expect(await db.select().from(payment)).toHaveLength(1)
    const later = { ...server.deps, now: () => new Date('2033-11-20T09:00:00.001Z') }
    await forgetOld(later, later.now())
    await sync(later, await customer())
    const [first] = await db.select().from(payment).orderBy(payment.paidAt)
    expect(first?.paidAt.getTime() ?? Number.POSITIVE_INFINITY).toBeGreaterThan(Date.parse('2026-11-20T09:00:00.001Z'))
  })

  it('give no plan from test mode any more where money is real', async () => {
    await sync(server.deps, await customer())
    await leaveTestMode(server.deps)
    expect(await billingOf(server, user)).toMatchObject({ tier: 'pro' })
    await leaveTestMode({ ...server.deps, billing: { ...real, kind: 'stripe' } })
    expect(await billingOf(server, user)).toEqual({ tier: 'free', subscription: null, scheduled: null, paid: [4_900] })
  })

  it('end with a plan of the test mode of Stripe that counts no more once a live key is set, and stay with a live one', async () => {
    const { db } = server.deps.store
    await sync(server.deps, await customer())
    await db.update(billingCustomer).set({ provider: 'stripe_test' })
    await leaveTestMode({ ...server.deps, billing: { ...real, kind: 'stripe_test' } })
    expect(await billingOf(server, user)).toMatchObject({ tier: 'pro' })
    await db.update(billingCustomer).set({ provider: 'stripe' })
    await leaveTestMode({ ...server.deps, billing: { ...real, kind: 'stripe' } })
    expect(await billingOf(server, user)).toMatchObject({ tier: 'pro' })
    await db.update(billingCustomer).set({ provider: 'stripe_test' })
    await leaveTestMode({ ...server.deps, billing: { ...real, kind: 'stripe' } })
    expect(await billingOf(server, user)).toMatchObject({ tier: 'free', subscription: null })
  })
})
