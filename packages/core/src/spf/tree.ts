import { spfRecordCharacters, spfTreeBytes, spfTreeLookups } from '../caps/index.ts'
import { displayText, dnssecFaultWords, type Resolver, type Signal } from '../dns/index.ts'
import { countIpv4, countIpv6Nets } from './address-set.ts'
import { lookupsMax, voidLookupsMax } from './limits.ts'
import { permerrorText, type SpfPermerror, termFaultText } from './permerror.ts'
import { compilePassing, countsOf, openTerms, type Passing } from './tree-addresses.ts'
import {
  inEvaluationOrder,
  newWalk,
  type Walk,
  type WalkedRecord,
  type WalkedTerm,
  walkDomain,
  walkText,
} from './tree-walk.ts'
import type { SpfNode, SpfTermNode, SpfTree, SpfTreeReply } from './value.ts'

/**
 * Queries the SPF record of a domain (in core's form) and everything it includes. Never rejects: a failed lookup is
 * `unchecked` in the tree, and `complete` is then false. Sends at most 250 queries, whatever is published.
 */
export async function spfTree(resolver: Resolver, domain: string, signal?: Signal): Promise<SpfTree> {
  const { record } = await walkDomain(walkOf(resolver, domain, signal), domain, [])
  return treeOf(record)
}

/** The same for a given record, published at `domain` or only planned. */
export async function spfTreeOfRecord(
  resolver: Resolver,
  domain: string,
  text: string,
  signal?: Signal,
): Promise<SpfTree> {
  return treeOf(await walkText(walkOf(resolver, domain, signal), domain, text, []))
}

function walkOf(resolver: Resolver, root: string, signal: Signal | undefined): Walk {
  return newWalk(resolver, root, { bytes: spfTreeBytes, signal })
}

/** The tree of a record that was walked. */
export function treeOf(record: WalkedRecord): SpfTree {
  const compiled = compilePassing(record)
  const count: Count = { lookups: 0, voidLookups: 0, complete: true, permerrors: [], compiled }
  const root = countRecord(record, [], count)
  const { set, dependsOnSender } = compiled.get(record) ?? { set: { v4: [], v6: [] }, dependsOnSender: false }
  const ipv4AtLeast = countIpv4(set)
  const ipv6NetsAtLeast = countIpv6Nets(set)
  return {
    root,
    lookups: count.lookups,
    voidLookups: count.voidLookups,
    complete: count.complete,
    permerrors: count.permerrors.map(permerror => permerror(count)),
    ending: endingOf(record),
    ipv4: dependsOnSender ? null : ipv4AtLeast,
    ipv6Nets: dependsOnSender ? null : ipv6NetsAtLeast,
    ipv4AtLeast,
    ipv6NetsAtLeast,
    openTo: openTerms(record, set),
  }
}

/** The running numbers through the tree, in evaluation order. */
interface Count {
  lookups: number
  voidLookups: number
  complete: boolean
  /**
   * A function of the final count: the limit is reported at the term that exceeds it, with the number reached at the
   * end.
   */
  permerrors: ((end: Count) => SpfPermerror)[]
  compiled: ReadonlyMap<WalkedRecord, Passing>
}

function countRecord(record: WalkedRecord, path: readonly string[], count: Count): SpfNode {
  const unchecked = record.state === 'unchecked'
  if (unchecked || record.cut) count.complete = false
  // Section 4.6: syntax errors anywhere in the record are found before evaluation.
  for (const error of record.errors) count.permerrors.push(() => ({ code: 'syntax', path, problem: error }))
  // Without a record the result is none, no permerror (section 4.5).
  const { fault, domain } = record
  if (path.length === 0 && fault?.code === 'several_at_target') {
    count.permerrors.push(() => ({ code: 'several_records', count: fault.count, domain }))
  }
  const counted = new Map(inEvaluationOrder(record.terms).map(node => [node, countTerm(node, path, count)]))
  return {
    domain: record.domain,
    record: record.text === null ? null : displayText(record.text, spfRecordCharacters),
    terms: record.terms.flatMap(node => counted.get(node) ?? []),
    problem: record.errors[0] ?? record.problem,
    unchecked,
  }
}

function countTerm(node: WalkedTerm, path: readonly string[], count: Count): SpfTermNode {
  const here = [...path, node.text]
  const lookup = node.costsLookup && count.lookups < spfTreeLookups ? ++count.lookups : null
  if (lookup === lookupsMax + 1) {
    count.permerrors.push(end => ({ code: 'lookup_limit', count: end.lookups, atLeast: !end.complete }))
  }
  if (node.void) count.voidLookups++
  if (node.void && count.voidLookups === voidLookupsMax + 1) {
    count.permerrors.push(end => ({ code: 'void_limit', count: end.voidLookups, atLeast: !end.complete }))
  }
  if (node.unchecked) count.complete = false
  const { permerror } = node
  if (permerror !== null) count.permerrors.push(() => ({ path: here, ...permerror }))
  const { ipv4, ipv6Nets } = countsOf(node, count.compiled)
  return {
    text: node.text,
    kind: node.term.kind,
    qualifier: 'qualifier' in node.term ? node.term.qualifier : null,
    lookup,
    void: node.void,
    unchecked: node.unchecked,
    ipv4,
    ipv6Nets,
    child: node.child === null ? null : countRecord(node.child, here, count),
    problem: permerror === null ? (node.problem ?? bogusText(node)) : termFaultText(permerror),
    // The parser's warning about ptr is one; what it matches depends on the sender all the same.
    depends: node.dependsOnSender && node.term.kind !== 'ptr',
    ...(node.bogus === null ? {} : { bogus: node.bogus }),
  }
}

/** The records were read with checking disabled: receivers that validate do not get them. */
function bogusText({ bogus }: WalkedTerm): string | null {
  return bogus === null ? null : `DNSSEC of ${bogus.zone} is broken: ${dnssecFaultWords(bogus.fault)}`
}

/** A tree as it is shown and answered: its permerrors in words. */
export function presentSpfTree(tree: SpfTree): SpfTreeReply {
  return { ...tree, permerrors: tree.permerrors.map(permerrorText) }
}

/** The result for a sender that no term matches: `all`, else the ending of the record of `redirect=` (section 4.7). */
function endingOf(record: WalkedRecord): SpfTree['ending'] {
  if (record.state !== 'read') return 'unknown'
  for (const { term } of record.terms) if (term.kind === 'all') return term.qualifier
  if (record.cut) return 'unknown'
  const redirect = record.terms.find(({ term }) => term.kind === 'redirect')
  if (redirect === undefined) return 'none'
  return redirect.child === null ? 'unknown' : endingOf(redirect.child)
}
