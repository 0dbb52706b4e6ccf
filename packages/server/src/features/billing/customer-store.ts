import type { Subscription } from '@waxseal/core/plan'
import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import { billingCustomer, billingEvent, checkout, subscription } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import type { BillingEvent, BillingProvider, ProviderSubscription } from '../../ports.ts'

export type CustomerRow = typeof billingCustomer.$inferSelect
type Kind = BillingProvider['kind']

/** The customer that a workspace is at this provider. */
export async function customerOf(
  db: Database | Tx,
  provider: Kind,
  workspaceId: string,
): Promise<CustomerRow | undefined> {
  const [row] = await db
    .select()
    .from(billingCustomer)
    .where(and(eq(billingCustomer.workspaceId, workspaceId), eq(billingCustomer.provider, provider)))
  return row
}

/** The same by the provider's id of the customer. */
export async function customerCalled(
  db: Database,
  provider: Kind,
  customerId: string,
): Promise<CustomerRow | undefined> {
  const [row] = await db
    .select()
    .from(billingCustomer)
    .where(and(eq(billingCustomer.customerId, customerId), eq(billingCustomer.provider, provider)))
  return row
}

/** Adds the customer of a workspace that has none. */
export async function insertCustomer(
  db: Database,
  row: Pick<CustomerRow, 'workspaceId' | 'provider' | 'customerId' | 'createdAt' | 'nextSyncAt'>,
): Promise<void> {
  await db.insert(billingCustomer).values(row).onConflictDoNothing()
}

/** The right of one call to change the subscription of a workspace. */
export interface Turn {
  workspaceId: string
  /** Of the call. */
  id: string
}

/** Takes this right until `until`; false: another call has it. */
export async function takeTurn(db: Database, { workspaceId, id }: Turn, now: Date, until: Date): Promise<boolean> {
  const { busyUntil } = billingCustomer
  const rows = await db
    .update(billingCustomer)
    .set({ busyUntil: until, busyBy: id })
    .where(and(eq(billingCustomer.workspaceId, workspaceId), or(isNull(busyUntil), lte(busyUntil, now))))
    .returning({ workspaceId: billingCustomer.workspaceId })
  return rows.length === 1
}

const isOf = ({ workspaceId, id }: Turn) =>
  and(eq(billingCustomer.workspaceId, workspaceId), eq(billingCustomer.busyBy, id))

/** Moves its end on, if no other call has taken it. */
export async function renewTurn(db: Database, turn: Turn, until: Date): Promise<void> {
  await db.update(billingCustomer).set({ busyUntil: until }).where(isOf(turn))
}

/** Whether the call still has it. */
export async function hasTurn(db: Database, turn: Turn, now: Date): Promise<boolean> {
  const rows = await db
    .select({ workspaceId: billingCustomer.workspaceId })
    .from(billingCustomer)
    .where(and(isOf(turn), gt(billingCustomer.busyUntil, now)))
  return rows.length === 1
}

/** Gives it back, if no other call has taken it. */
export async function endTurn(db: Database, turn: Turn): Promise<void> {
  await db.update(billingCustomer).set({ busyUntil: null, busyBy: null }).where(isOf(turn))
}

/** The number of a reading, taken before the provider is asked; undefined: the customer is gone. */
export async function takeReading(db: Database, workspaceId: string): Promise<number | undefined> {
  const [row] = await db
    .update(billingCustomer)
    .set({ readings: sql`${billingCustomer.readings} + 1` })
    .where(eq(billingCustomer.workspaceId, workspaceId))
    .returning({ n: billingCustomer.readings })
  return row?.n
}

/** Notes which reading is stored now, and when the next one is due; false: a later one is stored already. */
export async function noteReading(
  tx: Tx,
  workspaceId: string,
  { reading, nextSyncAt }: { reading: number; nextSyncAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(billingCustomer)
    .set({ storedReading: reading, nextSyncAt })
    .where(and(eq(billingCustomer.workspaceId, workspaceId), lt(billingCustomer.storedReading, reading)))
    .returning({ workspaceId: billingCustomer.workspaceId })
  return rows.length === 1
}

/** Takes customers whose reading is due, the longest waiting first. Other processes skip them until `until`. */
export async function claimDue(
  tx: Tx,
  { provider, now, until, limit }: { provider: Kind; now: Date; until: Date; limit: number },
): Promise<CustomerRow[]> {
  const due = await tx
    .select()
    .from(billingCustomer)
    .where(and(eq(billingCustomer.provider, provider), lte(billingCustomer.nextSyncAt, now)))
    .orderBy(asc(billingCustomer.nextSyncAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  for (const { workspaceId } of due) {
    await tx.update(billingCustomer).set({ nextSyncAt: until }).where(eq(billingCustomer.workspaceId, workspaceId))
  }
  return due
}

/**
 * Makes the reading of these workspaces due now, where something may still be charged: a subscription that goes on, or an
 * open page. One that is due until `until` stays as it is: it was taken, or is tried again then.
 */
export async function readSoon(
  db: Database,
  { provider, now, until, workspaceIds }: { provider: Kind; now: Date; until: Date; workspaceIds: readonly string[] },
): Promise<void> {
  const { workspaceId, nextSyncAt } = billingCustomer
  const goesOn = db
    .select({ id: subscription.workspaceId })
    .from(subscription)
    .where(ne(subscription.status, 'cancelled'))
  const isOpen = db.select({ id: checkout.workspaceId }).from(checkout).where(eq(checkout.state, 'open'))
  await db
    .update(billingCustomer)
    .set({ nextSyncAt: now })
    .where(
      and(
        eq(billingCustomer.provider, provider),
        inArray(workspaceId, [...workspaceIds]),
        gt(nextSyncAt, until),
        or(inArray(workspaceId, goesOn), inArray(workspaceId, isOpen)),
      ),
    )
}

/** What a workspace has at this provider, as it was at the last reading. */
export async function subscriptionOf(
  db: Database | Tx,
  provider: Kind,
  workspaceId: string,
): Promise<ProviderSubscription | null> {
  const [row] = await db
    .select()
    .from(subscription)
    .where(and(eq(subscription.workspaceId, workspaceId), eq(subscription.provider, provider)))
  if (row === undefined) return null
  const { subscriptionId: id, plan, period, status, currentPeriodEnd, pastDueSince, creditCents } = row
  const { scheduledPlan, scheduledPeriod, scheduledAt } = row
  const scheduled: Subscription['scheduled'] =
    scheduledPlan === null || scheduledPeriod === null || scheduledAt === null
      ? null
      : { plan: scheduledPlan, period: scheduledPeriod, at: scheduledAt }
  return { id, plan, period, status, currentPeriodEnd, pastDueSince, creditCents, scheduled }
}

/** Stores what the provider said; null: there is no subscription. */
export async function storeSubscription(
  tx: Tx,
  { workspaceId, provider }: { workspaceId: string; provider: Kind },
  read: ProviderSubscription | null,
): Promise<void> {
  if (read === null) {
    await tx.delete(subscription).where(eq(subscription.workspaceId, workspaceId))
    return
  }
  const { id: subscriptionId, plan, period, status, currentPeriodEnd, pastDueSince, creditCents, scheduled } = read
  const row = {
    provider,
    subscriptionId,
    plan,
    period,
    status,
    currentPeriodEnd,
    pastDueSince,
    creditCents,
    scheduledPlan: scheduled?.plan ?? null,
    scheduledPeriod: scheduled?.period ?? null,
    scheduledAt: scheduled?.at ?? null,
  }
  await tx
    .insert(subscription)
    .values({ workspaceId, ...row })
    .onConflictDoUpdate({ target: subscription.workspaceId, set: row })
}

/** Workspaces that are customers at one of these providers. */
export async function customersAt(db: Database, providers: readonly Kind[], limit: number): Promise<string[]> {
  const rows = await db
    .select({ workspaceId: billingCustomer.workspaceId })
    .from(billingCustomer)
    .where(inArray(billingCustomer.provider, [...providers]))
    .orderBy(asc(billingCustomer.workspaceId))
    .limit(limit)
  return rows.map(({ workspaceId }) => workspaceId)
}

/** Forgets what a workspace has at a provider. Its payments stay. */
export async function forgetCustomer(tx: Tx, workspaceId: string): Promise<void> {
  await tx.delete(checkout).where(eq(checkout.workspaceId, workspaceId))
  await tx.delete(subscription).where(eq(subscription.workspaceId, workspaceId))
  await tx.delete(billingCustomer).where(eq(billingCustomer.workspaceId, workspaceId))
}

/** Whether an event was handled. */
export async function wasSeen(db: Database, provider: Kind, { eventId }: BillingEvent): Promise<boolean> {
  const rows = await db
    .select({ eventId: billingEvent.eventId })
    .from(billingEvent)
    .where(and(eq(billingEvent.provider, provider), eq(billingEvent.eventId, eventId)))
  return rows.length === 1
}

/** Notes that an event was handled. */
export async function noteEvent(db: Database | Tx, provider: Kind, event: BillingEvent, seenAt: Date): Promise<void> {
  await db
    .insert(billingEvent)
    .values({ provider, ...event, seenAt })
    .onConflictDoNothing()
}

/** Deletes what was noted of events before `at`: a provider repeats an event for some days. */
export async function forgetEvents(db: Database, at: Date): Promise<void> {
  await db.delete(billingEvent).where(lt(billingEvent.seenAt, at))
}
