import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestUser } from '../../testing/app.ts'
import { type BillingStage, billingProviders } from '../../testing/billing-providers.ts'
import { billingOf, pageFor, wish } from '../../testing/billing-world.ts'
import { theStore } from '../../testing/store.ts'
import { openCheckoutOf } from './checkout-store.ts'
import { customerOf } from './customer-store.ts'

describe.each(Object.entries(billingProviders))('a preview with %s changes nothing:', (_name, open) => {
  let stage: BillingStage
  let user: TestUser
  beforeAll(async () => {
    stage = await open(theStore())
  })
  beforeEach(async () => {
    stage.server.deps.clock.now = new Date('2026-11-01T09:00:00Z')
    user = await stage.server.aUser()
  })
  afterAll(() => stage.close())

  const look = (text: string) => wish(user, text, 'preview')
  const workspaceId = () => user.actor.workspace.id
  /** What the person, the provider and our rows have. */
  async function everything() {
    const { billing, store } = stage.server.deps
    if (billing === null) throw new Error('this test needs billing')
    const customer = await customerOf(store.db, billing.kind, workspaceId())
    return {
      shown: await billingOf(stage.server, user),
      onHold: (await user.get('/payments/scheduled-downgrade')).body,
      page: await openCheckoutOf(store.db, workspaceId()),
      customerId: customer?.customerId,
      atProvider: customer && (await billing.readSubscription(customer.customerId)),
    }
  }

  it('of a first purchase says its price, opens no page, and makes no customer', async () => {
    expect(await look('business yearly')).toMatchObject({ status: 200, body: { purchase: true, price: 996 } })
    expect(await everything()).toMatchObject({ page: undefined, customerId: undefined })
    expect((await look('starter monthly')).status).toBe(409)
    // The page is opened by the step that buys.
    expect((await wish(user, 'pro monthly', 'buy')).body).toEqual({ url: expect.any(String) })
  })

  it('of a purchase leaves the page of another one open', async () => {
    await pageFor(user, 'pro monthly')
    const before = await everything()
    expect((await look('business monthly')).body).toEqual({ purchase: true, price: 99 })
    expect(await everything()).toEqual(before)
  })

  describe('for a subscription to Business,', () => {
    beforeEach(async () => stage.vendor.pay(await pageFor(user, 'business monthly')).then(() => look('pro monthly')))

    it.each([
      ['pro monthly', 'Your plan changes to Pro on December 1, 2026. You keep Business until then.'],
      ['free monthly', 'Your plan changes to Starter on December 1, 2026. You keep Business until then.'],
    ])('of a downgrade to %s says when it would take effect, and schedules nothing', async (text, message) => {
      const before = await everything()
      expect(await look(text)).toMatchObject({
        status: 200,
        body: { downgrade_scheduled: false, effective_date: '2026-12-01T09:00:00.000Z', message },
      })
      expect(await everything()).toEqual(before)
      expect(before.shown).toMatchObject({ subscription: 'business monthly active', scheduled: null })
      // The same wish with the step that schedules it.
      expect((await wish(user, text, 'schedule')).body).toMatchObject({ downgrade_scheduled: true, message })
    })

    it('of another downgrade leaves what is scheduled', async () => {
      await wish(user, 'free monthly', 'schedule')
      const before = await everything()
      expect((await look('pro monthly')).body).toMatchObject({ downgrade_scheduled: false })
      expect(await everything()).toEqual(before)
      expect(before.shown.scheduled).toBe('free monthly')
    })

    it('leaves a cancellation on hold while the page of an upgrade is open', async () => {
      await wish(user, 'free monthly', 'schedule')
      await wish(user, 'business yearly', 'confirm')
      const before = await everything()
      expect(before.onHold).toMatchObject({ onHold: { newPlan: 'free' } })
      expect((await look('pro monthly')).body).toMatchObject({ downgrade_scheduled: false })
      expect(await everything()).toEqual(before)
    })

    it('a step does only what it was agreed to', async () => {
      const before = await everything()
      // In tabs that were loaded before the purchase of Business.
      for (const [text, step] of [
        ['pro monthly', 'buy'],
        ['pro monthly', 'confirm'],
        ['business yearly', 'buy'],
        ['business yearly', 'schedule'],
      ] as const)
        expect(await wish(user, text, step)).toMatchObject({
          status: 409,
          body: { detail: 'Your subscription has just changed. Please reload the page.' },
        })
      expect(await everything()).toEqual(before)
    })
  })
})
