import { and, eq, lt } from 'drizzle-orm'
import { withinOldestDay } from '../../db/oldest-day.ts'
import { checkout, payment } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import { isUuid } from '../../db/uuid.ts'
import type { BillingProvider, ProviderPayment } from '../../ports.ts'

export type CheckoutRow = typeof checkout.$inferSelect

/** A purchase or a change of this workspace by our id. */
export async function checkoutOf(db: Database, workspaceId: string, id: string): Promise<CheckoutRow | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await db
    .select()
    .from(checkout)
    .where(and(eq(checkout.id, id), eq(checkout.workspaceId, workspaceId)))
  return row
}

/** The open one of a workspace: there is at most one. */
export async function openCheckoutOf(db: Database, workspaceId: string): Promise<CheckoutRow | undefined> {
  const [row] = await db
    .select()
    .from(checkout)
    .where(and(eq(checkout.workspaceId, workspaceId), eq(checkout.state, 'open')))
  return row
}

/** Stores one whose page is open. */
export async function insertCheckout(db: Database, row: Omit<CheckoutRow, 'state'>): Promise<void> {
  await db.insert(checkout).values({ ...row, state: 'open' })
}

/** Ends an open one; one that has ended stays as it is. */
export async function closeCheckout(db: Database, id: string, state: 'complete' | 'expired'): Promise<void> {
  await db
    .update(checkout)
    .set({ state })
    .where(and(eq(checkout.id, id), eq(checkout.state, 'open')))
}

/** Deletes those of before `at`. */
export async function forgetCheckouts(db: Database, at: Date): Promise<void> {
  await db.delete(checkout).where(lt(checkout.createdAt, at))
}

/** Keeps the payments of a workspace. Those that are kept already stay as they are. */
export async function keepPayments(
  tx: Tx,
  { workspaceId, provider }: { workspaceId: string; provider: BillingProvider['kind'] },
  payments: readonly ProviderPayment[],
): Promise<void> {
  if (payments.length === 0) return
  const rows = payments.map(({ id, amountCents, currency, plan, period, paidAt }) => {
    return { workspaceId, provider, paymentId: id, amountCents, currency, plan, period, paidAt }
  })
  await tx.insert(payment).values(rows).onConflictDoNothing()
}

/** Deletes payments of before `at`, in one call those of one day at most, the oldest first: a wrong time costs no more. */
export async function forgetPayments(db: Database, at: Date): Promise<void> {
  await db.delete(payment).where(and(lt(payment.paidAt, at), withinOldestDay(payment, payment.paidAt)))
}
