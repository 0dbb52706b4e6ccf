import { randomUUID } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { identityVerification } from '../../db/schema/index.ts'
import type { Store } from '../../db/store.ts'

const id = 'first-sign-up'
const claimMs = 30_000

/**
 * Runs `work` while no other process or request does: of two people who sign up at the same moment on a new server,
 * only one may be "the first". The claim is a row that expires, so a process that dies blocks others only briefly.
 *
 * @returns the result of `work`, or null while another sign-up is running
 */
export async function claimFirstSignUp<T>(
  store: Store,
  now: () => Date,
  work: () => Promise<T | null>,
): Promise<T | null> {
  const claim = randomUUID()
  const at = now()
  const fields = { value: claim, expiresAt: new Date(at.getTime() + claimMs), updatedAt: at }
  const claimed = await store.db
    .insert(identityVerification)
    .values({ id, identifier: id, createdAt: at, ...fields })
    .onConflictDoUpdate({
      target: identityVerification.id,
      set: fields,
      setWhere: lt(identityVerification.expiresAt, at),
    })
    .returning({ id: identityVerification.id })
  if (claimed.length === 0) return null
  try {
    return await work()
  } finally {
    await store.db
      .delete(identityVerification)
      .where(and(eq(identityVerification.id, id), eq(identityVerification.value, claim)))
  }
}
