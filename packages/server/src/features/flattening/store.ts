import { and, asc, count, desc, eq, gt, inArray, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import { flattening, flatteningVersion } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import { isUuid } from '../../db/uuid.ts'

const versionsKept = 200
const versionsKeptMs = 48 * 3_600_000

export type FlatteningRow = typeof flattening.$inferSelect
export type VersionRow = typeof flatteningVersion.$inferSelect

/** A hosted record that a process took to check, until `nextCheckAt`. */
export type ClaimedFlattening = FlatteningRow & { nextCheckAt: Date }

/** The hosted records of a workspace, newest first. Retired ones are not among them. */
export async function configurationsOf(db: Database | Tx, workspaceId: string): Promise<FlatteningRow[]> {
  return db
    .select()
    .from(flattening)
    .where(ofWorkspace(workspaceId))
    .orderBy(desc(flattening.createdAt), desc(flattening.id))
}

/** A hosted record of this workspace; undefined for another workspace's, a retired and an unknown one alike. */
export async function ownedConfiguration(
  db: Database | Tx,
  workspaceId: string,
  id: string,
): Promise<FlatteningRow | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await db
    .select()
    .from(flattening)
    .where(and(ofWorkspace(workspaceId), eq(flattening.id, id)))
  return row
}

/** The hosted record of a domain. */
export async function configurationOfDomain(db: Database | Tx, domainId: string): Promise<FlatteningRow | undefined> {
  const [row] = await db.select().from(flattening).where(eq(flattening.domainId, domainId))
  return row
}

/** Whether a label was ever given to a hosted record. */
export async function isLabelTaken(db: Database | Tx, label: string): Promise<boolean> {
  const rows = await db.select({ id: flattening.id }).from(flattening).where(eq(flattening.label, label))
  return rows.length > 0
}

/** The number of hosted records of a workspace. */
export async function configurationCount(tx: Tx, workspaceId: string): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(flattening).where(ofWorkspace(workspaceId))
  return row?.n ?? 0
}

/** The number of the workspace's hosted records older than this one: a plan has room for the oldest. */
export async function olderConfigurations(
  db: Database | Tx,
  row: Pick<FlatteningRow, 'id' | 'createdAt'> & { workspaceId: string },
): Promise<number> {
  const older = or(
    lt(flattening.createdAt, row.createdAt),
    and(eq(flattening.createdAt, row.createdAt), lt(flattening.id, row.id)),
  )
  const [counted] = await db
    .select({ n: count() })
    .from(flattening)
    .where(and(ofWorkspace(row.workspaceId), older))
  return counted?.n ?? 0
}

/** Adds a hosted record; undefined when its label was ever given to one. */
export async function insertConfiguration(
  tx: Tx,
  values: typeof flattening.$inferInsert,
): Promise<FlatteningRow | undefined> {
  const [row] = await tx.insert(flattening).values(values).onConflictDoNothing().returning()
  return row
}

/** Changes a hosted record. A check that runs meanwhile stores nothing, because `nextCheckAt` is another one. */
export async function updateConfiguration(
  tx: Tx,
  id: string,
  values: Partial<FlatteningRow> & Pick<FlatteningRow, 'nextCheckAt'>,
): Promise<FlatteningRow> {
  const [row] = await tx.update(flattening).set(values).where(eq(flattening.id, id)).returning()
  if (row === undefined) throw new Error('the row of a hosted record is gone')
  return row
}

/** Takes hosted records that are due, the longest waiting first. Other processes skip them until `until`. */
export async function claimConfigurations(
  tx: Tx,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<ClaimedFlattening[]> {
  const due = await tx
    .select()
    .from(flattening)
    .where(lte(flattening.nextCheckAt, now))
    .orderBy(asc(flattening.nextCheckAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  for (const { id } of due) await tx.update(flattening).set({ nextCheckAt: until }).where(eq(flattening.id, id))
  return due.map(row => ({ ...row, nextCheckAt: until }))
}

/**
 * Takes one hosted record of this workspace to check now, from another process if need be, as it is at that moment;
 * undefined as `ownedConfiguration`.
 */
export async function claimConfiguration(
  db: Database,
  workspaceId: string,
  id: string,
  until: Date,
): Promise<ClaimedFlattening | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await db
    .update(flattening)
    .set({ nextCheckAt: until })
    .where(and(ofWorkspace(workspaceId), eq(flattening.id, id)))
    .returning()
  return row && { ...row, nextCheckAt: until }
}

/** Writes the end of a check; undefined when the record was changed or taken over meanwhile. */
export async function storeCheck(
  tx: Tx,
  { id, nextCheckAt, originalRecord }: ClaimedFlattening,
  values: Partial<FlatteningRow> & Pick<FlatteningRow, 'nextCheckAt'>,
): Promise<FlatteningRow | undefined> {
  const [row] = await tx
    .update(flattening)
    .set(values)
    // Two claims of one moment have one time.
    .where(
      and(
        eq(flattening.id, id),
        eq(flattening.nextCheckAt, nextCheckAt),
        eq(flattening.originalRecord, originalRecord),
      ),
    )
    .returning()
  return row
}

/** Adds a version. */
export async function insertVersion(tx: Tx, values: typeof flatteningVersion.$inferInsert): Promise<void> {
  await tx.insert(flatteningVersion).values(values)
}

/**
 * Deletes the versions of every record beyond its newest 200, but those of two days stay: upstreams that rotate their
 * addresses make many a day.
 */
export async function forgetVersions(db: Database, now: Date): Promise<void> {
  const { id, flatteningId, at } = flatteningVersion
  const place = sql<number>`row_number() over (partition by ${flatteningId} order by ${at} desc, ${id} desc)`.as(
    'place',
  )
  const numbered = db.select({ id, place }).from(flatteningVersion).as('numbered')
  const old = db.select({ id: numbered.id }).from(numbered).where(gt(numbered.place, versionsKept))
  const before = new Date(now.getTime() - versionsKeptMs)
  await db.delete(flatteningVersion).where(and(inArray(id, old), lt(at, before)))
}

/** The versions since a moment, oldest first. */
export async function versionsSince(tx: Tx, flatteningId: string, since: Date): Promise<VersionRow[]> {
  return tx
    .select()
    .from(flatteningVersion)
    .where(and(eq(flatteningVersion.flatteningId, flatteningId), gt(flatteningVersion.at, since)))
    .orderBy(asc(flatteningVersion.at), asc(flatteningVersion.id))
}

/** What other hosted records include, by their names. */
export async function includesOfHosted(
  db: Database | Tx,
  names: readonly string[],
): Promise<{ hostedName: string | null; includes: readonly string[] }[]> {
  const rows = await db
    .select({ hostedName: flattening.hostedName, view: flattening.view })
    .from(flattening)
    .where(inArray(flattening.hostedName, [...names]))
  return rows.map(({ hostedName, view }) => ({ hostedName, includes: view.includes }))
}

/** The versions of a hosted record, newest first. */
export async function versionsOf(db: Database, flatteningId: string, limit: number): Promise<VersionRow[]> {
  return db
    .select()
    .from(flatteningVersion)
    .where(eq(flatteningVersion.flatteningId, flatteningId))
    .orderBy(desc(flatteningVersion.at), desc(flatteningVersion.id))
    .limit(limit)
}

/** Not retired ones: those have no domain. */
const ofWorkspace = (workspaceId: string) =>
  and(eq(flattening.workspaceId, workspaceId), isNotNull(flattening.domainId))
