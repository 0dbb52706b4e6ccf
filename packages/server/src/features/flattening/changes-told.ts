import { difference, noAddress, setOfCidrs, toCidrs, union } from '@waxseal/core/spf'
import { eq } from 'drizzle-orm'
import { flattening } from '../../db/schema/index.ts'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { inform } from './notices.ts'
import { type FlatteningRow, upstreamVersionsSince, type VersionRow } from './store.ts'

/** Upstreams that rotate their addresses change many times a day. The owners get one mail about it. */
const everyMs = 24 * 3_600_000

/**
 * Informs the owners of what upstreams changed since the last such mail: at once, and then once a day at most. What was
 * withheld and is removed now is always told.
 */
export async function tellChanges(
  deps: Pick<Deps, 'queue' | 'now' | 'env'>,
  tx: Tx,
  row: FlatteningRow,
  appliesWithheld: boolean,
): Promise<void> {
  const now = deps.now()
  const toldAt = row.changesToldAt ?? row.createdAt
  const isDue = row.changesToldAt === null || now.getTime() - toldAt.getTime() >= everyMs
  if (row.changedAt <= toldAt || (!isDue && !appliesWithheld)) return
  const versions = await upstreamVersionsSince(tx, row.id, toldAt)
  if (versions.length === 0) return
  const { added, removed } = netOf(versions)
  await tx.update(flattening).set({ changesToldAt: now }).where(eq(flattening.id, row.id))
  // All of it is as it was again.
  if (added.length === 0 && removed.length === 0 && !appliesWithheld && versions.length > 1) return
  await inform(deps, tx, row, { kind: 'changed', added, removed, withheldBefore: appliesWithheld })
}

/** The difference between the state before the first version and after the last one. */
function netOf(versions: readonly VersionRow[]): { added: string[]; removed: string[] } {
  let added = noAddress
  let removed = noAddress
  for (const version of versions) {
    const [more, fewer] = [setOfCidrs(version.added) ?? noAddress, setOfCidrs(version.removed) ?? noAddress]
    ;[added, removed] = [
      union(difference(added, fewer), difference(more, removed)),
      union(difference(removed, more), difference(fewer, added)),
    ]
  }
  return { added: toCidrs(added), removed: toCidrs(removed) }
}
