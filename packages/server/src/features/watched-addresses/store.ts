import { and, asc, eq, inArray, lte, sum } from 'drizzle-orm'
import { watchedAddress, watchedRange } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'
import { isUuid } from '../../db/uuid.ts'

export type RangeRow = typeof watchedRange.$inferSelect
export type AddressRow = typeof watchedAddress.$inferSelect
export type WatchedListing = AddressRow['listings'][number]

/** An address that a process took to check, until `nextCheckAt`. */
export interface ClaimedAddress extends AddressRow {
  /** When it was due. */
  dueAt: Date
}

/** The ranges of a workspace in the order in which they were added, each with its addresses. */
export async function rangesOf(
  db: Database,
  workspaceId: string,
): Promise<{ range: RangeRow; addresses: AddressRow[] }[]> {
  const rows = await db
    .select({ range: watchedRange, address: watchedAddress })
    .from(watchedRange)
    .innerJoin(watchedAddress, eq(watchedAddress.rangeId, watchedRange.id))
    .where(eq(watchedRange.workspaceId, workspaceId))
    .orderBy(asc(watchedRange.addedAt), asc(watchedRange.id))
  return [...Map.groupBy(rows, ({ range }) => range.id).values()].flatMap(group => {
    const [first] = group
    return first === undefined ? [] : [{ range: first.range, addresses: group.map(({ address }) => address) }]
  })
}

/** The number of addresses in all ranges of a workspace. */
export async function watchedCount(db: Database | Tx, workspaceId: string): Promise<number> {
  const [row] = await db
    .select({ n: sum(watchedRange.size) })
    .from(watchedRange)
    .where(eq(watchedRange.workspaceId, workspaceId))
  return Number(row?.n ?? 0)
}

/** A range of the workspace that has one of these addresses, which are canonical. */
export async function overlapping(
  tx: Tx,
  workspaceId: string,
  addresses: readonly string[],
): Promise<string | undefined> {
  const [row] = await tx
    .select({ range: watchedRange.range })
    .from(watchedAddress)
    .innerJoin(watchedRange, eq(watchedRange.id, watchedAddress.rangeId))
    .where(and(eq(watchedAddress.workspaceId, workspaceId), inArray(watchedAddress.address, [...addresses])))
    .orderBy(asc(watchedRange.range))
    .limit(1)
  return row?.range
}

/** Adds a range with its addresses; undefined when the workspace has it already. */
export async function insertRange(
  tx: Tx,
  row: Omit<RangeRow, 'id'>,
  addresses: readonly { address: string; nextCheckAt: Date }[],
): Promise<RangeRow | undefined> {
  const [added] = await tx.insert(watchedRange).values(row).onConflictDoNothing().returning()
  if (added === undefined) return undefined
  await tx
    .insert(watchedAddress)
    .values(addresses.map(each => ({ ...each, workspaceId: row.workspaceId, rangeId: added.id })))
  return added
}

/** Deletes a range; false when it is not this workspace's. */
export async function removeRange(db: Database | Tx, workspaceId: string, id: string): Promise<RangeRow | undefined> {
  if (!isUuid(id)) return undefined
  const [removed] = await db
    .delete(watchedRange)
    .where(and(eq(watchedRange.id, id), eq(watchedRange.workspaceId, workspaceId)))
    .returning()
  return removed
}

/** Takes addresses that are due, the longest waiting first. Other processes skip them until `until`. */
export async function claimAddresses(
  tx: Tx,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<ClaimedAddress[]> {
  const due = await tx
    .select()
    .from(watchedAddress)
    .where(lte(watchedAddress.nextCheckAt, now))
    .orderBy(asc(watchedAddress.nextCheckAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  for (const address of due) {
    await tx.update(watchedAddress).set({ nextCheckAt: until }).where(sameAddress(address))
  }
  return due.map(address => ({ ...address, dueAt: address.nextCheckAt, nextCheckAt: until }))
}

/** Writes the end of a check; false when another process has taken the address over, or it is gone. */
export async function storeCheck(
  tx: Tx,
  claimed: ClaimedAddress,
  change: Partial<Pick<AddressRow, 'checkedAt' | 'listings' | 'unchecked'>> & Pick<AddressRow, 'nextCheckAt'>,
): Promise<boolean> {
  const rows = await tx
    .update(watchedAddress)
    .set(change)
    .where(and(sameAddress(claimed), eq(watchedAddress.nextCheckAt, claimed.nextCheckAt)))
    .returning({ address: watchedAddress.address })
  return rows.length === 1
}

const sameAddress = ({ rangeId, address }: Pick<AddressRow, 'rangeId' | 'address'>) =>
  and(eq(watchedAddress.rangeId, rangeId), eq(watchedAddress.address, address))
