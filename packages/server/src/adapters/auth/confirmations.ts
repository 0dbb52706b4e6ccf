import { and, asc, eq, ne } from 'drizzle-orm'
import { identityUser } from '../../db/schema/index.ts'
import type { Store } from '../../db/store.ts'

/**
 * Confirms addresses.
 *
 * @param options.isFirstOnly the server is open to the first person alone, and addresses are confirmed by mail: the first
 *   is then who first confirms one, so that nobody takes the place with an address they cannot read
 * @returns a function that confirms the address of a user; false: there is no such user any more
 */
export function confirmations({
  store,
  now,
  isFirstOnly,
}: {
  store: Pick<Store, 'db' | 'transaction'>
  now: () => Date
  isFirstOnly: boolean
}): (userId: string) => Promise<boolean> {
  const fields = () => ({ emailVerified: true, updatedAt: now() })
  const id = { id: identityUser.id }
  return userId =>
    store.transaction(async tx => {
      // All at once, so that of two who confirm at the same moment one is the first.
      if (isFirstOnly) await tx.select(id).from(identityUser).orderBy(asc(identityUser.id)).for('update')
      const isKnown = eq(identityUser.emailVerified, true)
      const isFirst = isFirstOnly && (await tx.select(id).from(identityUser).where(isKnown).limit(1)).length === 0
      const rows = await tx.update(identityUser).set(fields()).where(eq(identityUser.id, userId)).returning(id)
      // Who also signed up before anyone was confirmed. Nobody can be invited yet.
      if (isFirst && rows.length > 0)
        await tx.delete(identityUser).where(and(ne(identityUser.id, userId), eq(identityUser.emailVerified, false)))
      return rows.length > 0
    })
}
