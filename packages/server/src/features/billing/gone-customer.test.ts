import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { billingCustomer } from '../../db/schema/index.ts'
import type { TestUser } from '../../testing/app.ts'
import { openStripe, type StripeStage } from '../../testing/billing-providers.ts'
import { billingOf, idIn, pageFor, wish } from '../../testing/billing-world.ts'
import { theStore } from '../../testing/store.ts'
import { readDue } from './jobs.ts'

const day = 24 * 3_600_000

describe('a customer that was deleted at Stripe', () => {
  let stage: StripeStage
  let user: TestUser
  let customerId: string
  beforeAll(async () => {
    stage = await openStripe(theStore())
  })
  beforeEach(async () => {
    stage.server.deps.clock.now = new Date('2026-11-01T09:00:00Z')
    user = await stage.server.aUser()
    await stage.vendor.pay(await pageFor(user, 'pro monthly'))
    await wish(user, 'pro monthly')
    expect(await billingOf(stage.server, user)).toMatchObject({ tier: 'pro' })
    customerId = (await customer())?.customerId ?? ''
    stage.fake.takeEvents()
  })
  afterAll(() => stage.close())

  const customer = async () => {
    const of = eq(billingCustomer.workspaceId, user.actor.workspace.id)
    return (await stage.server.deps.store.db.select().from(billingCustomer).where(of))[0]
  }
  const ended = { tier: 'free', subscription: null, scheduled: null, paid: [4_900] }

  it('is forgotten with its plan by the nightly reading, and its payments stay', async () => {
    stage.fake.deleteCustomer(customerId)
    stage.server.deps.clock.pass(day)
    await readDue(stage.server.deps)
    expect(await billingOf(stage.server, user)).toEqual(ended)
    expect(await customer()).toBeUndefined()
  })

  it('is a new one with the next purchase', async () => {
    stage.fake.deleteCustomer(customerId)
    const page = await pageFor(user, 'business monthly')
    expect(stage.fake.checkout(idIn(page)).customer).not.toBe(customerId)
    await stage.vendor.pay(page)
    stage.server.deps.clock.pass(day)
    await readDue(stage.server.deps)
    expect(await billingOf(stage.server, user)).toMatchObject({ tier: 'business', paid: [4_900, 9_900] })
  })

  it('is a new one also where Stripe still lists what it had', async () => {
    stage.fake.deleteCustomer(customerId)
    const deleted = stage.fake.customers.get(customerId)
    if (deleted === undefined) throw new Error('the fake forgot the customer')
    const { requests } = stage.fake
    const push = requests.push.bind(requests)
    requests.push = (line = '') => {
      deleted.deleted = !/^GET .v1.(subscriptions|invoices)$/.test(line)
      return push(line)
    }
    const page = await pageFor(user, 'pro monthly')
    requests.push = push
    expect(stage.fake.checkout(idIn(page)).customer).not.toBe(customerId)
  })

  it('ends with the event about its subscription, which is answered once', async () => {
    stage.fake.deleteCustomer(customerId)
    const events = stage.fake.takeEvents()
    expect(events).toHaveLength(1)
    for (const event of events) await stage.deliver(event)
    expect(await billingOf(stage.server, user)).toEqual(ended)
  })

  it('has no portal', async () => {
    stage.fake.deleteCustomer(customerId)
    expect(await user.post('/payments/create-portal-session')).toMatchObject({ status: 400 })
    expect(await billingOf(stage.server, user)).toEqual(ended)
  })

  it('keeps its plan where Stripe only does not know it, as with the key of another account', async () => {
    stage.fake.customers.delete(customerId)
    stage.server.deps.clock.pass(day)
    await readDue(stage.server.deps)
    expect(await wish(user, 'business monthly')).toMatchObject({ status: 502 })
    expect(await billingOf(stage.server, user)).toMatchObject({ tier: 'pro', subscription: 'pro monthly active' })
    expect((await customer())?.customerId).toBe(customerId)
  })
})
