import { isSubdomain, labels, type Resolver } from '@waxseal/core/dns'
import type { NameServerList } from '@waxseal/core/zone'
import type { DnsContext } from './check.ts'

/** The number of ancestors, from the top, whose name servers are looked up. */
const depth = 10

/** The zone of the name, or only the zone above it, because lookups in between failed. */
export interface Cut {
  /** What the parent is asked about: the zone, or the name whose zone is not known. */
  question: string
  /** The NS records as resolvers know them; null: their lookup failed. */
  listed: NameServerList | null
  parent: { zone: string; hosts: readonly string[] } | null
}

/** The deepest zone at or above the name, and the zone above that one. All ancestors are queried at once. */
export async function findCut({ name, organizationalDomain }: DnsContext, resolver: Resolver): Promise<Cut | null> {
  const parts = labels(name).slice(-depth)
  const names = parts.map((_, at) => parts.slice(at).join('.'))
  const answers = await Promise.all(names.map(each => resolver.query(each, 'NS')))
  const zones = names.flatMap((zone, at) => {
    const answer = answers[at]
    // NS records at the end of an alias belong to another zone.
    if (answer?.kind !== 'records' || answer.via.cnames.length > 0) return []
    const hosts = answer.records.map(({ target }) => target).toSorted()
    return [{ zone, at, hosts, server: answer.via.server }]
  })
  const [first, second] = zones
  if (first === undefined) return null
  const failed = (from: number, to: number): boolean => answers.slice(from, to).some(({ kind }) => kind === 'failed')
  // Where lookups below it failed, the cut may be at any of those names: only this zone's servers know.
  if (failed(0, first.at)) return { question: name, listed: null, parent: first }
  if (!isSubdomain(first.zone, organizationalDomain)) return null
  const parent = second === undefined || failed(first.at + 1, second.at) ? null : second
  return { question: first.zone, listed: { hosts: first.hosts, server: first.server }, parent }
}
