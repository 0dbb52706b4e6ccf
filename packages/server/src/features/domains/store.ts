import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { domain, scanRun } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import { isUuid } from '../../db/uuid.ts'
import { watchDomains } from './watch-store.ts'

export type DomainRow = typeof domain.$inferSelect

/** A domain, and whether a scan of it is queued or running. */
export type DomainSummary = DomainRow & { scanning: boolean }

/** The scan's summary in its domain's row. */
export type ScanSummary = Pick<
  DomainRow,
  'lastScanAt' | 'mxCount' | 'blacklistCount' | 'authStatus' | 'authText' | 'badges' | 'relayTestResult'
> & { score: number | null; issues: readonly string[] }

/** The maximum length of a list: a limit of one query, not of a plan. */
const domainsListed = 5_000

const openStates = ['queued', 'running'] as const

/** The domains of a workspace in alphabetical order, at most `limit`. */
export function domainsOf(db: Database, workspaceId: string, limit = domainsListed): Promise<DomainSummary[]> {
  return summariesOf(db, eq(domain.workspaceId, workspaceId), { order: [asc(domain.name)], limit })
}

/** The domains of a workspace whose name has this text of A-labels; names that start with it come first. */
export function domainsWith(
  db: Database,
  workspaceId: string,
  { text, limit = domainsListed }: { text: string; limit?: number | undefined },
): Promise<DomainSummary[]> {
  const place = sql`strpos(${domain.name}, ${text})`
  return summariesOf(db, and(eq(domain.workspaceId, workspaceId), sql`${place} > 0`), {
    order: [sql`${place} > 1`, asc(domain.name)],
    limit,
  })
}

async function summariesOf(
  db: Database,
  where: SQL | undefined,
  { order, limit }: { order: SQL[]; limit: number },
): Promise<DomainSummary[]> {
  const rows = await db
    .select({ domain, runId: scanRun.id })
    .from(domain)
    .leftJoin(scanRun, and(eq(scanRun.domainId, domain.id), inArray(scanRun.state, [...openStates])))
    .where(where)
    .orderBy(...order)
    .limit(limit)
  return rows.map(row => ({ ...row.domain, scanning: row.runId !== null }))
}

/** The domains of a workspace that changed after their last scan, in alphabetical order. */
export function changedDomains(db: Database, workspaceId: string): Promise<DomainSummary[]> {
  const changed = and(eq(domain.workspaceId, workspaceId), sql`${domain.unseenChanges} <> '[]'::jsonb`)
  return summariesOf(db, changed, { order: [asc(domain.name)], limit: domainsListed })
}

/** One domain of a workspace; undefined as `ownedDomain`. */
export async function ownedSummary(db: Database, workspaceId: string, id: string): Promise<DomainSummary | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await summariesOf(db, owned(workspaceId, id), { order: [], limit: 1 })
  return row
}

/** A domain of this workspace; undefined for another workspace's, an unknown and an invalid id alike. */
export async function ownedDomain(db: Database | Tx, workspaceId: string, id: string): Promise<DomainRow | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await db.select().from(domain).where(owned(workspaceId, id))
  return row
}

/** The same, with the row locked until the transaction ends: starting, saving and deleting wait for each other. */
export async function lockedDomain(tx: Tx, workspaceId: string, id: string): Promise<DomainRow | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await tx.select().from(domain).where(owned(workspaceId, id)).for('update')
  return row
}

export async function domainCount(db: Database | Tx, workspaceId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(domain).where(eq(domain.workspaceId, workspaceId))
  return row?.n ?? 0
}

/** Whether the workspace has this name already. */
export async function ownedDomainNamed(tx: Tx, workspaceId: string, name: string): Promise<boolean> {
  const rows = await tx
    .select({ id: domain.id })
    .from(domain)
    .where(and(eq(domain.workspaceId, workspaceId), eq(domain.name, name)))
  return rows.length > 0
}

/** The ids of the oldest domains of a workspace, oldest first, at most `limit`. An index has them in this order. */
export async function oldestDomains(db: Database | Tx, workspaceId: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: domain.id })
    .from(domain)
    .where(eq(domain.workspaceId, workspaceId))
    .orderBy(asc(domain.createdAt), asc(domain.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Adds a domain; undefined when the workspace has that name already. */
export async function insertDomain(
  tx: Tx,
  row: { workspaceId: string; name: string; createdAt: Date },
): Promise<DomainRow | undefined> {
  const [added] = await tx.insert(domain).values(row).onConflictDoNothing().returning()
  if (added !== undefined) await watchDomains(tx, [added])
  return added
}

/** The names that the workspace has already. */
export async function ownedNames(tx: Tx, workspaceId: string, names: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ name: domain.name })
    .from(domain)
    .where(and(eq(domain.workspaceId, workspaceId), inArray(domain.name, [...names])))
  return new Set(rows.map(row => row.name))
}

/** Adds domains that the workspace does not have yet, with the workspace's row locked; returns them by name. */
export async function insertDomains(
  tx: Tx,
  rows: readonly { workspaceId: string; name: string; createdAt: Date }[],
): Promise<Map<string, DomainRow>> {
  if (rows.length === 0) return new Map()
  const added = await tx
    .insert(domain)
    .values([...rows])
    .returning()
  await watchDomains(tx, added)
  return new Map(added.map(row => [row.name, row]))
}

/** Sets the tags of a domain; false when it is not this workspace's. */
export async function updateTags(
  db: Database | Tx,
  workspaceId: string,
  id: string,
  change: { tags: readonly string[]; tagsAuthor: string | null },
): Promise<boolean> {
  if (!isUuid(id)) return false
  const rows = await db.update(domain).set(change).where(owned(workspaceId, id)).returning({ id: domain.id })
  return rows.length === 1
}

/**
 * The tags of those of these domains that belong to the workspace, with their rows locked until the transaction ends.
 */
export async function tagsForUpdate(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
): Promise<{ id: string; tags: readonly string[] }[]> {
  return (
    tx
      .select({ id: domain.id, tags: domain.tags })
      .from(domain)
      .where(and(eq(domain.workspaceId, workspaceId), inArray(domain.id, ids.filter(isUuid))))
      // In one order, so that two concurrent changes wait for each other and never deadlock.
      .orderBy(asc(domain.id))
      .for('update')
  )
}

/** Writes the tags of many domains, with one statement for all that get the same tags. */
export async function writeTags(
  tx: Tx,
  workspaceId: string,
  rows: readonly { id: string; tags: readonly string[] }[],
  tagsAuthor: string | null,
): Promise<void> {
  for (const alike of Map.groupBy(rows, ({ tags }) => JSON.stringify(tags)).values()) {
    const ids = alike.map(({ id }) => id)
    await tx
      .update(domain)
      .set({ tags: alike[0]?.tags ?? [], tagsAuthor })
      .where(and(eq(domain.workspaceId, workspaceId), inArray(domain.id, ids)))
  }
}

/** Deletes a domain with its runs, scans and documents; false when it is not this workspace's. */
export async function removeDomain(db: Database | Tx, workspaceId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const removed = await db.delete(domain).where(owned(workspaceId, id)).returning({ id: domain.id })
  return removed.length === 1
}

/** Writes the summary of a finished scan. Without a score, the last known one stays, with its issues and its date. */
export async function summarise(tx: Tx, id: string, { score, issues, ...summary }: ScanSummary): Promise<void> {
  const scored =
    score === null ? { scoreIsOld: true } : { score, issues, scoredAt: summary.lastScanAt, scoreIsOld: false }
  await tx
    .update(domain)
    .set({ ...summary, ...scored })
    .where(eq(domain.id, id))
}

const owned = (workspaceId: string, id: string) => and(eq(domain.id, id), eq(domain.workspaceId, workspaceId))
