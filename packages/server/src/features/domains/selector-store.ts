import { and, asc, count, eq, inArray } from 'drizzle-orm'
import { dkimSelector } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'

type SelectorRow = typeof dkimSelector.$inferSelect

/**
 * The maximum number of confirmed selectors of one domain: far more than a domain uses, and a limit for hostile zones.
 */
const confirmedMax = 30

/**
 * A selector that does not exist anymore is queried for this long after its key was last found, because some rotate and
 * return.
 */
const keepGoneMs = 90 * 86_400_000

export async function selectorsOf(db: Database | Tx, domainId: string): Promise<SelectorRow[]> {
  return db.select().from(dkimSelector).where(eq(dkimSelector.domainId, domainId)).orderBy(asc(dkimSelector.selector))
}

/** The selectors of these domains by their ids. */
export async function selectorsOfAll(db: Database, domainIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ domainId: dkimSelector.domainId, selector: dkimSelector.selector })
    .from(dkimSelector)
    .where(inArray(dkimSelector.domainId, [...domainIds]))
    .orderBy(asc(dkimSelector.selector))
  const byDomain = Map.groupBy(rows, ({ domainId }) => domainId)
  return new Map([...byDomain].map(([id, found]) => [id, found.map(({ selector }) => selector)]))
}

export async function userSelectorCount(tx: Tx, domainId: string): Promise<number> {
  return countOf(tx, domainId, 'user')
}

/** Adds a selector; a confirmed one becomes the person's. False: a person had added it already. */
export async function insertSelector(tx: Tx, row: SelectorRow): Promise<boolean> {
  const rows = await tx
    .insert(dkimSelector)
    .values(row)
    .onConflictDoUpdate({
      target: [dkimSelector.domainId, dkimSelector.selector],
      set: { source: row.source, addedAt: row.addedAt, author: row.author },
      setWhere: eq(dkimSelector.source, 'confirmed'),
    })
    .returning({ selector: dkimSelector.selector })
  return rows.length === 1
}

/**
 * Stores the selectors of working keys, so that later scans query them whatever the catalogue contains. Deletes those
 * that do not exist anymore and were last found long ago, and beyond the limit those not seen for longest. The domain's
 * row must be locked, because selectors are counted.
 *
 * @param found selectors with a working key in the scan
 * @param missing selectors that certainly do not exist
 */
export async function confirmSelectors(
  tx: Tx,
  domainId: string,
  { found, missing }: { found: readonly string[]; missing: readonly string[] },
  now: Date,
): Promise<void> {
  const known = await selectorsOf(tx, domainId)
  const given = new Set(known.flatMap(({ selector, source }) => (source === 'user' ? [selector] : [])))
  const seen = [...new Set(found)].filter(selector => !given.has(selector)).slice(0, confirmedMax)
  const unseen = newestFirst(known.filter(({ selector, source }) => source === 'confirmed' && !seen.includes(selector)))
  const isGone = ({ selector, addedAt }: SelectorRow): boolean =>
    missing.includes(selector) && now.getTime() - addedAt.getTime() > keepGoneMs
  const kept = unseen.filter(row => !isGone(row)).slice(0, confirmedMax - seen.length)
  const forgotten = unseen.filter(row => !kept.includes(row)).map(({ selector }) => selector)
  if (forgotten.length > 0) {
    await tx
      .delete(dkimSelector)
      .where(and(eq(dkimSelector.domainId, domainId), inArray(dkimSelector.selector, forgotten)))
  }
  if (seen.length === 0) return
  await tx
    .insert(dkimSelector)
    .values(seen.map(selector => ({ domainId, selector, source: 'confirmed' as const, addedAt: now })))
    .onConflictDoUpdate({
      target: [dkimSelector.domainId, dkimSelector.selector],
      set: { addedAt: now },
      setWhere: eq(dkimSelector.source, 'confirmed'),
    })
}

/** The most recently seen first. */
export function newestFirst(rows: readonly SelectorRow[]): readonly SelectorRow[] {
  return rows.toSorted((one, other) => other.addedAt.getTime() - one.addedAt.getTime())
}

export async function forgetSelector(db: Database | Tx, domainId: string, selector: string): Promise<boolean> {
  const rows = await db
    .delete(dkimSelector)
    .where(and(eq(dkimSelector.domainId, domainId), eq(dkimSelector.selector, selector)))
    .returning({ selector: dkimSelector.selector })
  return rows.length === 1
}

async function countOf(tx: Tx, domainId: string, source: SelectorRow['source']): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(dkimSelector)
    .where(and(eq(dkimSelector.domainId, domainId), eq(dkimSelector.source, source)))
  return row?.n ?? 0
}
