import type { UnseenChange } from '@waxseal/core/watch'
import { and, count, eq, gt, isNotNull, lte, or } from 'drizzle-orm'
import { domain } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import type { DomainRow } from './store.ts'

/** Sets what no scan of a domain has seen yet, what is known of its certificates, or when its own scan is due or started. */
export async function updateUnseen(
  tx: Tx,
  id: string,
  change: Partial<
    Pick<DomainRow, 'unseenChanges' | 'certificates' | 'certificateDueAt' | 'ownScanDueAt' | 'ownScanAt'>
  >,
): Promise<void> {
  await tx.update(domain).set(change).where(eq(domain.id, id))
}

/**
 * Domains of all workspaces whose own scan is due, the longest due first, with their rows locked. Other processes skip
 * them and find the rest.
 */
export async function dueForOwnScan(tx: Tx, now: Date, limit: number): Promise<DomainRow[]> {
  return tx
    .select()
    .from(domain)
    .where(lte(domain.ownScanDueAt, now))
    .orderBy(domain.ownScanDueAt)
    .limit(limit)
    .for('update', { skipLocked: true })
}

/** Domains of all workspaces whose certificates are due to be looked at, as `dueForOwnScan`. */
export async function dueForCertificateLook(tx: Tx, now: Date, limit: number): Promise<DomainRow[]> {
  return tx
    .select()
    .from(domain)
    .where(lte(domain.certificateDueAt, now))
    .orderBy(domain.certificateDueAt)
    .limit(limit)
    .for('update', { skipLocked: true })
}

/** The number of domains of a workspace whose own scan because of a change waits, or started after `since`. */
export async function ownScansOf(tx: Tx, workspaceId: string, since: Date): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(domain)
    .where(and(eq(domain.workspaceId, workspaceId), or(isNotNull(domain.ownScanDueAt), gt(domain.ownScanAt, since))))
  return row?.n ?? 0
}

/** What no scan of a domain has seen yet. */
export async function unseenOf(tx: Database | Tx, id: string): Promise<readonly UnseenChange[]> {
  const [row] = await tx.select({ unseenChanges: domain.unseenChanges }).from(domain).where(eq(domain.id, id))
  return row?.unseenChanges ?? []
}
