import type { Resolver } from '../dns/index.ts'
import { repairSpf } from './repair.ts'
import { type ReadSpfTree, spfTreeHereOr } from './tree-elsewhere.ts'
import type { SpfTree } from './value.ts'

/**
 * The tree of the record that several SPF records become, as if it were published: what is wrong with that record is known
 * before it is proposed. Null when there are not several, or when they cannot become one.
 *
 * @param elsewhere reads a large tree; by default here
 */
export async function mergedTree(
  resolver: Resolver,
  domain: string,
  records: readonly string[],
  elsewhere?: ReadSpfTree,
): Promise<SpfTree | null> {
  if (records.length < 2) return null
  const { record } = repairSpf(records)
  return record === null ? null : await spfTreeHereOr(elsewhere, resolver, domain, record)
}
