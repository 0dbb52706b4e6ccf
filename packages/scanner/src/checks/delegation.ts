import type { DnsEvidence } from '@waxseal/core/check'
import {
  type Answer,
  isSubdomain,
  labels,
  type RecordingResolver,
  type RecordType,
  recordedAnswer,
  recordingResolver,
} from '@waxseal/core/dns'
import {
  type DelegatedServer,
  type Delegation,
  type NameServerList,
  type ServerAddress,
  type ServerState,
} from '@waxseal/core/zone'
import type { Referral, ServerAsker, ServerSaid } from '../dns/index.ts'
import type { DnsContext } from './check.ts'
import { findCut } from './zone-cut.ts'

/** What was learned about the name servers of a zone, and the answers it rests on. */
export interface LearnedDelegation {
  delegation: Delegation
  evidence: readonly DnsEvidence[]
}

const mostServers = 8
/** The number of addresses of a server that are asked. */
const askedAddresses = 2
/** The number of the parent's servers that are asked, one after the other, until one refers us. */
const askedParents = 2

/**
 * Learns which name servers the zone of the name has, in its parent's servers and in its own records, and whether each
 * of them answers for it. It begins with the first queries of a scan, and its longest chain of queries is as long as
 * that of the other checks: NS records, addresses of servers, and one question to each. Null when the zone is not known,
 * or its servers may not be asked.
 */
export async function learnDelegation(context: DnsContext): Promise<LearnedDelegation | null> {
  const { servers, organizationalDomain } = context
  if (servers === undefined) return null
  const resolver = recordingResolver(context.resolver)
  const cut = await findCut(context, resolver)
  if (cut === null) return null
  const survey = new Survey(servers, resolver)

  for (const host of cut.listed?.hosts ?? []) survey.include(host, cut.question, [])
  const referral = cut.parent === null ? null : await survey.askParent(cut.question, cut.parent)
  const zone = cut.listed === null ? referral?.said.zone : cut.question
  if (zone === undefined || !isSubdomain(zone, organizationalDomain)) return null
  const delegated = referral?.said.zone === zone ? listOf(referral) : null
  for (const host of delegated?.hosts ?? []) survey.include(host, zone, referral?.said.glue ?? [])

  const looked = await survey.servers()
  const listed = await confirmed(cut.listed, delegated, zone, looked, survey)
  const delegation: Delegation = {
    zone,
    parent: cut.parent?.zone ?? labels(zone).slice(1).join('.'),
    atRegistrar: zone === organizationalDomain,
    delegated,
    listed,
    servers: withoutProxy(current(looked, delegated, listed), survey.fromResolvers),
    cut: survey.cut,
  }
  return { delegation, evidence: survey.evidence([zone, context.name]) }
}

function listOf({ said, server }: { said: Referral; server: string | null }): NameServerList {
  return { hosts: [...new Set(said.nameServers.map(({ target }) => target))].toSorted(), server }
}

/**
 * The NS records of the zone itself. A resolver may have an older list, or the parent's; so a list that differs from the
 * parent's counts only as one of the zone's own servers tells it.
 */
async function confirmed(
  listed: NameServerList | null,
  delegated: NameServerList | null,
  zone: string,
  servers: readonly DelegatedServer[],
  survey: Survey,
): Promise<NameServerList | null> {
  if (listed === null || delegated === null || listed.hosts.join() === delegated.hosts.join()) return listed
  // A server that is only in a resolver's older list may still serve an old copy of the zone.
  const able = servers
    .filter(({ host }) => delegated.hosts.includes(host))
    .flatMap(({ addresses }) => addresses)
    .find(({ state }) => state === 'answers')
  if (able === undefined) return null
  const { answer } = await survey.ask(able.address, zone, 'NS', zone)
  if (answer.kind !== 'records') return null
  return { hosts: answer.records.map(({ target }) => target).toSorted(), server: answer.via.server }
}

/**
 * The servers that the parent or the zone lists now. After a move to another DNS provider, resolvers may still have the
 * old list from their caches, and its servers are no longer part of the zone.
 */
function current(
  servers: readonly DelegatedServer[],
  delegated: NameServerList | null,
  listed: NameServerList | null,
): readonly DelegatedServer[] {
  if (delegated === null) return servers
  return servers.filter(({ host }) => delegated.hosts.includes(host) || listed?.hosts.includes(host) === true)
}

/**
 * When no server answers for the zone and every reply comes from a resolver, a device between us and the servers
 * answers in their place: then none of them was asked.
 */
function withoutProxy(servers: readonly DelegatedServer[], fromResolvers: boolean): readonly DelegatedServer[] {
  if (!fromResolvers || servers.some(({ addresses }) => addresses.some(({ state }) => state === 'answers')))
    return servers
  return servers.map(server => ({
    ...server,
    addresses: server.addresses.map(address =>
      address.state === 'not-authoritative' ? { ...address, state: 'not-asked' } : address,
    ),
  }))
}

/** Asks servers, each once, and keeps the answers as evidence. */
class Survey {
  readonly #asker: ServerAsker
  readonly #resolver: RecordingResolver
  readonly #pieces = new Map<string, DnsEvidence>()
  readonly #servers = new Map<string, Promise<DelegatedServer>>()
  readonly #replies = { resolver: 0, server: 0 }
  readonly #left = new Set<string>()

  constructor(asker: ServerAsker, resolver: RecordingResolver) {
    this.#asker = asker
    this.#resolver = resolver
  }

  /** The number of servers that were not looked at. */
  get cut(): number {
    return this.#left.size
  }

  /** Whether servers replied, and all of them as resolvers do. */
  get fromResolvers(): boolean {
    return this.#replies.resolver > 0 && this.#replies.server === 0
  }

  /** What the servers said, and the lookups about them and these names. */
  evidence(names: readonly string[]): readonly DnsEvidence[] {
    const about = new Set([...names, ...this.#servers.keys()])
    const own = [...this.#pieces.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
    return [...this.#resolver.evidence().filter(({ question }) => about.has(question.name)), ...own]
  }

  async ask<T extends RecordType>(address: string, name: string, type: T, zone: string): Promise<ServerSaid<T>> {
    const said = await this.#asker.ask(address, { name, type, zone })
    const { answer, referral } = said
    // A referral is recorded with the servers it names: those are what the server said.
    const told: Answer =
      referral === null ? answer : { kind: 'records', records: referral.nameServers, via: answer.via }
    const id = `${type} ${name} @${address}`
    this.#pieces.set(id, { ...recordedAnswer(id, { name, type }, told), service: address })
    return said
  }

  /** Asks the parent's servers for the delegation; null when none refers us to a zone below. */
  async askParent(
    question: string,
    { zone, hosts }: { zone: string; hosts: readonly string[] },
  ): Promise<{ said: Referral; server: string | null } | null> {
    // Another one for each zone, so that no server of a large parent is asked for all; and the same in every scan.
    const from = Buffer.from(question).reduce((sum, octet) => sum + octet, 0) % Math.max(1, hosts.length)
    const some = [...hosts.slice(from), ...hosts.slice(0, from)].slice(0, askedParents)
    const found = await Promise.all(some.map(host => this.#lookUp(host)))
    // The IPv4 addresses of all first: a machine without IPv6 loses no time.
    const addresses = [
      ...found.flatMap(({ ipv4 }) => ipv4.slice(0, 1)),
      ...found.flatMap(({ ipv6 }) => ipv6.slice(0, 1)),
    ]
    for (const address of addresses.filter(each => this.#asker.allows(each)).slice(0, askedParents)) {
      const { referral, answer } = await this.ask(address, question, 'NS', zone)
      if (referral !== null) return { said: referral, server: answer.via.server }
      // A server of both zones answers for the lower one, and no server of the parent says more.
      if (answer.kind !== 'failed') return null
    }
    return null
  }

  /** Looks at this server of the zone, unless that was done or there are too many. */
  include(host: string, zone: string, glue: Referral['glue']): void {
    if (this.#servers.has(host)) return
    if (this.#servers.size >= mostServers) {
      this.#left.add(host)
      return
    }
    const looking = this.#lookAt(host, zone, glue)
    // It is awaited later: what it throws until then must not end the process.
    looking.catch(() => {})
    this.#servers.set(host, looking)
  }

  async servers(): Promise<readonly DelegatedServer[]> {
    const all = await Promise.all(this.#servers.values())
    return all.toSorted((one, other) => (one.host < other.host ? -1 : 1))
  }

  async #lookAt(host: string, zone: string, glue: Referral['glue']): Promise<DelegatedServer> {
    const own = glue.filter(({ name }) => name === host).map(({ address }) => address)
    // With glue the resolver's lookup is not awaited: in a zone without an answer it takes seconds, and fails.
    const found = own.length > 0 ? { ...familiesOf(own), lookup: 'answered' as const } : await this.#lookUp(host)
    const { ipv4, ipv6, lookup } = found
    const all = [...ipv4.slice(0, 1), ...ipv6.slice(0, 1), ...ipv4.slice(1), ...ipv6.slice(1)]
    const addresses = await Promise.all(
      all.slice(0, mostServers).map(async (address, at): Promise<ServerAddress> => {
        if (!this.#asker.allows(address)) return { address, server: serverOf(address), state: 'private' }
        if (at >= askedAddresses) return { address, server: serverOf(address), state: 'not-asked' }
        return this.#stateOf(address, zone)
      }),
    )
    return { host, lookup, addresses }
  }

  /** A server that fails is asked again: one failure may have passed. */
  async #stateOf(address: string, zone: string): Promise<ServerAddress> {
    let said = await this.ask(address, zone, 'SOA', zone)
    if (said.answer.kind === 'failed' && said.answer.reason === 'servfail')
      said = await this.ask(address, zone, 'SOA', zone)
    const { answer, fromResolver } = said
    const state = serverState(answer, address)
    if (state !== 'silent' && state !== 'no-route' && state !== 'not-asked') {
      this.#replies[fromResolver && state === 'not-authoritative' ? 'resolver' : 'server']++
    }
    return { address, server: answer.via.server ?? serverOf(address), state }
  }

  async #lookUp(host: string): Promise<{ ipv4: string[]; ipv6: string[]; lookup: DelegatedServer['lookup'] }> {
    const [a, aaaa] = await Promise.all([this.#resolver.query(host, 'A'), this.#resolver.query(host, 'AAAA')])
    const ipv4 = a.kind === 'records' ? a.records.map(({ address }) => address) : []
    const ipv6 = aaaa.kind === 'records' ? aaaa.records.map(({ address }) => address) : []
    if (ipv4.length + ipv6.length > 0) return { ipv4, ipv6, lookup: 'answered' }
    const isOpen = a.kind === 'failed' || aaaa.kind === 'failed'
    return { ipv4, ipv6, lookup: isOpen ? 'unknown' : 'none' }
  }
}

function serverState(answer: Answer<'SOA'>, address: string): ServerState {
  if (answer.kind === 'records') return answer.via.cnames.length === 0 ? 'answers' : 'not-authoritative'
  if (answer.kind !== 'failed') return 'not-authoritative'
  switch (answer.reason) {
    case 'refused':
      return 'refused'
    case 'servfail':
      return 'failing'
    case 'lame':
      return 'not-authoritative'
    case 'timeout':
    case 'malformed':
      return 'silent'
    case 'unreachable':
      return address.includes(':') ? 'no-route' : 'silent'
    default:
      return 'not-asked'
  }
}

function familiesOf(addresses: readonly string[]): { ipv4: string[]; ipv6: string[] } {
  return {
    ipv4: addresses.filter(address => !address.includes(':')),
    ipv6: addresses.filter(address => address.includes(':')),
  }
}

function serverOf(address: string): string {
  return address.includes(':') ? `[${address}]:53` : `${address}:53`
}
