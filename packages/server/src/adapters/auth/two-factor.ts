import { eq } from 'drizzle-orm'
import { identityTwoFactor, identityUser } from '../../db/schema/index.ts'
import type { Store } from '../../db/store.ts'

/** Turns the second step of a sign-in off, if it is on; false: no account has this address. */
export async function stopTwoFactor(store: Store, email: string): Promise<boolean> {
  return store.transaction(async tx => {
    const [user] = await tx
      .update(identityUser)
      .set({ twoFactorEnabled: false })
      .where(eq(identityUser.email, email.trim().toLowerCase()))
      .returning({ id: identityUser.id })
    if (user === undefined) return false
    await tx.delete(identityTwoFactor).where(eq(identityTwoFactor.userId, user.id))
    return true
  })
}
