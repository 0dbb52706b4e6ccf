import type { WatchMemory } from '@waxseal/core/watch'
import { and, asc, eq, gt, inArray, lte, max } from 'drizzle-orm'
import { watch } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'

/** A check that this process may make until `lease`. Every write names the lease, so one that lost it writes nothing. */
export interface ClaimedCheck {
  domainId: string
  workspaceId: string
  memory: WatchMemory | null
  failures: number
  /** When it was due. */
  dueAt: Date
  lease: Date
}

/** Takes checks that are due, the longest due first; other processes skip them and find the rest. */
export async function claimChecks(
  tx: Tx,
  { now, lease, limit }: { now: Date; lease: Date; limit: number },
): Promise<ClaimedCheck[]> {
  const due = await tx
    .select()
    .from(watch)
    .where(lte(watch.nextCheckAt, now))
    .orderBy(asc(watch.nextCheckAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  if (due.length === 0) return []
  await tx
    .update(watch)
    .set({ nextCheckAt: lease })
    .where(
      inArray(
        watch.domainId,
        due.map(({ domainId }) => domainId),
      ),
    )
  return due.map(({ nextCheckAt, domainId, workspaceId, memory, failures }) => {
    return { domainId, workspaceId, memory, failures, dueAt: nextCheckAt, lease }
  })
}

type CheckEnd = Partial<Pick<typeof watch.$inferSelect, 'nextCheckAt' | 'checkedAt' | 'memory' | 'failures'>>

/** Ends a check; false when it is no longer ours. */
export async function endCheck(db: Database | Tx, { domainId, lease }: ClaimedCheck, end: CheckEnd): Promise<boolean> {
  const rows = await db
    .update(watch)
    .set(end)
    .where(and(eq(watch.domainId, domainId), eq(watch.nextCheckAt, lease)))
    .returning({ domainId: watch.domainId })
  return rows.length === 1
}

/** Makes claimed checks due again as they were: another process may make them. */
export async function putBackChecks(db: Database, claimed: readonly ClaimedCheck[]): Promise<void> {
  for (const check of claimed) await endCheck(db, check, { nextCheckAt: check.dueAt })
}

/** When a domain of a workspace, or any of them, was last checked; null: never. */
export async function newestCheck(db: Database, workspaceId: string, domainId: string | null): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(watch.checkedAt) })
    .from(watch)
    .where(and(eq(watch.workspaceId, workspaceId), domainId === null ? undefined : eq(watch.domainId, domainId)))
  return row?.at ?? null
}

/** The workspaces of which a domain is checked only after this time. */
export async function workspacesCheckedAfter(db: Database, at: Date): Promise<string[]> {
  const rows = await db.selectDistinct({ id: watch.workspaceId }).from(watch).where(gt(watch.nextCheckAt, at))
  return rows.map(({ id }) => id)
}
