import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import { hostedRecord, hostedZone } from '../db/schema/index.ts'
import type { Database } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import type { HostedRow } from './records.ts'

/** The right to publish, for one process at a time. */
export interface Lease {
  /** Extends it. False: it ended, and another process may publish. */
  renew(): Promise<boolean>
  release(): Promise<void>
}

/** Longer than one batch and its requests may take. */
export const leaseMs = 20_000

/** Null: another process has it. */
export async function takeLease({ store: { db }, now }: Pick<Deps, 'store' | 'now'>): Promise<Lease | null> {
  /** Its end is also its mark: a lease that another process took later ends later. */
  let until = new Date(0)
  const set = async (free: ReturnType<typeof eq> | undefined, end: Date | null): Promise<boolean> => {
    const rows = await db.update(hostedZone).set({ publishingUntil: end }).where(free).returning({ id: hostedZone.id })
    if (rows.length > 0 && end !== null) until = end
    return rows.length > 0
  }
  const isOurs = () => eq(hostedZone.publishingUntil, until)
  const free = or(isNull(hostedZone.publishingUntil), lt(hostedZone.publishingUntil, now()))
  if (!(await set(free, new Date(now().getTime() + leaseMs)))) return null
  return {
    // One that just ended may be ours no more although no one took it: a process that slept must not go on.
    renew: async () =>
      until > now() && set(isOurs(), new Date(Math.max(now().getTime() + leaseMs, until.getTime() + 1))),
    release: async () => void (await set(isOurs(), null)),
  }
}

/**
 * What the provider does not have yet, in the order of change.
 *
 * @param without flattenings that are left out; null is the record of the zone itself
 */
export async function unpublished(
  db: Database,
  without: readonly (string | null)[],
  limit: number,
): Promise<HostedRow[]> {
  const ids = without.filter(id => id !== null)
  return db
    .select()
    .from(hostedRecord)
    .where(
      and(
        sql`(${hostedRecord.publishedChange} is null or ${hostedRecord.publishedChange} < ${hostedRecord.change})`,
        without.includes(null) ? isNotNull(hostedRecord.flatteningId) : undefined,
        ids.length > 0 ? or(isNull(hostedRecord.flatteningId), notInArray(hostedRecord.flatteningId, ids)) : undefined,
      ),
    )
    .orderBy(asc(hostedRecord.change))
    .limit(limit)
}

/** Remembers that the provider has these rows. One that changed meanwhile is published again. */
export async function markPublished(db: Database, rows: readonly HostedRow[]): Promise<void> {
  await db
    .update(hostedRecord)
    .set({ publishedChange: sql`${hostedRecord.change}` })
    .where(or(...rows.map(isSame)))
}

/** The provider may have something else: these names are published again. */
export async function markUnpublished(db: Database, names: readonly string[]): Promise<void> {
  await db
    .update(hostedRecord)
    .set({ publishedChange: null })
    .where(inArray(hostedRecord.name, [...names]))
}

/** What the provider should have, by name, after a name. */
export async function publishedAfter(db: Database, name: string, limit: number): Promise<HostedRow[]> {
  return db
    .select()
    .from(hostedRecord)
    .where(and(gt(hostedRecord.name, name), eq(hostedRecord.publishedChange, hostedRecord.change)))
    .orderBy(asc(hostedRecord.name))
    .limit(limit)
}

/** Remembers when a comparison with the provider began that is over. */
export async function markCompared(db: Database, at: Date): Promise<void> {
  await db.update(hostedZone).set({ comparedAt: at })
}

function isSame({ name, change }: HostedRow) {
  return and(eq(hostedRecord.name, name), eq(hostedRecord.change, change))
}
