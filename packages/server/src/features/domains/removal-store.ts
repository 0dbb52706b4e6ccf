import { asc, eq, inArray } from 'drizzle-orm'
import { domain } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'

/** Deletes the first domains of a workspace by name, with all that belongs to them; returns how many. */
export async function removeSomeDomains(db: Database, workspaceId: string, limit: number): Promise<number> {
  const theirs = db.select({ id: domain.id }).from(domain).where(eq(domain.workspaceId, workspaceId))
  const some = theirs.orderBy(asc(domain.name)).limit(limit)
  const removed = await db.delete(domain).where(inArray(domain.id, some)).returning({ id: domain.id })
  return removed.length
}
