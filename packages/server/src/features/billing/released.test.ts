import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Billing, BillingFailed } from '../../ports.ts'
import type { TestUser } from '../../testing/app.ts'
import { type BillingStage, billingProviders } from '../../testing/billing-providers.ts'
import { billingOf, pageFor, portalOf, wish } from '../../testing/billing-world.ts'
import { onTheStore } from '../../testing/store.ts'
import { customerOf, takeTurn } from './customer-store.ts'
import { restoreDue } from './jobs.ts'
import { hasChange, hold } from './released.ts'
import { inTurn } from './turn.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long the page of a change holds back what was scheduled, unless it is left before. */
const pageMs: Readonly<Record<string, number>> = { 'test mode': hour, Stripe: 5 * minute }

onTheStore('a scheduled change', kind => {
  describe.each(Object.entries(billingProviders))('with %s,', (name, open) => {
    let stage: BillingStage
    let user: TestUser
    let real: Billing
    beforeAll(async () => {
      stage = await open(kind)
      if (stage.server.deps.billing === null) throw new Error('this test needs billing')
      real = stage.server.deps.billing
    })
    beforeEach(async () => {
      const { deps } = stage.server
      deps.billing = real
      deps.clock.now = new Date('2026-11-01T09:00:00Z')
      user = await stage.server.aUser()
      await stage.vendor.pay(await pageFor(user, 'business monthly'))
      expect((await wish(user, 'pro monthly')).status).toBe(200)
    })
    afterAll(() => stage.close())

    const scheduled = async () => (await user.get('/payments/scheduled-downgrade')).body
    const toPro = {
      currentPlan: 'business',
      newPlan: 'pro',
      newPeriod: 'monthly',
      effectiveDate: '2026-12-01T09:00:00.000Z',
      newPrice: 49,
    }
    const stands = { scheduled: true, ...toPro }
    const onHold = { scheduled: false, onHold: toPro }
    const atProvider = async () => {
      const { deps } = stage.server
      const customer = await customerOf(deps.store.db, real.kind, user.actor.workspace.id)
      if (customer === undefined) throw new Error('there is no customer')
      return { customer, present: await real.readSubscription(customer.customerId) }
    }

    it('is not touched by a look at the price of an upgrade, which is the same beside it', async () => {
      stage.server.deps.clock.pass(15 * day)
      const { body } = await wish(user, 'business yearly', 'preview')
      expect(body).toEqual({ prorated_amount: 946.5, credit: 0, new_subscription_start: '2026-11-16T09:00:00.000Z' })
      expect(await scheduled()).toEqual(stands)
      expect((await atProvider()).present?.scheduled).toMatchObject({ plan: 'pro' })
      await user.post('/payments/cancel-downgrade')
      expect((await wish(user, 'business yearly', 'preview')).body).toEqual(body)
    })

    it('is on hold while the page is open, and gone once it is paid', async () => {
      const page = await pageFor(user, 'business yearly')
      expect(await scheduled()).toEqual(onHold)
      expect((await atProvider()).present?.scheduled).toBeNull()
      await stage.vendor.pay(page)
      stage.server.deps.clock.pass(2 * hour)
      await restoreDue(stage.server.deps)
      expect(await billingOf(stage.server, user)).toMatchObject({
        subscription: 'business yearly active',
        scheduled: null,
      })
    })

    it('stands again when the person comes back without paying, and the page then refuses the payment', async () => {
      const page = await pageFor(user, 'business yearly')
      await stage.vendor.leave(page)
      expect((await user.post('/payments/restore-downgrade')).body).toEqual(stands)
      await stage.vendor.pay(page)
      expect(await billingOf(stage.server, user)).toMatchObject({
        subscription: 'business monthly active',
        scheduled: 'pro monthly',
        paid: [9_900],
      })
      // And the upgrade can be chosen again.
      await stage.vendor.pay(await pageFor(user, 'business yearly'))
      stage.server.deps.clock.pass(day)
      await restoreDue(stage.server.deps)
      expect((await atProvider()).present).toMatchObject({ period: 'yearly', scheduled: null })
    })

    it('stands again when the page is over, although nobody came back', async () => {
      await pageFor(user, 'business yearly')
      stage.server.deps.clock.pass((pageMs[name] ?? 0) - 1)
      await restoreDue(stage.server.deps)
      expect(await scheduled()).toEqual(onHold)
      stage.server.deps.clock.pass(1)
      await restoreDue(stage.server.deps)
      expect(await scheduled()).toEqual(stands)
      await stage.vendor.renew(await portalOf(user))
      expect((await atProvider()).present).toMatchObject({ plan: 'pro', scheduled: null })
    })

    it('can be canceled while it is on hold', async () => {
      await pageFor(user, 'business yearly')
      expect((await user.post('/payments/cancel-downgrade')).body).toEqual({ cancelled: true })
      stage.server.deps.clock.pass(2 * hour)
      await restoreDue(stage.server.deps)
      expect(await scheduled()).toEqual({ scheduled: false })
    })

    it('lets no page open in the last hour of its period', async () => {
      stage.server.deps.clock.now = new Date('2026-12-01T08:00:00Z')
      const refused = {
        status: 409,
        body: {
          detail:
            'Your plan changes within the hour, so no payment page opens now. Choose the plan again after that, or cancel the scheduled change first.',
        },
      }
      for (const step of ['preview', 'confirm'])
        expect(await wish(user, 'business yearly', step)).toMatchObject(refused)
      expect(await scheduled()).toEqual(stands)
      stage.server.deps.clock.now = new Date('2026-12-01T07:59:59Z')
      await pageFor(user, 'business yearly')
      // It stands again before the period ends, whatever page is open.
      stage.server.deps.clock.now = new Date('2026-12-01T08:50:00Z')
      await restoreDue(stage.server.deps)
      expect(await scheduled()).toEqual(stands)
    })

    it('is put back when the provider fails between the old one and the new one, and the person is told', async () => {
      stage.server.deps.billing = { ...real, cancelAtPeriodEnd: half }
      expect(await wish(user, 'starter monthly')).toMatchObject({
        status: 502,
        body: {
          detail:
            'Failed to process subscription change. Please try again. Your plan still changes to Pro on December 1, 2026, as scheduled before.',
        },
      })
      expect((await atProvider()).present?.scheduled).toMatchObject({ plan: 'pro' })
      expect(await scheduled()).toEqual(stands)
    })

    it('is put back when the page of an upgrade does not open', async () => {
      stage.server.deps.billing = { ...real, openChange: () => Promise.reject(new BillingFailed('down')) }
      expect(await wish(user, 'business yearly')).toMatchObject({
        status: 502,
        body: { detail: expect.stringContaining('Your plan still changes to Pro on December 1, 2026') },
      })
      expect(await scheduled()).toEqual(stands)
    })

    it('is put back by a job when that fails too, and the person is told', async () => {
      stage.server.deps.billing = {
        ...real,
        cancelAtPeriodEnd: half,
        scheduleDowngrade: half,
      }
      expect(await wish(user, 'starter monthly')).toMatchObject({
        status: 502,
        body: {
          detail:
            'Failed to process subscription change. Please try again. The change to Pro on December 1, 2026 could not be put back yet. We try again every minute until it is scheduled.',
        },
      })
      expect(await scheduled()).toEqual(onHold)
      await restoreDue(stage.server.deps)
      expect(await scheduled()).toEqual(onHold)
      stage.server.deps.billing = real
      stage.server.deps.clock.pass(minute)
      await restoreDue(stage.server.deps)
      expect(await scheduled()).toEqual(stands)
    })

    it('is replaced when only the answer of the provider was lost', async () => {
      stage.server.deps.billing = {
        ...real,
        cancelAtPeriodEnd: async (id: string) => {
          await real.cancelAtPeriodEnd(id)
          throw new BillingFailed('no answer')
        },
      }
      expect(await wish(user, 'starter monthly')).toMatchObject({ status: 200, body: { downgrade_scheduled: true } })
      expect(await scheduled()).toMatchObject({ scheduled: true, newPlan: 'free' })
    })

    it('is put back after a process died that had taken it back', async () => {
      const { deps } = stage.server
      const { present } = await atProvider()
      if (present === null || !hasChange(present)) throw new Error('nothing is scheduled')
      await hold(deps, user.actor.workspace.id, present)
      await real.release(present.id)
      deps.clock.pass(minute)
      await restoreDue(deps)
      expect(await scheduled()).toEqual(stands)
    })

    it.runIf(name === 'test mode').each(['cancel', 'expire'])(
      'stands again at once when its page ends by %s',
      async outcome => {
        const page = await pageFor(user, 'business yearly')
        const path = `/billing/test/${page.split('/').at(-1)}/outcome`
        expect((await user.post(path, { outcome })).body).toMatchObject({ page: { state: 'expired' } })
        expect(await scheduled()).toEqual(stands)
      },
    )

    describe('the turn of a call', () => {
      it('is moved on while its process lives, and asked for before each request', async () => {
        const { deps } = stage.server
        const { customer, present } = await atProvider()
        const id = present?.id ?? ''
        const other = { workspaceId: customer.workspaceId, id: crypto.randomUUID() }
        const later = (ms: number) => new Date(deps.now().getTime() + ms)
        vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
        try {
          const lost = inTurn(deps, customer, async () => {
            deps.clock.pass(14_000)
            await vi.advanceTimersByTimeAsync(5_000)
            deps.clock.pass(14_000)
            expect(await takeTurn(deps.store.db, other, deps.now(), later(15_000))).toBe(false)
            await real.release(id)
            // The process stands still for longer than a turn, and another one begins.
            deps.clock.pass(15_000)
            expect(await takeTurn(deps.store.db, other, deps.now(), later(15_000))).toBe(true)
            await real.cancelAtPeriodEnd(id)
          })
          await expect(lost).rejects.toMatchObject({ code: 'conflict' })
        } finally {
          vi.useRealTimers()
        }
        expect((await atProvider()).present).toMatchObject({ status: 'active', scheduled: null })
        expect((await wish(user, 'starter monthly')).status).toBe(409)
        deps.clock.pass(15_000)
        expect((await wish(user, 'starter monthly')).status).toBe(200)
      })
    })

    /** Takes back what is scheduled and goes down before it schedules the other. */
    const half = async (id: string) => {
      await real.release(id)
      throw new BillingFailed('the provider went down in the middle')
    }
  })
})
