import type { ReleasedChange } from '@waxseal/core/plan'
import { and, asc, eq, isNotNull, lte } from 'drizzle-orm'
import { billingCustomer } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import type { BillingProvider } from '../../ports.ts'
import type { CustomerRow } from './customer-store.ts'

const of = (workspaceId: string) => eq(billingCustomer.workspaceId, workspaceId)

/** The change of a workspace that was taken back for a time, and when it is scheduled again; undefined: none is. */
export async function releasedOf(
  db: Database | Tx,
  workspaceId: string,
): Promise<{ change: ReleasedChange; restoreAt: Date } | undefined> {
  const { released: change, restoreAt } = billingCustomer
  const [row] = await db.select({ change, restoreAt }).from(billingCustomer).where(of(workspaceId))
  return row?.change && row.restoreAt ? { change: row.change, restoreAt: row.restoreAt } : undefined
}

/** Notes a change before it is taken back at the provider, so that it is not lost when this process dies then. */
export async function noteReleased(
  db: Database,
  workspaceId: string,
  released: ReleasedChange,
  restoreAt: Date,
): Promise<void> {
  await db.update(billingCustomer).set({ released, restoreAt }).where(of(workspaceId))
}

/**
 * Moves the time at which it is scheduled again; without such a change nothing happens.
 *
 * @param dueAt only one that was due by then, so that the time of a newer page stays
 */
export async function restoreAgainAt(db: Database, workspaceId: string, restoreAt: Date, dueAt?: Date): Promise<void> {
  const isDue = dueAt === undefined ? undefined : lte(billingCustomer.restoreAt, dueAt)
  await db
    .update(billingCustomer)
    .set({ restoreAt })
    .where(and(of(workspaceId), isNotNull(billingCustomer.released), isDue))
}

/** Forgets it: it is scheduled again, or counts no more. */
export async function forgetReleased(db: Database | Tx, workspaceId: string): Promise<void> {
  await db
    .update(billingCustomer)
    .set({ released: null, restoreAt: null })
    .where(and(of(workspaceId), isNotNull(billingCustomer.released)))
}

/** Customers whose change is due to be scheduled again, the longest waiting first. */
export async function dueToRestore(
  db: Database,
  { provider, now, limit }: { provider: BillingProvider['kind']; now: Date; limit: number },
): Promise<CustomerRow[]> {
  return db
    .select()
    .from(billingCustomer)
    .where(and(eq(billingCustomer.provider, provider), lte(billingCustomer.restoreAt, now)))
    .orderBy(asc(billingCustomer.restoreAt))
    .limit(limit)
}
