import type { Basis, ScanResult } from '@waxseal/core/health'
import { desc, eq } from 'drizzle-orm'
import { scan, scanDocument } from '../../db/schema/index.ts'
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
