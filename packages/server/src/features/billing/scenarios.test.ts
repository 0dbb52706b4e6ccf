import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BillingEvent } from '../../ports.ts'
import { type BillingStage, billingProviders } from '../../testing/billing-providers.ts'
import { scenarios } from '../../testing/billing-scenarios.ts'
import { unpaidScenarios } from '../../testing/billing-scenarios-unpaid.ts'
import { billingOf, creditOf } from '../../testing/billing-world.ts'
import { onTheStore, theStore } from '../../testing/store.ts'
import { readDue } from './jobs.ts'

const day = 24 * 3_600_000

const onOneStore: typeof onTheStore = (title, tests) => describe(title, () => tests(theStore()))

/** How the events of the provider reach us. */
const deliveries = {
  'as they happen': { atOnce: true, late: [] as const },
  'twice and in the opposite order, after all has happened': { atOnce: false, late: ['reversed', 'reversed'] as const },
  'never, so that the nightly reading finds out': { atOnce: false, late: [] as const },
}

describe.each(Object.entries(billingProviders))('with %s', (name, open) => {
  // Test mode has its side in our store; that of Stripe is elsewhere, and does not need every store.
  const onStores = name === 'test mode' ? onTheStore : onOneStore
  onStores('a subscription', kind => {
    let stage: BillingStage
    beforeAll(async () => {
      stage = await open(kind, { connections: 5 })
    })
    beforeEach(async () => {
      const { deps } = stage.server
      deps.clock.now = new Date('2026-11-01T09:00:00Z')
      // Each reading of what is due reads one customer.
      await deps.store.db.execute(sql`truncate billing_customer, test_customer cascade`)
    })
    afterAll(() => stage.close())

    describe.each(Object.entries(deliveries))('with events that arrive %s', (_how, { atOnce, late }) => {
      it.each(Object.entries({ ...scenarios, ...unpaidScenarios }))('%s', async (_what, { play, ends, credit = 0 }) => {
        const { server, vendor } = stage
        const { deps } = server
        const user = await server.aUser()
        const events: BillingEvent[] = []
        const sent = async (some: readonly BillingEvent[]) => {
          events.push(...some)
          if (atOnce) for (const event of some) await stage.deliver(event)
          return some
        }
        const acts = Object.entries(vendor).map(([name, act]) => [name, async (url: string) => sent(await act(url))])
        await play({ user, vendor: Object.fromEntries(acts), pass: ms => deps.clock.pass(ms) })
        for (const _ of late) for (const event of events.toReversed()) await stage.deliver(event)
        if (!atOnce && late.length === 0) deps.clock.pass(day)
        // Also what happens by itself, as the end of the week of an unpaid renewal.
        await readDue(deps)
        expect(await billingOf(server, user)).toEqual(ends)
        expect(await creditOf(user)).toBe(credit)
      })
    })
  })
})
