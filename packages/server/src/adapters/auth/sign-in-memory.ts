import { createHmac } from 'node:crypto'
import { and, eq, gt, inArray, like, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { signInMemory, signInTry } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'

const second = 1_000
const minute = 60 * second
const day = 86_400 * second

/** How long a right sign-in gives an address or an account a lane of its own, in ms. */
export const knownForMs = 30 * day

/** Tries of an account before the first delay, and when they are forgotten after the last one, in ms. */
const freeTries = 10
const triesForMs = day
/** The first delay doubles with each try, up to the longest, in ms. */
const firstDelayMs = 2 * second
const longestDelayMs = 15 * minute

/** After so many tries in a row, none is let in for this time, in ms. */
export function delayAfter(tries: number): number {
  return tries < freeTries ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(30, tries - freeTries))
}

const delayInSql = sql`case when ${signInTry.tries} < ${freeTries} then 0
  else least(${longestDelayMs}, ${firstDelayMs} * power(2, least(30, ${signInTry.tries} - ${freeTries}))) end`

/** The keys of the memory. They say nothing without the secret of this installation: we keep no list of addresses. */
export interface MemoryKeys {
  address(client: string): string
  account(email: string): string
  /** An address from which an account signed in. */
  pair(email: string, client: string): string
  /** Where tries for an account are counted. @param lane whose: strangers', of an address, of a link */
  tries(email: string, lane: string): string
}

/** @param secret of this installation */
export function memoryKeys(secret: string): MemoryKeys {
  const hidden = (text: string) =>
    createHmac('sha256', `sign-in memory ${secret}`).update(text).digest('base64url').slice(0, 22)
  return {
    address: client => `address ${hidden(client)}`,
    account: email => `account ${hidden(email)}`,
    pair: (email, client) => `account ${hidden(email)} address ${hidden(client)}`,
    tries: (email, lane) => `account ${hidden(email)} tries ${hidden(lane)}`,
  }
}

/** Which of these keys signed in rightly in the last 30 days. */
export async function knownOf(db: Database, keys: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ key: signInMemory.key })
    .from(signInMemory)
    .where(and(inArray(signInMemory.key, [...keys]), gt(signInMemory.at, new Date(now.getTime() - knownForMs))))
  return new Set(rows.map(({ key }) => key))
}

/** Remembers a right sign-in under these keys. */
export async function rememberRight(db: Database, keys: readonly string[], now: Date): Promise<void> {
  await db
    .insert(signInMemory)
    .values(keys.map(key => ({ key, at: now })))
    .onConflictDoUpdate({ target: signInMemory.key, set: { at: now } })
}

/**
 * Counts a try before its password is compared, so that tries at the same moment cannot all pass.
 *
 * @returns how long to wait, in ms, when none is let in now; null: this one is
 */
export async function takeTry(db: Database, key: string, now: Date): Promise<number | null> {
  const at = sql`${now.toISOString()}::timestamptz`
  const since = sql`extract(epoch from ${at} - ${signInTry.at}) * 1000`
  // A time that lies ahead was written by a wrong clock.
  const isOld = sql`(${since} >= ${triesForMs} or ${since} < ${-5 * minute})`
  const taken = await db
    .insert(signInTry)
    .values({ key, at: now, tries: 1 })
    .onConflictDoUpdate({
      target: signInTry.key,
      set: { at: now, tries: sql`case when ${isOld} then 1 else ${signInTry.tries} + 1 end` },
      setWhere: sql`${isOld} or ${since} >= ${delayInSql}`,
    })
    .returning({ tries: signInTry.tries })
  if (taken.length > 0) return null
  const [row] = await db.select().from(signInTry).where(eq(signInTry.key, key))
  if (row === undefined) return null
  return Math.max(second, row.at.getTime() + delayAfter(row.tries) - now.getTime())
}

/** Takes back a try whose password was not compared. */
export async function giveTryBack(db: Database, key: string): Promise<void> {
  await db
    .update(signInTry)
    .set({ tries: sql`${signInTry.tries} - 1` })
    .where(and(eq(signInTry.key, key), gt(signInTry.tries, 0)))
}

/** Forgets the tries under a key: the password was right. */
export async function forgetTries(db: Database, key: string): Promise<void> {
  await db.delete(signInTry).where(eq(signInTry.key, key))
}

/** Forgets all tries for an account. */
export async function forgetAllTries(db: Database, account: string): Promise<void> {
  await db.delete(signInTry).where(isOf(signInTry.key, account))
}

/** Forgets everything about an account. */
export async function forgetAccount(db: Database, account: string): Promise<void> {
  await forgetAllTries(db, account)
  await db.delete(signInMemory).where(or(eq(signInMemory.key, account), isOf(signInMemory.key, account)))
}

/** Whether a key begins with that of an account, in which `_` stands for itself. */
const isOf = (key: PgColumn, account: string) => like(key, `${account.replaceAll('_', '\\_')} %`)
