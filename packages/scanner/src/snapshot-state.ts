import { type Answer, breaksAllOf, brokenZoneOf, type DnssecFault, type Resolver } from '@waxseal/core/dns'
import { dnssecBroken, inDns, type Part, unserved, type WatchedPart } from '@waxseal/core/watch'
import { isDead } from '@waxseal/core/zone'
import { learnDelegation } from './checks/delegation.ts'
import { organizationalDomain } from './domain-name.ts'
import type { DnsSession } from './scan-dns.ts'

/** The questions whose answers say whether the name exists. The other parts ask them too, so that they cost nothing. */
const types = ['A', 'MX', 'TXT', 'NS'] as const

function askAll(name: string, resolver: Resolver, signal?: AbortSignal): Promise<Answer[]> {
  return Promise.all(types.map(type => resolver.query(name, type, signal)))
}

/**
 * Whether the name is in DNS. One answer that it exists is enough: some servers answer NXDOMAIN for one type and return
 * records of another. Never rejects.
 */
export async function askName(part: WatchedPart, resolver: Resolver, signal?: AbortSignal): Promise<Part> {
  const answers = await askAll(part.name, resolver, signal)
  if (answers.some(answer => answer.kind !== 'failed' && !denies(answer))) return known(part, [inDns], true)
  const failed = answers.find(answer => answer.kind === 'failed')
  if (failed !== undefined) return { ...known(part, [], false), state: 'failed', reason: failed.reason }
  return known(
    part,
    [],
    answers.every(({ via }) => via.authoritative),
  )
}

/** NXDOMAIN for the name itself; after a CNAME chain it is about another name. */
function denies(answer: Answer): boolean {
  return answer.kind === 'no-such-name' && answer.via.cnames.length === 0
}

/** Where no question about the name was answered: whether that is because no delegated server serves its zone. */
export async function askServed(part: Part, dns: Pick<DnsSession, 'resolver' | 'servers'>): Promise<Part> {
  if (part.state !== 'failed' || dns.servers === undefined) return part
  const learned = await learnDelegation({
    name: part.name,
    organizationalDomain: organizationalDomain(part.name),
    resolver: dns.resolver,
    confirming: dns.resolver,
    servers: dns.servers,
  }).catch(() => null)
  return learned !== null && isDead(learned.delegation) ? known(part, [unserved], true) : part
}

/**
 * Whether DNSSEC keeps validating receivers from every answer about the domain. It is confirmed when the zone's own records
 * prove it and the parent's servers still have the DS record: a resolver with a wrong clock or an old trust anchor refuses
 * zones that are sound. Never rejects.
 */
export async function askDnssec(
  part: WatchedPart,
  { resolver, authoritative }: Pick<DnsSession, 'resolver' | 'authoritative'>,
  signal?: AbortSignal,
): Promise<Part> {
  const answers = await askAll(part.name, resolver, signal)
  const broken = answers.flatMap(({ via }) => {
    const zone = brokenZoneOf(part.name, via)
    return zone !== null && breaksAllOf(part.name, zone) ? [zone] : []
  })
  const [first] = broken
  if (first !== undefined) {
    const isSure = authoritative !== null && first.guessed !== true && isProven(first.fault)
    const ds = isSure ? await authoritative.query(first.zone, 'DS', signal) : null
    return known(part, [dnssecBroken], ds?.kind === 'records')
  }
  const failed = answers.find(answer => answer.kind === 'failed')
  if (failed !== undefined) return { ...known(part, [], false), state: 'failed', reason: failed.reason }
  return known(part, [], true)
}

/** Our own reading of the zone's records found the fault; a resolver's error code alone has none of these. */
function isProven({ date, ds, keys, algorithms }: DnssecFault): boolean {
  return date !== undefined || ds !== undefined || keys !== undefined || algorithms !== undefined
}

function known({ key, kind, name }: WatchedPart, values: readonly string[], confirmed: boolean): Part {
  return { key, kind, name, state: 'known', values, confirmed, reason: null }
}
