import { and, desc, eq, gt, inArray, lte, ne } from 'drizzle-orm'
import { type HeaderBody, unpackBody } from '../../db/header-body.ts'
import { headerAnalysis } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import { isUuid } from '../../db/uuid.ts'

/** A stored analysis. Its pasted text and its document are one compressed value in the table. */
export type AnalysisRow = Omit<typeof headerAnalysis.$inferSelect, 'body' | 'fromDomain'> & HeaderBody

/** An analysis in a list: without its raw headers and its document. */
export type AnalysisSummary = Pick<AnalysisRow, 'id' | 'createdAt' | 'expiresAt' | 'subject' | 'from' | 'threatScore'>

/** Stores an analysis that is packed already: a transaction waits for no compression. Returns its id. */
export async function insertAnalysis(db: Database | Tx, row: typeof headerAnalysis.$inferInsert): Promise<string> {
  const [stored] = await db.insert(headerAnalysis).values(row).returning({ id: headerAnalysis.id })
  if (stored === undefined) throw new Error('a header analysis was not stored')
  return stored.id
}

/** The analyses of a workspace that have not expired, the newest first, at most `limit`. */
export async function analysesOf(
  db: Database,
  workspaceId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<AnalysisSummary[]> {
  const { id, createdAt, expiresAt, subject, from, threatScore } = headerAnalysis
  return db
    .select({ id, createdAt, expiresAt, subject, from, threatScore })
    .from(headerAnalysis)
    .where(and(eq(headerAnalysis.workspaceId, workspaceId), gt(headerAnalysis.expiresAt, now)))
    .orderBy(desc(headerAnalysis.createdAt), desc(headerAnalysis.id))
    .limit(limit)
}

/** An analysis of this workspace; undefined for another workspace's, an expired, an unknown and an invalid id alike. */
export async function analysisOf(
  db: Database,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<AnalysisRow | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await db
    .select()
    .from(headerAnalysis)
    .where(and(owned(workspaceId, id), gt(headerAnalysis.expiresAt, now)))
  if (row === undefined) return undefined
  const { body, fromDomain: _, ...rest } = row
  return { ...rest, ...(await unpackBody(body)) }
}

/** Deletes an analysis with its raw headers; false when it is not this workspace's, or has expired. */
export async function removeAnalysis(db: Database, workspaceId: string, id: string, now: Date): Promise<boolean> {
  if (!isUuid(id)) return false
  const removed = await db
    .delete(headerAnalysis)
    .where(and(owned(workspaceId, id), gt(headerAnalysis.expiresAt, now)))
    .returning({ id: headerAnalysis.id })
  return removed.length === 1
}

/**
 * Deletes the oldest analyses of a workspace until `keep` are left, this one among them: it stays even if a clock was set
 * back since older ones. Returns their number. Lock the workspace first, because two calls at once could keep more.
 */
export async function forgetOldest(
  tx: Tx,
  { id, workspaceId }: Pick<AnalysisRow, 'id' | 'workspaceId'>,
  keep: number,
): Promise<number> {
  const oldest = tx
    .select({ id: headerAnalysis.id })
    .from(headerAnalysis)
    .where(and(eq(headerAnalysis.workspaceId, workspaceId), ne(headerAnalysis.id, id)))
    .orderBy(desc(headerAnalysis.createdAt), desc(headerAnalysis.id))
    .offset(keep - 1)
  const removed = await tx
    .delete(headerAnalysis)
    .where(inArray(headerAnalysis.id, oldest))
    .returning({ id: headerAnalysis.id })
  return removed.length
}

/** Deletes analyses that have expired, at most `limit`, and returns their number. */
export async function forgetExpired(db: Database, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const expired = db
    .select({ id: headerAnalysis.id })
    .from(headerAnalysis)
    .where(lte(headerAnalysis.expiresAt, now))
    .limit(limit)
  const removed = await db
    .delete(headerAnalysis)
    .where(inArray(headerAnalysis.id, expired))
    .returning({ id: headerAnalysis.id })
  return removed.length
}

const owned = (workspaceId: string, id: string) =>
  and(eq(headerAnalysis.id, id), eq(headerAnalysis.workspaceId, workspaceId))
