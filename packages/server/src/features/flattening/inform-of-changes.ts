import { difference, noAddress, setOfCidrs, toCidrs, union } from '@waxseal/core/spf'
import { eq } from 'drizzle-orm'
import { flattening } from '../../db/schema/index.ts'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { inform } from './notices.ts'
import { type FlatteningRow, type VersionRow, versionsSince } from './store.ts'

/** Upstreams that rotate their addresses change many times a day. The owners get one mail about it. */
const everyMs = 24 * 3_600_000

/** Informs the owners of what upstreams changed since the last such mail: at once, and then once a day at most. */
export async function informOfChanges(
  deps: Pick<Deps, 'queue' | 'now' | 'env'>,
  tx: Tx,
  row: FlatteningRow,
): Promise<void> {
  const now = deps.now()
  const toldAt = row.changesToldAt ?? row.createdAt
  const isDue = row.changesToldAt === null || now.getTime() - toldAt.getTime() >= everyMs
  if (row.changedAt <= toldAt || !isDue) return
  // An edit is known to the owners, and what was before it too.
  const all = await versionsSince(tx, row.id, toldAt)
  const versions = all.slice(all.findLastIndex(({ reason }) => reason === 'edited' || reason === 'created') + 1)
  if (versions.length === 0) return
  const { added, removed } = netOf(versions)
  await tx.update(flattening).set({ changesToldAt: now }).where(eq(flattening.id, row.id))
  // All of it is as it was again.
  if (added.length === 0 && removed.length === 0) return
  const { withheld, sources } = row.memory
  const isCut = sources.some(({ waiting, keptOut }) => waiting !== null || !isEmptyPart(keptOut))
  await inform(deps, tx, row, { kind: 'changed', added, removed, withholds: withheld.length > 0, isCut })
}

function isEmptyPart({ addresses, kept }: FlatteningRow['memory']['accepted']): boolean {
  return addresses.length === 0 && kept.length === 0
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
