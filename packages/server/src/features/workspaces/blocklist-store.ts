import { and, asc, eq } from 'drizzle-orm'
import { blocklistOff, ownBlocklist } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import { isUuid } from '../../db/uuid.ts'

export type OwnBlocklistRow = typeof ownBlocklist.$inferSelect

/** The own blocklists of a workspace, the first added first. */
export async function ownBlocklists(db: Database | Tx, workspaceId: string): Promise<OwnBlocklistRow[]> {
  return db
    .select()
    .from(ownBlocklist)
    .where(eq(ownBlocklist.workspaceId, workspaceId))
    .orderBy(asc(ownBlocklist.addedAt), asc(ownBlocklist.id))
}

/** Adds a blocklist; undefined when the workspace has its zone already for this kind. */
export async function insertOwnBlocklist(
  tx: Tx,
  row: Omit<OwnBlocklistRow, 'id'>,
): Promise<OwnBlocklistRow | undefined> {
  const [added] = await tx.insert(ownBlocklist).values(row).onConflictDoNothing().returning()
  return added
}

/** Deletes a blocklist and returns it; undefined when it is not this workspace's. */
export async function removeOwnBlocklist(
  db: Database | Tx,
  workspaceId: string,
  id: string,
): Promise<OwnBlocklistRow | undefined> {
  if (!isUuid(id)) return undefined
  const [removed] = await db
    .delete(ownBlocklist)
    .where(and(eq(ownBlocklist.id, id), eq(ownBlocklist.workspaceId, workspaceId)))
    .returning()
  return removed
}

/** The ids of the lists of the catalogue that a workspace turned off. */
export async function blocklistsOff(db: Database | Tx, workspaceId: string): Promise<string[]> {
  const rows = await db
    .select({ list: blocklistOff.list })
    .from(blocklistOff)
    .where(eq(blocklistOff.workspaceId, workspaceId))
    .orderBy(asc(blocklistOff.list))
  return rows.map(({ list }) => list)
}

/** Sets the lists of the catalogue that a workspace turned off. */
export async function storeBlocklistsOff(
  tx: Tx,
  workspaceId: string,
  lists: readonly string[],
  { at, author }: Pick<typeof blocklistOff.$inferSelect, 'at' | 'author'>,
): Promise<void> {
  await tx.delete(blocklistOff).where(eq(blocklistOff.workspaceId, workspaceId))
  if (lists.length === 0) return
  await tx.insert(blocklistOff).values(lists.map(list => ({ workspaceId, list, at, author })))
}
