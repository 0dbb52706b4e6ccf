import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { usageCounter } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'

/** One counter: its owner, its kind, its period (`period.ts`). */
export interface Counter {
  workspaceId: string
  kind: 'scan' | 'threat' | 'alert' | 'chat'
  period: string
}

/** The used amount. */
export async function used(db: Database | Tx, counter: Counter): Promise<number> {
  const [row] = await db.select({ n: usageCounter.n }).from(usageCounter).where(is(counter))
  return row?.n ?? 0
}

/** Increases the counter by one and returns the new count. The row stays locked until the transaction ends. */
export async function countUp(tx: Tx, counter: Counter): Promise<number> {
  const [row] = await tx
    .insert(usageCounter)
    .values({ ...counter, n: 1 })
    .onConflictDoUpdate({
      target: [usageCounter.workspaceId, usageCounter.kind, usageCounter.period],
      set: { n: sql`${usageCounter.n} + 1` },
    })
    .returning({ n: usageCounter.n })
  if (row === undefined) throw new Error('a counter was raised and not answered')
  return row.n
}

/** Decreases the counter by one: the counted work did not happen. */
export async function giveBack(tx: Tx, counter: Counter): Promise<void> {
  await tx
    .update(usageCounter)
    .set({ n: sql`${usageCounter.n} - 1` })
    .where(and(is(counter), gt(usageCounter.n, 0)))
}

/** Deletes the counters of periods before `period` (of the same kind). */
export async function forgetBefore(db: Database, kind: Counter['kind'], period: string): Promise<void> {
  await db.delete(usageCounter).where(and(eq(usageCounter.kind, kind), lt(usageCounter.period, period)))
}

function is({ workspaceId, kind, period }: Counter) {
  return and(eq(usageCounter.workspaceId, workspaceId), eq(usageCounter.kind, kind), eq(usageCounter.period, period))
}
