import type { Tier } from '@waxseal/core/plan'
import { asc, eq } from 'drizzle-orm'
import { account } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'

export type AccountRow = typeof account.$inferSelect

export async function accountOfSubject(db: Database, subject: string): Promise<AccountRow | undefined> {
  const [row] = await db.select().from(account).where(eq(account.subject, subject))
  return row
}

/** Adds the account of a new subject. Does nothing when another request was faster: read it again then. */
export async function insertAccount(
  db: Database,
  row: { subject: string; email: string; name: string; tier: Tier; createdAt: Date },
): Promise<AccountRow | undefined> {
  const [added] = await db.insert(account).values(row).onConflictDoNothing({ target: account.subject }).returning()
  return added
}

/** Keeps the account's address and name as the auth provider has them now. */
export async function updateProfile(
  db: Database,
  id: string,
  profile: { email: string; name: string },
): Promise<AccountRow | undefined> {
  const [row] = await db.update(account).set(profile).where(eq(account.id, id)).returning()
  return row
}

/** Every account, oldest first; for the operator. */
export async function allAccounts(db: Database): Promise<AccountRow[]> {
  return db.select().from(account).orderBy(asc(account.createdAt), asc(account.email))
}

/** Puts the account with this address on a plan; null when there is none. */
export async function setTier(db: Database, email: string, tier: Tier): Promise<AccountRow | null> {
  const [row] = await db.update(account).set({ tier }).where(eq(account.email, email.trim().toLowerCase())).returning()
  return row ?? null
}
