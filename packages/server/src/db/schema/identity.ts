import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/**
 * The tables of better-auth with its JWT and two-factor plugins. Property names are that library's field names
 * (`identity.test.ts` compares them with `getAuthTables`); the prefix keeps its "account" apart from ours.
 */
const user = pgTable('identity_user', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  twoFactorEnabled: boolean().default(false),
  createdAt: moment().notNull(),
  updatedAt: moment().notNull(),
})

const userId = () =>
  text()
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' })

const session = pgTable(
  'identity_session',
  {
    id: text().primaryKey(),
    expiresAt: moment().notNull(),
    token: text().notNull().unique(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    ipAddress: text(),
    userAgent: text(),
    userId: userId(),
  },
  table => [index().on(table.userId), index().on(table.expiresAt)],
)

const account = pgTable(
  'identity_account',
  {
    id: text().primaryKey(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: userId(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: moment(),
    refreshTokenExpiresAt: moment(),
    scope: text(),
    password: text(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  table => [index().on(table.userId)],
)

const verification = pgTable(
  'identity_verification',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: moment().notNull(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  table => [index().on(table.identifier), index().on(table.expiresAt)],
)

/** The second step of a sign-in. */
const twoFactor = pgTable(
  'identity_two_factor',
  {
    id: text().primaryKey(),
    /** Encrypted by the library, as the backup codes are. */
    secret: text().notNull(),
    backupCodes: text().notNull(),
    userId: userId(),
    /** False: the first code has not been entered yet. */
    verified: boolean().default(true),
    failedVerificationCount: integer().default(0),
    lockedUntil: moment(),
  },
  table => [index().on(table.userId)],
)

const jwks = pgTable('identity_jwks', {
  id: text().primaryKey(),
  publicKey: text().notNull(),
  privateKey: text().notNull(),
  createdAt: moment().notNull(),
  expiresAt: moment(),
  alg: text(),
  crv: text(),
})

/**
 * That an address or an account signed in rightly, and when last, under a key that tells whose only to this installation
 * (`adapters/auth/sign-in-memory.ts`).
 */
export const signInMemory = pgTable('sign_in_memory', { key: text().primaryKey(), at: moment().notNull() }, table => [
  index().on(table.at),
])

/**
 * How often a password was tried for an account since the last right one, and when last. UNLOGGED (see the migrations):
 * losing it in a crash does no harm, and wrong passwords must not wait for the disk, nor let others wait.
 */
export const signInTry = pgTable(
  'sign_in_try',
  { key: text().primaryKey(), at: moment().notNull(), tries: integer().notNull() },
  table => [index().on(table.at)],
)

/** For better-auth's drizzle adapter: its model names to our tables. */
export const identitySchema = { user, session, account, verification, jwks, twoFactor }

export {
  account as identityAccount,
  jwks as identityJwks,
  session as identitySession,
  twoFactor as identityTwoFactor,
  user as identityUser,
  verification as identityVerification,
}
