import type { DnsChange, Severity } from '@waxseal/core/watch'
import { and, asc, count, desc, eq, gt, inArray, lt, or } from 'drizzle-orm'
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

/** The newest changes of a workspace or of one of its domains, the newest first, from the one after `before` on. */
export async function changesOf(
  db: Database,
  { workspaceId, domainId, before, limit }: Kept & { before: ChangeRow | null; limit: number },
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
    .where(and(eq(dnsChange.workspaceId, workspaceId), ofDomain(domainId), older))
    .orderBy(desc(dnsChange.foundAt), desc(dnsChange.id))
    .limit(limit)
}

/** Whose changes: of one domain of the workspace, or of all. */
interface Kept {
  workspaceId: string
  domainId: string | null
}

const ofDomain = (domainId: string | null) => (domainId === null ? undefined : eq(dnsChange.domainId, domainId))

/** The number of kept changes of each domain of a workspace by severity. */
export async function changeCounts(
  db: Database,
  workspaceId: string,
): Promise<{ domainId: string; severity: Severity; n: number }[]> {
  return db
    .select({ domainId: dnsChange.domainId, severity: dnsChange.severity, n: count() })
    .from(dnsChange)
    .where(eq(dnsChange.workspaceId, workspaceId))
    .groupBy(dnsChange.domainId, dnsChange.severity)
}

/** The workspaces with changes found before `at`, at most `limit`, in order, after the workspace `after`. */
export async function workspacesWithChangesBefore(
  db: Database,
  { at, after, limit }: { at: Date; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: dnsChange.workspaceId })
    .from(dnsChange)
    .where(and(lt(dnsChange.foundAt, at), after === null ? undefined : gt(dnsChange.workspaceId, after)))
    .orderBy(asc(dnsChange.workspaceId))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Deletes the changes of these workspaces that were found before `at`. */
export async function forgetChanges(db: Database, workspaceIds: readonly string[], at: Date): Promise<void> {
  await db.delete(dnsChange).where(and(inArray(dnsChange.workspaceId, [...workspaceIds]), lt(dnsChange.foundAt, at)))
}
