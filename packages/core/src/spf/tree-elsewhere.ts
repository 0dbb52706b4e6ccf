import { spfInlineBytes } from '../caps/index.ts'
import type { Resolver } from '../dns/index.ts'
import { spfTree, spfTreeOfRecord, treeOf } from './tree.ts'
import { newWalk, walkDomain, walkText } from './tree-walk.ts'
import type { SpfTree } from './value.ts'

/** Reads the tree of a domain, or of a record that is given for it, where it holds up nothing: in a thread. */
export type ReadSpfTree = (resolver: Resolver, domain: string, record: string | null) => Promise<SpfTree>

/** `spfTree`, or `spfTreeOfRecord` with a record. */
export const readSpfTree: ReadSpfTree = (resolver, domain, record) =>
  record === null ? spfTree(resolver, domain) : spfTreeOfRecord(resolver, domain, record)

/**
 * The same with small trees read here, as those of honest zones are, and larger ones `elsewhere`. These begin anew: the
 * resolver should keep its answers.
 *
 * @param elsewhere by default here too
 */
export async function spfTreeHereOr(
  elsewhere: ReadSpfTree | undefined,
  resolver: Resolver,
  domain: string,
  record: string | null = null,
): Promise<SpfTree> {
  if (elsewhere === undefined) return readSpfTree(resolver, domain, record)
  const walk = newWalk(resolver, domain, { bytes: spfInlineBytes, stopsWhenFull: true })
  const walked =
    record === null ? (await walkDomain(walk, domain, [])).record : await walkText(walk, domain, record, [])
  return walk.isFull ? elsewhere(resolver, domain, record) : treeOf(walked)
}
