import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { identityUser, identityVerification } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'

/** How long a mailed link lets its owner in, in ms. */
const passForMs = 3_600_000

// Only the hash is stored: who reads the database gets no links.
const identifierOf = (pass: string): string => `sign-in-pass:${createHash('sha256').update(pass).digest('base64url')}`

/** Makes the token of a link that lets the owner of an account sign in during a delay; null: there is no such account. */
export async function makePass(db: Database, email: string, now: Date): Promise<string | null> {
  const pass = randomBytes(24).toString('base64url')
  const [user] = await db.select({ id: identityUser.id }).from(identityUser).where(eq(identityUser.email, email))
  if (user === undefined) return null
  const times = { expiresAt: new Date(now.getTime() + passForMs), createdAt: now, updatedAt: now }
  await db
    .insert(identityVerification)
    .values({ id: randomUUID(), identifier: identifierOf(pass), value: user.id, ...times })
  return pass
}

/** Whether a token is of a link that was mailed to the owner of this account in the last hour. */
export async function isPassOf(db: Database, pass: string, email: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: identityVerification.id })
    .from(identityVerification)
    .innerJoin(identityUser, eq(identityUser.id, identityVerification.value))
    .where(
      and(
        eq(identityVerification.identifier, identifierOf(pass)),
        gt(identityVerification.expiresAt, now),
        eq(identityUser.email, email),
      ),
    )
  return rows.length > 0
}
