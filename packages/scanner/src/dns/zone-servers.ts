import {
  type Answer,
  type FailureReason,
  labels,
  type RecordType,
  type Resolver,
  type ResourceRecord,
  type Signal,
} from '@waxseal/core/dns'

/** A zone and the addresses of its own servers, or why they are unknown. */
export type ZoneServers =
  | { found: true; zone: string; servers: string[] }
  | { found: false; reason: FailureReason; via: Answer['via'] | null }

/** The search starts at the tenth label of longer names: deeper labels are too rarely zones of their own. */
const DEPTH = 10
/** The number of server names whose addresses are looked up, and of addresses that are asked. */
const NAMES = 4
const ADDRESSES = 3

/**
 * Finds the zone of a name, with NS queries for the name and its parents, and the addresses of that zone's servers. At
 * most 10 + 8 queries, whatever the zone contains.
 *
 * @param at where to start: at the name itself, or above its underscored labels (`attribute-leaves`). Those are hardly
 * ever zones of their own (RFC 8552), and each would cost a query. If one is, its parent's servers refer us to it.
 * @param allow the addresses that may be asked; others are skipped, because zones may name any address
 * @param shuffle the order in which servers are tried
 */
export async function findZoneServers(
  name: string,
  at: 'name' | 'attribute-leaves',
  resolver: Resolver,
  allow: (address: string) => boolean,
  port: number,
  shuffle: <E>(items: E[]) => E[],
  signal?: Signal,
): Promise<ZoneServers> {
  const cut = await findZoneCut(at === 'name' ? name : hostPartOf(name), resolver, signal)
  if (!cut.found) return cut
  const names = shuffle(cut.nameServers).slice(0, NAMES)
  const [ipv4, ipv6] = await Promise.all([
    Promise.all(names.map(each => resolver.query(each, 'A', signal))),
    Promise.all(names.map(each => resolver.query(each, 'AAAA', signal))),
  ])
  // The first address of each server before the second of any, IPv4 first: a machine without IPv6 loses no time.
  const found4 = roundRobin(ipv4.map(addressesOf)).filter(allow)
  const found6 = roundRobin(ipv6.map(addressesOf)).filter(allow)
  const addresses = found6.length === 0 ? found4 : [...found4.slice(0, ADDRESSES - 1), ...found6]
  const servers = addresses
    .slice(0, ADDRESSES)
    .map(each => (each.includes(':') ? `[${each}]:${port}` : `${each}:${port}`))
  if (servers.length > 0) return { found: true, zone: cut.zone, servers }
  const failed = [...ipv4, ...ipv6].find(answer => answer.kind === 'failed')
  return { found: false, reason: failed?.reason ?? 'unreachable', via: failed?.via ?? null }
}

/** The name above its last underscored label: `example.com` of `s1._domainkey.example.com`. */
export function hostPartOf(name: string): string {
  const parts = labels(name)
  const above = parts.slice(parts.findLastIndex(part => part.startsWith('_')) + 1)
  return above.length === 0 ? name : above.join('.')
}

type ZoneCut =
  | { found: true; zone: string; nameServers: string[] }
  | { found: false; reason: FailureReason; via: Answer['via'] | null }

/** The deepest name at or above `name` that has NS records. All are queried at once, which saves round trips. */
export async function findZoneCut(name: string, resolver: Resolver, signal?: Signal): Promise<ZoneCut> {
  const parts = labels(name).slice(-DEPTH)
  // A top-level domain is queried only when nothing below it is a zone.
  const candidates = parts.slice(0, Math.max(1, parts.length - 1)).map((_, i) => parts.slice(i).join('.'))
  const answers = await Promise.all(candidates.map(each => resolver.query(each, 'NS', signal)))
  const cut = deepestCut(candidates, answers)
  const [top] = parts.slice(-1)
  if (cut !== null || top === undefined || parts.length === 1) {
    return cut ?? { found: false, reason: 'unreachable', via: null }
  }
  const last = deepestCut([top], [await resolver.query(top, 'NS', signal)])
  return last ?? { found: false, reason: 'unreachable', via: null }
}

function deepestCut(candidates: readonly string[], answers: readonly Answer<'NS'>[]): ZoneCut | null {
  for (const [i, zone] of candidates.entries()) {
    const answer = answers[i]
    // Below a failure the result would be a guess, because the zone cut may be exactly there.
    if (answer?.kind === 'failed') return { found: false, reason: answer.reason, via: answer.via }
    // NS records at the end of an alias belong to another zone.
    if (answer?.kind !== 'records' || answer.via.cnames.length > 0) continue
    return { found: true, zone, nameServers: answer.records.map(record => record.target) }
  }
  return null
}

export function addressesOf(answer: Answer<'A'> | Answer<'AAAA'>): string[] {
  if (answer.kind !== 'records') return []
  const records: readonly ResourceRecord<Extract<RecordType, 'A' | 'AAAA'>>[] = answer.records
  return records.map(record => record.address)
}

function roundRobin(lists: readonly string[][]): string[] {
  const longest = Math.max(0, ...lists.map(list => list.length))
  const mixed: string[] = []
  for (let i = 0; i < longest; i++) for (const list of lists) if (list[i] !== undefined) mixed.push(list[i] ?? '')
  return [...new Set(mixed)]
}
