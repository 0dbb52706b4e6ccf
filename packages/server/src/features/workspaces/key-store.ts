import type { KeyScope, Tier } from '@waxseal/core/plan'
import { and, count, desc, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { apiKey, person, workspace } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import { livePerson, liveWorkspace } from './live.ts'

export type KeyRow = typeof apiKey.$inferSelect

/** The keys of a workspace that are not revoked, the newest first, each with the name of who created it. */
export async function keysOf(db: Database, workspaceId: string): Promise<{ key: KeyRow; author: string }[]> {
  return db
    .select({ key: apiKey, author: person.name })
    .from(apiKey)
    .innerJoin(person, eq(person.id, apiKey.createdBy))
    .where(and(eq(apiKey.workspaceId, workspaceId), isNull(apiKey.revokedAt), livePerson))
    .orderBy(desc(apiKey.createdAt), desc(apiKey.id))
}

/** The number of keys of a workspace that are not revoked. */
export async function keyCount(tx: Tx, workspaceId: string): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(apiKey)
    .where(and(eq(apiKey.workspaceId, workspaceId), isNull(apiKey.revokedAt)))
  return row?.n ?? 0
}

export async function insertKey(tx: Tx, row: typeof apiKey.$inferInsert): Promise<KeyRow> {
  const [added] = await tx.insert(apiKey).values(row).returning()
  if (added === undefined) throw new Error('an API key was inserted and not answered')
  return added
}

/** Revokes a key and returns it; undefined when the workspace has none with this id that is not revoked. */
export async function revokeKey(
  db: Database | Tx,
  workspaceId: string,
  id: string,
  revokedAt: Date,
): Promise<KeyRow | undefined> {
  const [row] = await db
    .update(apiKey)
    .set({ revokedAt })
    .where(and(eq(apiKey.workspaceId, workspaceId), eq(apiKey.id, id), isNull(apiKey.revokedAt)))
    .returning()
  return row
}

/** Revokes the keys of a workspace that one person created. */
export async function revokeKeysBy(tx: Tx, workspaceId: string, personId: string, revokedAt: Date): Promise<void> {
  await tx
    .update(apiKey)
    .set({ revokedAt })
    .where(and(eq(apiKey.workspaceId, workspaceId), eq(apiKey.createdBy, personId), isNull(apiKey.revokedAt)))
}

/** Revokes those of them that have a scope. */
export async function revokeKeysWith(
  tx: Tx,
  { workspaceId, personId, scope }: { workspaceId: string; personId: string; scope: KeyScope },
  revokedAt: Date,
): Promise<void> {
  await tx
    .update(apiKey)
    .set({ revokedAt })
    .where(
      and(
        eq(apiKey.workspaceId, workspaceId),
        eq(apiKey.createdBy, personId),
        isNull(apiKey.revokedAt),
        sql`${apiKey.scopes} @> ${JSON.stringify([scope])}::jsonb`,
      ),
    )
}

/** A key that works now, and the workspace it acts for with the stored plan. */
export interface UsableKey {
  key: KeyRow
  workspace: { id: string; name: string; tier: Tier }
}

/**
 * The key with this hash; undefined for one that is unknown, revoked or expired, and for one of a deleted workspace or
 * person.
 */
export async function usableKey(db: Database, keyHash: string, now: Date): Promise<UsableKey | undefined> {
  const [row] = await db
    .select({ key: apiKey, workspace: { id: workspace.id, name: workspace.name, tier: workspace.tier } })
    .from(apiKey)
    .innerJoin(workspace, eq(workspace.id, apiKey.workspaceId))
    .innerJoin(person, eq(person.id, apiKey.createdBy))
    .where(
      and(
        eq(apiKey.keyHash, keyHash),
        isNull(apiKey.revokedAt),
        or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, now)),
        liveWorkspace,
        livePerson,
      ),
    )
  return row
}

/**
 * Notes that a key is used, unless a use after `notedAfter` is noted already.
 *
 * @returns whether this call noted it
 */
export async function noteUse(
  db: Database,
  id: string,
  { now, notedAfter }: { now: Date; notedAfter: Date },
): Promise<boolean> {
  const rows = await db
    .update(apiKey)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKey.id, id), or(isNull(apiKey.lastUsedAt), lte(apiKey.lastUsedAt, notedAfter))))
    .returning({ id: apiKey.id })
  return rows.length === 1
}

/** Deletes the keys, of every workspace, that were revoked before this time. */
export async function forgetKeys(db: Database, revokedBefore: Date): Promise<void> {
  await db.delete(apiKey).where(lt(apiKey.revokedAt, revokedBefore))
}
