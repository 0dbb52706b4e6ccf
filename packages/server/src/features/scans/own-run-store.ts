import { and, eq, isNotNull } from 'drizzle-orm'
import { scan, scanRun } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import type { ScanRun } from './store.ts'

/**
 * Makes a queued run that started by itself one of a person: it counts, and asks everything. False when a worker has it
 * already.
 */
export async function takeOwnRun(tx: Tx, id: string, period: string): Promise<boolean> {
  const rows = await tx
    .update(scanRun)
    .set({ ownFor: null, urgent: true, period })
    .where(and(eq(scanRun.id, id), eq(scanRun.state, 'queued'), isNotNull(scanRun.ownFor)))
    .returning({ id: scanRun.id })
  return rows.length === 1
}

/** The changes because of which the run of a scan started by itself; null: it did not. */
export async function ownRunOf(db: Database | Tx, scanId: string): Promise<ScanRun['ownFor']> {
  const [row] = await db
    .select({ ownFor: scanRun.ownFor })
    .from(scan)
    .innerJoin(scanRun, eq(scanRun.id, scan.runId))
    .where(eq(scan.id, scanId))
  return row?.ownFor ?? null
}
