import { and, asc, count, eq, inArray } from 'drizzle-orm'
import { dkimSelector } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'

type SelectorRow = typeof dkimSelector.$inferSelect

/** Confirmed selectors kept of one domain: far above what a domain uses, a bound for what a hostile zone can fill. */
const confirmedMax = 30

/** So long after its key was last found a selector that does not exist now is still asked for: some rotate, and come back. */
const keepGoneMs = 90 * 86_400_000

export async function selectorsOf(db: Database | Tx, domainId: string): Promise<SelectorRow[]> {
  return db.select().from(dkimSelector).where(eq(dkimSelector.domainId, domainId)).orderBy(asc(dkimSelector.selector))
}

export async function userSelectorCount(tx: Tx, domainId: string): Promise<number> {
  return countOf(tx, domainId, 'user')
}

/** Adds a selector; one that a scan confirmed becomes the person's. False: somebody had added it already. */
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
 * Remembers where a scan found working keys, so that later scans ask there again whatever the catalogue says. Forgotten are
 * those that do not exist any more and were last found long ago, and beyond the bound those unseen for longest. The
 * domain's row must be locked: the bound is counted.
 *
 * @param found where the scan found a working key
 * @param missing where it is sure that nothing stands now
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

/** Those seen last come first. */
export function newestFirst(rows: readonly SelectorRow[]): readonly SelectorRow[] {
  return rows.toSorted((one, other) => other.addedAt.getTime() - one.addedAt.getTime())
}

export async function forgetSelector(db: Database, domainId: string, selector: string): Promise<boolean> {
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
