import type { DnsChange, Severity } from '@waxseal/core/watch'
import { and, count, desc, eq, gte, lt, or } from 'drizzle-orm'
import { dnsChange } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import { isUuid } from '../../db/uuid.ts'

export type ChangeRow = typeof dnsChange.$inferSelect

/** Stores changes of a domain and returns the ids of those that were not stored before. */
export async function insertChanges(
  tx: Tx,
  of: Pick<ChangeRow, 'domainId' | 'workspaceId' | 'foundAt'>,
  changes: readonly DnsChange[],
): Promise<string[]> {
  if (changes.length === 0) return []
  const rows = await tx
    .insert(dnsChange)
    .values(
      changes.map(change => ({
        ...of,
        changeType: change.change_type,
        severity: change.severity,
        description: change.change_description,
        oldValue: change.old_value,
        newValue: change.new_value,
        part: change.part,
        fingerprint: change.fingerprint,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: dnsChange.id })
  return rows.map(({ id }) => id)
}

/** A change of this workspace; undefined for another workspace's, an unknown and an invalid id alike. */
export async function changeOf(db: Database, workspaceId: string, id: string): Promise<ChangeRow | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await db
    .select()
    .from(dnsChange)
    .where(and(eq(dnsChange.id, id), eq(dnsChange.workspaceId, workspaceId)))
  return row
}

/**
 * The newest changes of a workspace or of one of its domains that were found at `since` or later, the newest first, from
 * the one after `before` on.
 */
export async function changesOf(
  db: Database,
  {
    workspaceId,
    domainId,
    since,
    before,
    limit,
  }: Shown & { domainId: string | null; before: ChangeRow | null; limit: number },
): Promise<ChangeRow[]> {
  const older =
    before === null
      ? undefined
      : or(
          lt(dnsChange.foundAt, before.foundAt),
          and(eq(dnsChange.foundAt, before.foundAt), lt(dnsChange.id, before.id)),
        )
  return db
    .select()
    .from(dnsChange)
    .where(and(shown({ workspaceId, since }), domainId === null ? undefined : eq(dnsChange.domainId, domainId), older))
    .orderBy(desc(dnsChange.foundAt), desc(dnsChange.id))
    .limit(limit)
}

/** The changes that a workspace sees: older ones are kept for a higher plan (`shownSince`). */
interface Shown {
  workspaceId: string
  since: Date
}

const shown = ({ workspaceId, since }: Shown) =>
  and(eq(dnsChange.workspaceId, workspaceId), gte(dnsChange.foundAt, since))

/** The number of shown changes of each domain of a workspace by severity. */
export async function changeCounts(
  db: Database,
  of: Shown,
): Promise<{ domainId: string; severity: Severity; n: number }[]> {
  return db
    .select({ domainId: dnsChange.domainId, severity: dnsChange.severity, n: count() })
    .from(dnsChange)
    .where(shown(of))
    .groupBy(dnsChange.domainId, dnsChange.severity)
}

/** Deletes the changes that were found before `at`, of all workspaces. */
export async function forgetChanges(db: Database, at: Date): Promise<void> {
  await db.delete(dnsChange).where(lt(dnsChange.foundAt, at))
}
