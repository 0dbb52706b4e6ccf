import type { UnservedSight } from '@waxseal/core/dns'
import { unservedSight } from '@waxseal/core/watch'
import { eq, inArray, sql } from 'drizzle-orm'
import { domain, watch } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'

/** A domain that is watched is checked at most this often, however often its settings change. */
const atMostEveryMs = 3_600_000

/** Makes the rows by which new domains are watched. The first check is due at once. */
export async function watchDomains(
  tx: Tx,
  domains: readonly { id: string; workspaceId: string; createdAt: Date }[],
): Promise<void> {
  if (domains.length === 0) return
  await tx
    .insert(watch)
    .values(domains.map(({ id, workspaceId, createdAt }) => ({ domainId: id, workspaceId, nextCheckAt: createdAt })))
}

/**
 * Has all domains of a workspace checked soon: now, or an hour after their last check. For every change of the monitoring
 * settings, in its transaction: the check that comes then goes by the new settings.
 */
export async function checkSoon(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  const soonest = sql`greatest(${now.toISOString()}::timestamptz, ${watch.checkedAt} + ${`${atMostEveryMs} ms`}::interval)`
  await tx
    .update(watch)
    .set({ nextCheckAt: sql`least(${watch.nextCheckAt}, ${soonest})` })
    .where(eq(watch.workspaceId, workspaceId))
}

/** What monitoring knows of a domain whose zone no name server serves; null: nothing. */
export async function unservedOf(db: Database | Tx, domainId: string, now: Date): Promise<UnservedSight | null> {
  const [row] = await db.select({ memory: watch.memory }).from(watch).where(eq(watch.domainId, domainId))
  return unservedSight(row?.memory ?? null, now.getTime())
}

/** The names of these domains by their ids, of whatever workspace they are. */
export async function namesOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: domain.id, name: domain.name })
    .from(domain)
    .where(inArray(domain.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
