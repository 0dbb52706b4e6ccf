import { and, desc, eq, gt, inArray, lt, ne } from 'drizzle-orm'
import { identitySession, identityUser } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'
import type { OpenSession } from '../../ports.ts'

const { id, userId, expiresAt, updatedAt } = identitySession

/** How often the use of a session is written, in ms: a token lives as long. */
const noteEveryMs = 5 * 60_000

/** The sessions of a user that have not expired, the one used last first. */
export async function sessionsOf(db: Database, user: string, now: Date): Promise<OpenSession[]> {
  const rows = await db
    .select()
    .from(identitySession)
    .where(and(eq(userId, user), gt(expiresAt, now)))
    .orderBy(desc(updatedAt), desc(id))
  return rows.map(row => ({
    id: row.id,
    userAgent: row.userAgent,
    signedInAt: row.createdAt,
    lastActiveAt: row.updatedAt,
  }))
}

/** Ends one session of a user; false: they have none with this id. */
export async function endSessionOf(db: Database, user: string, sessionId: string): Promise<boolean> {
  const rows = await db
    .delete(identitySession)
    .where(and(eq(userId, user), eq(id, sessionId)))
    .returning({ id })
  return rows.length === 1
}

/** Ends the sessions of a user. @param but the one that stays; null: none */
export async function endSessionsOf(db: Database, user: string, but: string | null): Promise<void> {
  await db.delete(identitySession).where(and(eq(userId, user), but === null ? undefined : ne(id, but)))
}

/**
 * Ends the sessions of users whose address is not confirmed. They began before there was a mail server: with one, an
 * address that nobody confirmed must cause no mail, scan or invitation.
 */
export async function endUnconfirmedSessions(db: Database): Promise<void> {
  const unconfirmed = db.select({ id: identityUser.id }).from(identityUser).where(eq(identityUser.emailVerified, false))
  await db.delete(identitySession).where(inArray(userId, unconfirmed))
}

/** Notes that a session is used now. */
export async function noteUse(db: Database, sessionId: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - noteEveryMs)
  await db
    .update(identitySession)
    .set({ updatedAt: now })
    .where(and(eq(id, sessionId), lt(updatedAt, before)))
}
