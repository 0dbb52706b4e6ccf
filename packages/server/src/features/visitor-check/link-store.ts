import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { visitorLink } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'

export type LinkRow = typeof visitorLink.$inferSelect

/** The bytes of all stored reports, compressed, those that have expired and wait for the cleaning too. */
export async function linkedBytes(db: Database): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(octet_length(${visitorLink.body})), 0)` })
    .from(visitorLink)
  return Number(row?.bytes ?? 0)
}

export async function insertLink(db: Database, row: typeof visitorLink.$inferInsert): Promise<void> {
  await db.insert(visitorLink).values(row)
}

/** The link with this hash of its token; undefined for one that is unknown or has expired. */
export async function linkByHash(db: Database, tokenHash: string, now: Date): Promise<LinkRow | undefined> {
  const [row] = await db
    .select()
    .from(visitorLink)
    .where(and(eq(visitorLink.tokenHash, tokenHash), gt(visitorLink.expiresAt, now)))
  return row
}

/** The same question without reading the report. */
export async function hasLink(db: Database, tokenHash: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ hash: visitorLink.tokenHash })
    .from(visitorLink)
    .where(and(eq(visitorLink.tokenHash, tokenHash), gt(visitorLink.expiresAt, now)))
  return rows.length > 0
}

/** Deletes a link and its report. @returns whether there was one that had not expired */
export async function removeLink(db: Database, tokenHash: string, now: Date): Promise<boolean> {
  const removed = await db
    .delete(visitorLink)
    .where(and(eq(visitorLink.tokenHash, tokenHash), gt(visitorLink.expiresAt, now)))
    .returning({ hash: visitorLink.tokenHash })
  return removed.length > 0
}

/** Deletes the links that have expired, with their reports. */
export async function forgetLinks(db: Database, now: Date): Promise<void> {
  await db.delete(visitorLink).where(lte(visitorLink.expiresAt, now))
}
