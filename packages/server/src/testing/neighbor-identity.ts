import * as schema from '../db/schema/index.ts'
import type { Database } from '../db/store.ts'

const hour = 3_600_000

/** What the sign-in library keeps of one person: two sessions, one of them lapsed, and two ways to sign in. */
export async function fillSignIn(db: Database, name: string, now: Date): Promise<void> {
  const at = { createdAt: now, updatedAt: now }
  const user = `user of ${name}`
  const { identityUser, identitySession, identityAccount } = schema
  await db.insert(identityUser).values({ id: user, name, email: `${name}@example.org`, ...at })
  await db.insert(identitySession).values(
    [hour, -hour].map(ms => {
      const id = `session of ${name} ${ms > 0 ? 'live' : 'lapsed'}`
      return { id, token: id, userId: user, expiresAt: new Date(now.getTime() + ms), ...at }
    }),
  )
  await db.insert(identityAccount).values(
    ['credential', 'other'].map(providerId => ({
      id: `${providerId} of ${name}`,
      accountId: user,
      providerId,
      userId: user,
      ...at,
    })),
  )
  await fillSignInMemory(db, name, now)
  await fillSecondStep(db, name, user)
  await fillLinks(db, name, now)
}

/** A right sign-in of an account, and tries that are to be forgotten. */
export async function fillSignInMemory(db: Database, name: string, now: Date): Promise<void> {
  await db.insert(schema.signInMemory).values({ key: `right sign-in of ${name}`, at: now })
  const at = new Date(now.getTime() - 25 * hour)
  await db.insert(schema.signInTry).values({ key: `tries of ${name}`, at, tries: 3 })
}

/** The second step of the sign-in of a user. */
export async function fillSecondStep(db: Database, name: string, userId: string): Promise<void> {
  const row = { id: `second step of ${name}`, secret: 'sealed', backupCodes: 'sealed', userId }
  await db.insert(schema.identityTwoFactor).values(row)
}

/** Links to set a password, one of them lapsed. */
export async function fillLinks(db: Database, name: string, now: Date): Promise<void> {
  await db.insert(schema.identityVerification).values(
    [hour, -hour].map(ms => {
      const id = `link of ${name} ${ms > 0 ? 'live' : 'lapsed'}`
      const times = { expiresAt: new Date(now.getTime() + ms), createdAt: now, updatedAt: now }
      return { id, identifier: `reset-password:${id}`, value: `user of ${name}`, ...times }
    }),
  )
}

/** Signing keys, which belong to no person. */
export async function fillKeys(db: Database, now: Date): Promise<void> {
  await db
    .insert(schema.identityJwks)
    .values(
      ['first', 'second'].map(id => ({ id: `${id} key`, publicKey: 'public', privateKey: '"sealed"', createdAt: now })),
    )
}
