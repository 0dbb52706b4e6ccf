import { and, asc, count, eq } from 'drizzle-orm'
import { dkimSelector } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'

type SelectorRow = typeof dkimSelector.$inferSelect

/** Confirmed selectors kept of one domain: far above what a domain uses, a bound for what a hostile zone can fill. */
const confirmedMax = 30

export async function selectorsOf(db: Database | Tx, domainId: string): Promise<SelectorRow[]> {
  return db.select().from(dkimSelector).where(eq(dkimSelector.domainId, domainId)).orderBy(asc(dkimSelector.selector))
}

export async function userSelectorCount(tx: Tx, domainId: string): Promise<number> {
  return countOf(tx, domainId, 'user')
}

/** Adds a selector; one that a scan confirmed becomes the owner's. False: the owner had added it already. */
export async function insertSelector(tx: Tx, row: SelectorRow): Promise<boolean> {
  const rows = await tx
    .insert(dkimSelector)
    .values(row)
    .onConflictDoUpdate({
      target: [dkimSelector.domainId, dkimSelector.selector],
      set: { source: row.source, addedAt: row.addedAt },
      setWhere: eq(dkimSelector.source, 'confirmed'),
    })
    .returning({ selector: dkimSelector.selector })
  return rows.length === 1
}

/**
 * Remembers where a scan found working keys, so that later scans ask there again whatever the catalogue says. The domain's
 * row must be locked: the bound is counted.
 */
export async function confirmSelectors(
  tx: Tx,
  domainId: string,
  selectors: readonly string[],
  addedAt: Date,
): Promise<void> {
  const known = await selectorsOf(tx, domainId)
  const room = confirmedMax - known.filter(({ source }) => source === 'confirmed').length
  const rows = selectors.filter(selector => known.every(row => row.selector !== selector)).slice(0, Math.max(0, room))
  if (rows.length === 0) return
  await tx
    .insert(dkimSelector)
    .values(rows.map(selector => ({ domainId, selector, source: 'confirmed' as const, addedAt })))
    .onConflictDoNothing()
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
