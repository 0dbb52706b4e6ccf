import { and, count, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { reportShare } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'

export type ShareRow = typeof reportShare.$inferSelect

const isOpen = (domainId: string, now: Date) => and(eq(reportShare.domainId, domainId), gt(reportShare.expiresAt, now))

/** The share links of a domain that have not expired, the newest first. */
export async function sharesOf(db: Database, domainId: string, now: Date): Promise<ShareRow[]> {
  return db
    .select()
    .from(reportShare)
    .where(isOpen(domainId, now))
    .orderBy(desc(reportShare.createdAt), desc(reportShare.id))
}

/** The number of these links. */
export async function shareCount(tx: Tx, domainId: string, now: Date): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(reportShare).where(isOpen(domainId, now))
  return row?.n ?? 0
}

export async function insertShare(tx: Tx, row: typeof reportShare.$inferInsert): Promise<ShareRow> {
  const [added] = await tx.insert(reportShare).values(row).returning()
  if (added === undefined) throw new Error('a share link was inserted and not answered')
  return added
}

/** Deletes a share link, and returns the id of its domain; undefined when the workspace has none with this id. */
export async function removeShare(tx: Tx, workspaceId: string, id: string): Promise<string | undefined> {
  const [removed] = await tx
    .delete(reportShare)
    .where(and(eq(reportShare.workspaceId, workspaceId), eq(reportShare.id, id)))
    .returning({ domainId: reportShare.domainId })
  return removed?.domainId
}

/** The share link with this hash of its token; undefined for one that is unknown or has expired. */
export async function shareByHash(db: Database, tokenHash: string, now: Date): Promise<ShareRow | undefined> {
  const [row] = await db
    .select()
    .from(reportShare)
    .where(and(eq(reportShare.tokenHash, tokenHash), gt(reportShare.expiresAt, now)))
  return row
}

/** Counts that the report of a link was read. @param day of the reading in UTC, as `2026-11-20` */
export async function countOpening(db: Database, id: string, day: string): Promise<void> {
  await db
    .update(reportShare)
    .set({ opened: sql`${reportShare.opened} + 1`, lastOpenedOn: day })
    .where(eq(reportShare.id, id))
}

/** Deletes the links, of every workspace, that have expired. */
export async function forgetShares(db: Database, now: Date): Promise<void> {
  await db.delete(reportShare).where(lte(reportShare.expiresAt, now))
}
