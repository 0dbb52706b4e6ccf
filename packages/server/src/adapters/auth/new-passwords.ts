import { eq } from 'drizzle-orm'
import { identityUser, identityVerification } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'
import { forgetAllTries, type MemoryKeys } from './sign-in-memory.ts'

/**
 * Ends what an earlier password, or a link from before, could still open: all links of a user, sign-ins that wait for
 * their second step, and the delay that wrong passwords brought.
 */
export async function endLinks(db: Database, userId: string, keys: MemoryKeys): Promise<void> {
  await db.delete(identityVerification).where(eq(identityVerification.value, userId))
  const [user] = await db.select({ email: identityUser.email }).from(identityUser).where(eq(identityUser.id, userId))
  if (user !== undefined) await forgetAllTries(db, keys.account(user.email))
}
