import { randomBytes } from 'node:crypto'
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, notInArray, sql } from 'drizzle-orm'
import { hostedRecord, hostedZone } from '../db/schema/index.ts'
import type { Database, Tx } from '../db/store.ts'

export type HostedRow = typeof hostedRecord.$inferSelect

/** Resolvers that have an older first record find its parts for this long. */
const partsKeptMs = 2 * 24 * 3_600_000

/** The TTL of the record that proves the delegation, in seconds: a cached answer is never older. */
const nonceTtl = 60

/** The name of the TXT record that proves the delegation of the zone to this server. */
export function nonceName(zone: string): string {
  return `_waxseal-zone.${zone}`
}

/** Makes the row of the zone, and the record that proves its delegation, unless they exist. */
export async function makeZone(tx: Tx, zone: string, now: Date): Promise<void> {
  const nonce = newNonce()
  const made = await tx.insert(hostedZone).values({ name: zone, nonce }).onConflictDoNothing().returning()
  if (made.length > 0) await setNonce(tx, zone, nonce, now)
}

/** Another publisher has nothing of the zone yet, and the delegation may still lead to the one before. */
export async function changePublisher(tx: Tx, zone: string, publisher: string, now: Date): Promise<void> {
  const nonce = newNonce()
  await lockZone(tx)
  await tx.update(hostedRecord).set({ publishedChange: null })
  await tx.delete(hostedRecord).where(eq(hostedRecord.name, nonceName(zone)))
  const unknown = { provedAt: null, checkedAt: null, problem: null, publishingUntil: null, comparedAt: null }
  await tx.update(hostedZone).set({ publisher, nonce, ...unknown })
  await setNonce(tx, zone, nonce, now)
}

/** Notes who publishes, where that is not known yet. */
export async function notePublisher(tx: Tx, publisher: string): Promise<void> {
  await tx.update(hostedZone).set({ publisher }).where(isNull(hostedZone.publisher))
}

/** Gives the zone another apex. What is known of the old one is forgotten. Nothing may be hosted below it. */
export async function renameZone(tx: Tx, zone: string, now: Date): Promise<void> {
  const nonce = newNonce()
  await tx.delete(hostedRecord)
  const unknown = { provedAt: null, checkedAt: null, problem: null, publishingUntil: null, comparedAt: null }
  await tx.update(hostedZone).set({ name: zone, nonce, ...unknown })
  await setNonce(tx, zone, nonce, now)
}

function newNonce(): string {
  return `waxseal-zone=${randomBytes(16).toString('hex')}`
}

async function setNonce(tx: Tx, zone: string, nonce: string, now: Date): Promise<void> {
  const change = await changeNumber(tx)
  await tx.insert(hostedRecord).values({ name: nonceName(zone), value: nonce, ttl: nonceTtl, change, changedAt: now })
}

/** The number of records that are hosted for domains, old parts too. */
export async function hostedCount(db: Database | Tx): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(hostedRecord)
    .where(and(isNotNull(hostedRecord.value), isNotNull(hostedRecord.flatteningId)))
  return row?.n ?? 0
}

/** Forgets names without a record since `before`, except those that a provider may still have. */
export async function forgetRemoved(db: Database, before: Date, { published }: { published: boolean }): Promise<void> {
  const isPublished = published ? sql`${hostedRecord.publishedChange} = ${hostedRecord.change}` : undefined
  await db.delete(hostedRecord).where(and(isNull(hostedRecord.value), lt(hostedRecord.changedAt, before), isPublished))
}

/**
 * Makes these the records of a hosted name. Each part gets a lower number of change than the record that includes it, and
 * followers publish in the order of the numbers. Earlier parts stay for two days.
 *
 * @param records the first one at the hosted name
 */
export async function setHostedRecords(
  tx: Tx,
  {
    flatteningId,
    records,
    ttl,
    now,
  }: { flatteningId: string; records: readonly { name: string; value: string }[]; ttl: number; now: Date },
): Promise<void> {
  await lockZone(tx)
  for (const { name, value } of records.toReversed()) {
    const row = { flatteningId, value, ttl, changedAt: now, removeAt: null }
    const [before] = await tx.select().from(hostedRecord).where(eq(hostedRecord.name, name))
    if (before !== undefined && before.value === value && before.ttl === ttl) {
      await tx.update(hostedRecord).set({ removeAt: null }).where(eq(hostedRecord.name, name))
      continue
    }
    const change = await changeNumber(tx)
    await tx
      .insert(hostedRecord)
      .values({ name, change, ...row })
      .onConflictDoUpdate({ target: hostedRecord.name, set: { change, ...row } })
  }
  const current = records.map(({ name }) => name)
  await tx
    .update(hostedRecord)
    .set({ removeAt: new Date(now.getTime() + partsKeptMs) })
    .where(
      and(
        eq(hostedRecord.flatteningId, flatteningId),
        isNotNull(hostedRecord.value),
        isNull(hostedRecord.removeAt),
        notInArray(hostedRecord.name, current),
      ),
    )
}

/** Takes all records of a hosted name away, that name first, so that none includes a name without a record. */
export async function removeHostedRecords(tx: Tx, flatteningId: string, now: Date): Promise<void> {
  await lockZone(tx)
  const rows = await tx
    .select({ name: hostedRecord.name })
    .from(hostedRecord)
    .where(and(eq(hostedRecord.flatteningId, flatteningId), isNotNull(hostedRecord.value)))
    .orderBy(desc(hostedRecord.change))
  await remove(tx, rows, now)
}

/** Takes away the parts whose time has come, a thousand at most. Returns how many. */
export async function removeOldParts(tx: Tx, now: Date): Promise<number> {
  if (!(await lockZone(tx))) return 0
  const rows = await tx
    .select({ name: hostedRecord.name })
    .from(hostedRecord)
    .where(and(lte(hostedRecord.removeAt, now), isNotNull(hostedRecord.value)))
    .orderBy(asc(hostedRecord.removeAt))
    .limit(1000)
  await remove(tx, rows, now)
  return rows.length
}

async function remove(tx: Tx, rows: readonly { name: string }[], now: Date): Promise<void> {
  for (const { name } of rows.toSorted((a, b) => a.name.length - b.name.length)) {
    const change = await changeNumber(tx)
    await tx
      .update(hostedRecord)
      .set({ value: null, change, changedAt: now, removeAt: null })
      .where(eq(hostedRecord.name, name))
  }
}

/** The records that changed after a change, in their order. The name server follows the zone with it. */
export async function changesAfter(db: Database, change: number, limit: number): Promise<HostedRow[]> {
  return db
    .select()
    .from(hostedRecord)
    .where(gt(hostedRecord.change, change))
    .orderBy(asc(hostedRecord.change))
    .limit(limit)
}

/** What the screen tells of the zone; undefined before its first record. */
export async function zoneRow(db: Database | Tx): Promise<typeof hostedZone.$inferSelect | undefined> {
  const [row] = await db.select().from(hostedZone)
  return row
}

/** The records with these names. */
export async function recordsNamed(db: Database, names: readonly string[]): Promise<HostedRow[]> {
  return db
    .select()
    .from(hostedRecord)
    .where(inArray(hostedRecord.name, [...names]))
}

/**
 * Locks the row of the zone, before any record: a part that is due for removal may become current again, and two
 * transactions that lock in another order would wait for each other. False: there is no zone.
 */
async function lockZone(tx: Tx): Promise<boolean> {
  const rows = await tx.select({ id: hostedZone.id }).from(hostedZone).for('update')
  return rows.length > 0
}

/** The next number of change. The row stays locked, so numbers become visible in their order. */
async function changeNumber(tx: Tx): Promise<number> {
  const [row] = await tx
    .update(hostedZone)
    .set({ change: sql`${hostedZone.change} + 1` })
    .returning({ change: hostedZone.change })
  if (row === undefined) throw new Error('the hosted zone has no row')
  return row.change
}
