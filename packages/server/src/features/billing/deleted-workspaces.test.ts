import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { workspace } from '../../db/schema/index.ts'
import type { TestUser } from '../../testing/app.ts'
import { type BillingStage, billingProviders, openStripe } from '../../testing/billing-providers.ts'
import { aUserReadLater, billingOf, pageFor, portalOf, wish } from '../../testing/billing-world.ts'
import { theStore } from '../../testing/store.ts'
import { readDue } from './jobs.ts'

const minute = 60_000
const day = 24 * 60 * minute
const leaseMs = 15 * minute

let stage: BillingStage
afterEach(() => stage.close())

async function begin(open: (typeof billingProviders)[string]): Promise<TestUser> {
  stage = await open(theStore())
  stage.server.deps.clock.now = new Date('2026-11-01T09:00:00Z')
  return aUserReadLater(stage.server)
}

const buy = async (user: TestUser, what: string) => void (await stage.vendor.pay(await pageFor(user, what)))

async function setDeleted({ actor }: TestUser, deletedAt: Date | null): Promise<void> {
  const { db } = stage.server.deps.store
  await db.update(workspace).set({ deletedAt }).where(eq(workspace.id, actor.workspace.id))
}

/** What a workspace has once it is restored. */
async function restored(user: TestUser) {
  await setDeleted(user, null)
  return billingOf(stage.server, user)
}

describe.each(Object.entries(billingProviders))('a deleted workspace with %s', (_name, open) => {
  it('has no further renewal: its subscription ends with the period that is paid', async () => {
    const user = await begin(open)
    const { deps } = stage.server
    await buy(user, 'pro monthly')
    await readDue(deps)
    await setDeleted(user, deps.now())
    expect(await readDue(deps)).toBe(1)
    const ended = { tier: 'pro', subscription: 'pro monthly cancelled', scheduled: 'free monthly', paid: [4_900] }
    expect(await restored(user)).toEqual(ended)
    // A restored workspace can take it back.
    expect((await user.post('/payments/cancel-downgrade')).status).toBe(200)
    expect(await billingOf(stage.server, user)).toMatchObject({ subscription: 'pro monthly active', scheduled: null })
  })

  it('has no scheduled change either', async () => {
    const user = await begin(open)
    const { deps } = stage.server
    await buy(user, 'business monthly')
    await wish(user, 'pro monthly')
    await setDeleted(user, deps.now())
    await readDue(deps)
    expect(await restored(user)).toMatchObject({
      subscription: 'business monthly cancelled',
      scheduled: 'free monthly',
    })
    await stage.vendor.renew(await portalOf(user))
    deps.clock.pass(day)
    await readDue(deps)
    expect(await billingOf(stage.server, user)).toMatchObject({ tier: 'free', paid: [9_900] })
  })

  it('pays nothing of a period that was not paid: the subscription ends at once', async () => {
    const user = await begin(open)
    const { deps } = stage.server
    await buy(user, 'pro monthly')
    await stage.vendor.failToRenew(await portalOf(user))
    await setDeleted(user, deps.now())
    await readDue(deps)
    const over = { tier: 'free', subscription: 'pro monthly cancelled', scheduled: null, paid: [4_900] }
    expect(await restored(user)).toEqual(over)
  })

  it('buys nothing on a page that is still open', async () => {
    const user = await begin(open)
    const { deps } = stage.server
    const page = await pageFor(user, 'pro monthly')
    await setDeleted(user, deps.now())
    await readDue(deps)
    await stage.vendor.pay(page)
    deps.clock.pass(day)
    await readDue(deps)
    expect(await restored(user)).toEqual({ tier: 'free', subscription: null, scheduled: null, paid: [] })
  })
})

it('a provider that is down is asked again after the lease, and once it has answered nothing more is changed', async () => {
  const user = await begin(openStripe)
  const { server, fake } = stage as Awaited<ReturnType<typeof openStripe>>
  const { deps } = server
  await buy(user, 'pro monthly')
  await readDue(deps)
  await setDeleted(user, deps.now())
  fake.troubles.push(...Array.from({ length: 30 }, () => 400 as const))
  expect(await readDue(deps)).toBe(0)
  fake.troubles.length = 0
  expect(await readDue(deps)).toBe(0)
  deps.clock.pass(leaseMs)
  expect(await readDue(deps)).toBe(1)
  const changes = () => fake.requests.filter(line => /^(?:POST|DELETE)/.test(line)).length
  const before = changes()
  deps.clock.pass(day)
  expect(await readDue(deps)).toBe(1)
  expect(changes()).toBe(before)
  expect(await restored(user)).toMatchObject({ subscription: 'pro monthly cancelled' })
})
