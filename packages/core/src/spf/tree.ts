import { boundedResolver, displayText, type Resolver, type Signal } from '../dns/index.ts'
import { countIpv4, countIpv6Nets } from './address-set.ts'
import { lookupsMax, voidLookupsMax } from './limits.ts'
import { compilePassing, countsOf, openTerms, type Passing } from './tree-addresses.ts'
import {
  inEvaluationOrder,
  treeLimits,
  type Walk,
  type WalkedRecord,
  type WalkedTerm,
  walkDomain,
  walkText,
} from './tree-walk.ts'
import type { SpfNode, SpfTermNode, SpfTree } from './value.ts'

/** The maximum length of a record for display. Real records stay below 4,000. */
const longestRecord = 16_384

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
  return { resolver: boundedResolver(resolver, treeLimits.questions), root, signal, lookups: 0 }
}

function treeOf(record: WalkedRecord): SpfTree {
  const compiled = compilePassing(record)
  const count: Count = { lookups: 0, voidLookups: 0, complete: true, permerrors: [], compiled }
  const root = countRecord(record, '', count)
  const { set, dependsOnSender } = compiled.get(record) ?? { set: { v4: [], v6: [] }, dependsOnSender: false }
  const ipv4AtLeast = countIpv4(set)
  return {
    root,
    lookups: count.lookups,
    voidLookups: count.voidLookups,
    complete: count.complete,
    permerrors: count.permerrors.map(problem => problem(count)),
    ending: endingOf(record),
    ipv4: dependsOnSender ? null : ipv4AtLeast,
    ipv6Nets: dependsOnSender ? null : countIpv6Nets(set),
    ipv4AtLeast,
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
  permerrors: ((end: Count) => string)[]
  compiled: ReadonlyMap<WalkedRecord, Passing>
}

function countRecord(record: WalkedRecord, way: string, count: Count): SpfNode {
  const unchecked = record.state === 'unchecked'
  if (unchecked || record.cut) count.complete = false
  // Section 4.6: syntax errors anywhere in the record are found before evaluation.
  for (const error of record.errors) count.permerrors.push(() => `${way}${error}`)
  // Without a record the result is none, no permerror (section 4.5).
  if (way === '' && record.state === 'several') {
    count.permerrors.push(() => `${record.problem} at ${displayText(record.domain)}`)
  }
  const counted = new Map(inEvaluationOrder(record.terms).map(node => [node, countTerm(node, way, count)]))
  return {
    domain: record.domain,
    record: record.text === null ? null : displayText(record.text, longestRecord),
    terms: record.terms.flatMap(node => counted.get(node) ?? []),
    problem: record.errors[0] ?? record.problem,
    unchecked,
  }
}

function countTerm(node: WalkedTerm, way: string, count: Count): SpfTermNode {
  const lookup = node.costsLookup && count.lookups < treeLimits.lookups ? ++count.lookups : null
  if (lookup === lookupsMax + 1) {
    count.permerrors.push(
      end => `${end.complete ? '' : 'at least '}${end.lookups} DNS lookups, ${lookupsMax} are allowed`,
    )
  }
  if (node.void) count.voidLookups++
  if (node.void && count.voidLookups === voidLookupsMax + 1) {
    count.permerrors.push(
      end => `${end.complete ? '' : 'at least '}${end.voidLookups} void lookups, ${voidLookupsMax} are allowed`,
    )
  }
  if (node.unchecked) count.complete = false
  if (node.permerror !== null) count.permerrors.push(() => `${way}${node.text}: ${node.permerror}`)
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
    child: node.child === null ? null : countRecord(node.child, `${way}${node.text} → `, count),
    problem: node.permerror ?? node.problem,
  }
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
