import { and, asc, eq, lte } from 'drizzle-orm'
import { domain } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import { isUuid } from '../../db/uuid.ts'
import type { DomainRow } from './store.ts'

/** Sets the schedule of a domain; false when it is not this workspace's. */
export async function updateSchedule(
  db: Database,
  workspaceId: string,
  id: string,
  change: Pick<DomainRow, 'scanSchedule' | 'nextScanAt'>,
): Promise<boolean> {
  if (!isUuid(id)) return false
  const rows = await db
    .update(domain)
    .set(change)
    .where(and(eq(domain.id, id), eq(domain.workspaceId, workspaceId)))
    .returning({ id: domain.id })
  return rows.length === 1
}

/**
 * Domains of all workspaces whose scheduled scan is due, the longest due first, with their rows locked. Other
 * processes skip them and find the rest.
 */
export async function dueForScan(tx: Tx, now: Date, limit: number): Promise<DomainRow[]> {
  return tx
    .select()
    .from(domain)
    .where(lte(domain.nextScanAt, now))
    .orderBy(asc(domain.nextScanAt))
    .limit(limit)
    .for('update', { skipLocked: true })
}

/** Moves the next scheduled scan of a domain. */
export async function moveNextScan(tx: Tx, id: string, nextScanAt: Date | null): Promise<void> {
  await tx.update(domain).set({ nextScanAt }).where(eq(domain.id, id))
}
