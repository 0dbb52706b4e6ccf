import type { Basis, ScanResult } from '@waxseal/core/health'
import { asc, desc, eq } from 'drizzle-orm'
import { domain, scan, scanDocument } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'
import { unpackDocument } from './document.ts'

/** The basis of a stored scan, with its id. */
type StoredBasis = Pick<typeof scan.$inferSelect, 'id' | keyof Basis>

/** The bases of the scans of a domain whose documents are kept, the newest first. */
export async function storedBases(db: Database, domainId: string): Promise<StoredBasis[]> {
  return db
    .select({
      id: scan.id,
      model: scan.model,
      catalogue: scan.catalogue,
      tier: scan.tier,
      unchecked: scan.unchecked,
    })
    .from(scanDocument)
    .innerJoin(scan, eq(scan.id, scanDocument.scanId))
    .where(eq(scanDocument.domainId, domainId))
    .orderBy(desc(scanDocument.finishedAt), desc(scanDocument.scanId))
}

/** A whole stored scan; undefined when its document is gone. */
export async function storedScan(db: Database, scanId: string): Promise<ScanResult | undefined> {
  const [row] = await db
    .select({ version: scanDocument.version, body: scanDocument.body })
    .from(scanDocument)
    .where(eq(scanDocument.scanId, scanId))
  return row && unpackDocument(row)
}

/** The newest scan of each domain of a workspace, by the names of the domains: its score, and that of the scan it was compared with. */
export async function newestOfEach(
  db: Database,
  workspaceId: string,
): Promise<Pick<FinishedScan, 'domainId' | 'score' | 'scoreBefore' | 'fixed' | 'added'>[]> {
  const newest = db
    .select({ score: scan.score, scoreBefore: scan.scoreBefore, fixed: scan.fixed, added: scan.added })
    .from(scan)
    .where(eq(scan.domainId, domain.id))
    .orderBy(desc(scan.finishedAt), desc(scan.id))
    .limit(1)
    .as('newest')
  return db
    .select({
      domainId: domain.id,
      score: newest.score,
      scoreBefore: newest.scoreBefore,
      fixed: newest.fixed,
      added: newest.added,
    })
    .from(domain)
    .crossJoinLateral(newest)
    .where(eq(domain.workspaceId, workspaceId))
    .orderBy(asc(domain.name))
}

/** A finished scan, as the activity of a workspace shows it. */
export type FinishedScan = Awaited<ReturnType<typeof newestOfWorkspace>>[number]

/** The newest scans of a workspace, the newest first. An index has them in this order. */
export function newestOfWorkspace(db: Database, workspaceId: string, limit: number) {
  return db
    .select({
      domainId: scan.domainId,
      name: domain.name,
      startedAt: scan.startedAt,
      finishedAt: scan.finishedAt,
      score: scan.score,
      scoreBefore: scan.scoreBefore,
      fixed: scan.fixed,
      added: scan.added,
    })
    .from(scan)
    .innerJoin(domain, eq(domain.id, scan.domainId))
    .where(eq(scan.workspaceId, workspaceId))
    .orderBy(desc(scan.finishedAt), desc(scan.id))
    .limit(limit)
}
