import { and, asc, eq, gt, inArray, lte } from 'drizzle-orm'
import { member, person, workspace } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import { livePerson, liveWorkspace } from './live.ts'
import type { PersonRow } from './store.ts'

/** Marks a person as deleted; false: they are deleted already, or gone. */
export async function markPersonDeleted(tx: Tx, id: string, at: Date): Promise<boolean> {
  const rows = await tx
    .update(person)
    .set({ deletedAt: at })
    .where(and(eq(person.id, id), livePerson))
    .returning({ id: person.id })
  return rows.length === 1
}

/** Marks workspaces as deleted. */
export async function markWorkspacesDeleted(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .update(workspace)
    .set({ deletedAt: at })
    .where(and(inArray(workspace.id, [...ids]), liveWorkspace))
}

/**
 * Takes back the deletion of a person, and of the workspaces that were deleted with them.
 *
 * @param after the moment after which it must have been
 * @returns false when there is nothing to take back
 */
export async function unmarkDeleted(tx: Tx, { id, deletedAt }: PersonRow, after: Date): Promise<boolean> {
  if (deletedAt === null || deletedAt <= after) return false
  const rows = await tx
    .update(person)
    .set({ deletedAt: null })
    .where(and(eq(person.id, id), eq(person.deletedAt, deletedAt)))
    .returning({ id: person.id })
  if (rows.length === 0) return false
  const theirs = tx
    .select({ id: member.workspaceId })
    .from(member)
    .where(and(eq(member.personId, id), eq(member.role, 'owner')))
  await tx
    .update(workspace)
    .set({ deletedAt: null })
    .where(and(inArray(workspace.id, theirs), eq(workspace.deletedAt, deletedAt)))
  return true
}

/** Workspaces that were deleted at this time at the latest, in the order of their ids, after the one with the id `after`. */
export async function workspacesDeletedBy(
  db: Database,
  at: Date,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: workspace.id })
    .from(workspace)
    .where(and(lte(workspace.deletedAt, at), after === null ? undefined : gt(workspace.id, after)))
    .orderBy(asc(workspace.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** The same of people. */
export async function peopleDeletedBy(
  db: Database,
  at: Date,
  { after, limit }: { after: string | null; limit: number },
): Promise<PersonRow[]> {
  return db
    .select()
    .from(person)
    .where(and(lte(person.deletedAt, at), after === null ? undefined : gt(person.id, after)))
    .orderBy(asc(person.id))
    .limit(limit)
}

/** Removes a workspace that was deleted at this time at the latest, with all that belongs to it. Its payments stay. */
export async function removeWorkspace(db: Database, id: string, deletedBy: Date): Promise<void> {
  await db.delete(workspace).where(and(eq(workspace.id, id), lte(workspace.deletedAt, deletedBy)))
}

/** The same of a person. */
export async function removePerson(db: Database, id: string, deletedBy: Date): Promise<void> {
  await db.delete(person).where(and(eq(person.id, id), lte(person.deletedAt, deletedBy)))
}
