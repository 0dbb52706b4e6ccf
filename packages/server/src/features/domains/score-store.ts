import { and, asc, count, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { domain } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'

/** Whether the worst finding of the last scan is that the name does not exist. */
const isGone = sql`coalesce(${domain.badges}->'worst'->>'id' = 'domain_not_found', false)`

/** The number of domains with each last known score; `score` null: none yet. At most 102 rows. */
export async function scoreCounts(db: Database, workspaceId: string): Promise<{ score: number | null; n: number }[]> {
  return db
    .select({ score: domain.score, n: count() })
    .from(domain)
    .where(eq(domain.workspaceId, workspaceId))
    .groupBy(domain.score)
}

/** The number of domains that were never scanned. */
export async function unscannedCount(db: Database, workspaceId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(domain)
    .where(and(eq(domain.workspaceId, workspaceId), isNull(domain.lastScanAt)))
  return row?.n ?? 0
}

/** The domains with the lowest last known scores, worst first; of equal scores a name that does not exist comes first. */
export function lowestScored(db: Database, workspaceId: string, limit: number) {
  return db
    .select({ id: domain.id, name: domain.name, score: domain.score, issues: domain.issues })
    .from(domain)
    .where(and(eq(domain.workspaceId, workspaceId), isNotNull(domain.score)))
    .orderBy(asc(domain.score), desc(isGone), asc(domain.name))
    .limit(limit)
}

/** The last known scores of these domains of a workspace, by id; null: none yet. */
export async function lastScores(
  db: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: domain.id, score: domain.score })
    .from(domain)
    .where(and(eq(domain.workspaceId, workspaceId), inArray(domain.id, [...new Set(ids)])))
  return new Map(rows.map(({ id, score }) => [id, score]))
}
