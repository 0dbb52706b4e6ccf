import type { Tier } from '@waxseal/core/plan'
import { eq, inArray } from 'drizzle-orm'
import * as schema from '../db/schema/index.ts'
import type { Database } from '../db/store.ts'
import type { PersonActor } from '../features/workspaces/actor.ts'
import type { Filling } from './neighbor-rows.ts'

const hour = 3_600_000
const day = 24 * hour

/** The ids that are in URLs. */
export interface BillingIds {
  customerId: string
  checkoutId: string
  testPageId: string
  testPortalId: string
}

/**
 * A subscription to Pro, cancelled for the end of its period in ten days, after one that ended; what was bought and paid, one
 * payment eight years ago; and the provider's side of it. Our rows are as the provider has it.
 */
export async function fillBilling(
  db: Database,
  { name, workspace, person, make, now }: Pick<Filling, 'name' | 'workspace' | 'person' | 'make' | 'now'>,
): Promise<BillingIds> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const workspaceId = workspace.id
  const offer = { plan: 'pro', period: 'monthly' } as const
  const provider = 'test' as const
  const customerId = make(`${name} customer`)
  const [ended, live] = [make(`${name} subscription ended`), make(`${name} subscription live`)]
  const end = ago(-10 * day)
  await db.update(schema.workspace).set({ paidTier: 'pro' }).where(eq(schema.workspace.id, workspaceId))

  await db.insert(schema.testCustomer).values({ id: customerId, workspaceId })
  const common = { customerId, ...offer, anchorAt: ago(20 * day), periodStart: ago(20 * day), periodEnd: end }
  await db.insert(schema.testSubscription).values([
    { ...common, id: ended, state: 'ended', endedAt: ago(30 * day) },
    { ...common, id: live, state: 'active', cancelsAtPeriodEnd: true },
  ])
  const page = (what: string, rest: Pick<typeof schema.testSession.$inferInsert, 'kind' | 'plan' | 'period'>) => ({
    id: make(`${name} page ${what}`),
    customerId,
    reference: `${name} ${what} ${customerId}`,
    subscriptionId: live,
    state: 'open' as const,
    successUrl: `http://localhost:3000/account?session_id=${what}`,
    returnUrl: 'http://localhost:3000/account',
    createdAt: ago(hour),
    expiresAt: ago(-hour),
    ...rest,
  })
  const [change, portal] = [
    page('change', { kind: 'change', plan: 'pro', period: 'yearly' }),
    page('portal', { kind: 'portal', plan: null, period: null }),
  ]
  await db.insert(schema.testSession).values([change, portal])
  const paid = [
    { paidAt: ago(20 * day), id: make(`${name} invoice new`) },
    { paidAt: ago(8 * 366 * day), id: make(`${name} invoice old`) },
  ]
  await db
    .insert(schema.testInvoice)
    .values(paid.map(invoice => ({ ...invoice, ...offer, customerId, amountCents: 4_900 })))

  await db.insert(schema.billingCustomer).values({
    workspaceId,
    provider,
    customerId,
    createdAt: ago(60 * day),
    nextSyncAt: ago(name === 'owner' ? hour : 2 * hour),
  })
  await db.insert(schema.subscription).values({
    workspaceId,
    provider,
    subscriptionId: live,
    ...offer,
    status: 'cancelled',
    currentPeriodEnd: end,
    scheduledPlan: 'free',
    scheduledPeriod: 'monthly',
    scheduledAt: end,
  })
  const checkout = (what: string, rest: Partial<Omit<typeof schema.checkout.$inferInsert, 'id'>>) => ({
    id: make(`${name} checkout ${what}`),
    workspaceId,
    author: person.id,
    provider,
    kind: 'change' as const,
    ...offer,
    period: 'yearly' as const,
    url: `http://localhost:3000/billing/test/${change.id}`,
    state: 'open' as const,
    createdAt: ago(hour),
    expiresAt: ago(-hour),
    ...rest,
  })
  const open = checkout('open', { sessionId: change.id })
  const old = { createdAt: ago(100 * day), expiresAt: ago(99 * day), state: 'complete' as const }
  await db
    .insert(schema.checkout)
    .values([open, checkout('old', { ...old, kind: 'checkout', sessionId: make(`${name} page old`) })])
  const event = (days: number) => ({ provider, eventId: `evt ${name} ${days}`, customerId, seenAt: ago(days * day) })
  await db
    .insert(schema.billingEvent)
    .values([event(1), event(40)])
    .onConflictDoNothing()
  await db.insert(schema.payment).values(
    paid.map(({ id, paidAt }, at) => ({
      id: make(`${name} payment ${at === 0 ? 'new' : 'old'}`),
      workspaceId,
      provider,
      paymentId: id,
      amountCents: 4_900,
      currency: 'USD',
      ...offer,
      paidAt,
    })),
  )
  return { customerId, checkoutId: open.id, testPageId: change.id, testPortalId: portal.id }
}

/** Gives workspaces Business, of which so much is without a payment. The next reading of their subscription counts it again. */
export async function grant(db: Database, actors: readonly PersonActor[], grantedTier: Tier): Promise<void> {
  const ids = actors.map(actor => actor.workspace.id)
  await db.update(schema.workspace).set({ tier: 'business', grantedTier }).where(inArray(schema.workspace.id, ids))
}

/** Gives two workspaces all this again, as it was before the calls of a test. The ids are the owner's. */
export async function renewBilling(
  db: Database,
  { names, now, owner, neighbor }: { names: Map<string, string>; now: Date; owner: PersonActor; neighbor: PersonActor },
): Promise<BillingIds> {
  const make = (name: string): string => {
    const id = crypto.randomUUID()
    names.set(id, name)
    return id
  }
  const fill = async ({ workspace, by }: PersonActor, name: string): Promise<BillingIds> => {
    const { billingCustomer, checkout, payment, subscription, testCustomer } = schema
    for (const table of [billingCustomer, checkout, payment, subscription, testCustomer])
      await db.delete(table).where(eq(table.workspaceId, workspace.id))
    const person = { id: by.id, subject: '' }
    return fillBilling(db, { name, workspace, person, make, now })
  }
  await fill(neighbor, 'neighbor')
  return fill(owner, 'owner')
}
