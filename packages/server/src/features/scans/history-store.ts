import type { Basis } from '@waxseal/core/health'
import { and, desc, eq, gte, isNotNull, lt, or } from 'drizzle-orm'
import { scan } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'

/** The parts of a stored scan that the history needs. */
export type ScanPoint = Pick<typeof scan.$inferSelect, 'id' | 'finishedAt' | 'score' | 'fixed' | 'added' | keyof Basis>

const point = {
  id: scan.id,
  finishedAt: scan.finishedAt,
  score: scan.score,
  fixed: scan.fixed,
  added: scan.added,
  model: scan.model,
  catalogue: scan.catalogue,
  tier: scan.tier,
  unchecked: scan.unchecked,
}

/** The newest `limit` scans of a domain, the newest first. */
export async function newestPoints(db: Database, domainId: string, limit: number): Promise<ScanPoint[]> {
  return db
    .select(point)
    .from(scan)
    .where(eq(scan.domainId, domainId))
    .orderBy(desc(scan.finishedAt), desc(scan.id))
    .limit(limit)
}

/** The newest scan of a domain with a score before another one. */
export async function scoredBefore(db: Database, domainId: string, than: ScanPoint): Promise<ScanPoint | undefined> {
  const before = or(
    lt(scan.finishedAt, than.finishedAt),
    and(eq(scan.finishedAt, than.finishedAt), lt(scan.id, than.id)),
  )
  const [row] = await db
    .select(point)
    .from(scan)
    .where(and(eq(scan.domainId, domainId), isNotNull(scan.score), before))
    .orderBy(desc(scan.finishedAt), desc(scan.id))
    .limit(1)
  return row
}

/** The newest `limit` scans of a domain since a moment, with what they found, the newest first. */
export async function scansSince(
  db: Database,
  domainId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<(ScanPoint & Pick<typeof scan.$inferSelect, 'findings'>)[]> {
  return db
    .select({ ...point, findings: scan.findings })
    .from(scan)
    .where(and(eq(scan.domainId, domainId), gte(scan.finishedAt, since)))
    .orderBy(desc(scan.finishedAt), desc(scan.id))
    .limit(limit)
}
