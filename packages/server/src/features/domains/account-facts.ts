import { type AccountQuery, accountBounds, type WatchedDomainsFacts } from '@waxseal/core/assistant'
import { isReadOnlyDomain, plans } from '@waxseal/core/plan'
import { and, asc, count, eq, inArray } from 'drizzle-orm'
import { domain, scanRun, watch } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../workspaces/actor.ts'
import { monitoringInUse } from '../workspaces/monitoring-in-use.ts'
import { monitoringOf } from '../workspaces/store.ts'
import { oldestDomains } from './store.ts'

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null

/** How the domains of the workspace are scanned and watched, for the analyst. */
export async function watchedDomainsFacts(
  { store: { db } }: Pick<Deps, 'store'>,
  { workspace: { id, tier } }: Actor,
  asked: AccountQuery,
): Promise<WatchedDomainsFacts> {
  const ofWorkspace = eq(domain.workspaceId, id)
  const where = asked.domain === undefined ? ofWorkspace : and(ofWorkspace, eq(domain.name, asked.domain))
  const room = plans[tier].domains
  const [rows, [counted], chosen, oldest] = await Promise.all([
    db
      .select({
        id: domain.id,
        name: domain.name,
        createdAt: domain.createdAt,
        tags: domain.tags,
        schedule: domain.scanSchedule,
        lastScanAt: domain.lastScanAt,
        nextScanAt: domain.nextScanAt,
        runId: scanRun.id,
        checkedAt: watch.checkedAt,
        nextCheckAt: watch.nextCheckAt,
        failures: watch.failures,
      })
      .from(domain)
      .leftJoin(watch, eq(watch.domainId, domain.id))
      .leftJoin(scanRun, and(eq(scanRun.domainId, domain.id), inArray(scanRun.state, ['queued', 'running'])))
      .where(where)
      .orderBy(asc(domain.name))
      .limit(accountBounds.domains),
    db.select({ n: count() }).from(domain).where(where),
    monitoringOf(db, id),
    room === null ? [] : oldestDomains(db, id, room),
  ])
  const { enabled, frequency } = monitoringInUse(tier, chosen)
  const older = new Map(oldest.map((each, at) => [each, at]))
  const items = rows.map(row => {
    const isReadOnly = isReadOnlyDomain(tier, older.get(row.id) ?? oldest.length)
    return {
      name: row.name,
      addedAt: row.createdAt.toISOString(),
      tags: row.tags,
      isReadOnly,
      schedule: row.schedule,
      lastScanAt: isoOf(row.lastScanAt),
      nextScanAt: isReadOnly ? null : isoOf(row.nextScanAt),
      isScanning: row.runId !== null,
      checkedAt: isoOf(row.checkedAt),
      nextCheckAt: enabled && !isReadOnly ? isoOf(row.nextCheckAt) : null,
      failedChecks: row.failures ?? 0,
    }
  })
  return { monitoring: { enabled, everyHours: frequency }, domains: { items, total: counted?.n ?? 0 } }
}
