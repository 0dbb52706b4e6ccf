import { type DnsEvidence, dnsEvidence, type Evidence, type EvidenceIds, isCarried, restsOn } from '../check/index.ts'
import { blockOf, formatAddress, isSubdomain, lacksSoa, parseAddress, type UnservedSight } from '../dns/index.ts'
import {
  type DelegatedServer,
  type Delegation,
  isAnswered,
  isDead,
  isLame,
  type NameServerList,
  verdictOf,
} from './delegation.ts'
import { type ZoneFinding, zoneFinding } from './findings.data.ts'
import type { LameProblem, LameServer } from './lame-words.ts'

export interface DelegationContext {
  /** As A-labels. */
  domain: string
  /** The section's evidence. */
  evidence: readonly Evidence[]
  /** The answers of other checks about the name and names below it. */
  answers: readonly DnsEvidence[]
  /** What monitoring saw; null: nothing, or not often enough. */
  unserved: UnservedSight | null
}

/**
 * Judges the servers of the zone that contains the domain. A server that is silent, or could not be asked, is never
 * called lame. The zone is dead only when every delegated server is known not to answer for it, resolvers get no answer
 * either, and monitoring saw the same in enough checks: servers that are set up anew refuse for minutes.
 */
export function assessDelegation(delegation: Delegation, context: DelegationContext): readonly ZoneFinding[] {
  const { zone } = delegation
  const { evidence, unserved } = context
  if (unserved !== null && isDead(delegation) && isUnresolved(context)) {
    const servers = delegation.servers.map(({ host }) => host)
    const rests = delegation.servers.flatMap(server => aboutServer(server, zone, evidence))
    const asked = evidence.filter(piece => piece.outcome === 'failed' && piece.question.name === context.domain)
    const ids = idsOf(evidence, [...listing(evidence, delegation.delegated), ...rests, ...asked])
    return [zoneFinding('delegation_dead', { ...placeOf(delegation), servers: named(servers), ...unserved }, ids)]
  }
  // Without a server that answers, the fault may be between them and us.
  if (!isAnswered(delegation)) return []
  return [
    ...lameServers(delegation, evidence),
    ...silentServers(delegation, evidence),
    ...differences(delegation, evidence),
    ...oneNetwork(delegation, evidence),
  ]
}

/**
 * Whether resolvers get no answer about the domain: at least one SERVFAIL, and nothing else but failures. NS records say
 * nothing here, because resolvers also know those of the parent.
 */
function isUnresolved({ domain, evidence, answers }: DelegationContext): boolean {
  const own = dnsEvidence(evidence).filter(
    ({ question, via }) => question.name === domain && question.type !== 'NS' && !via.authoritative,
  )
  const others = answers.filter(({ id, question }) => !isCarried(id) && isSubdomain(question.name, domain))
  return own.some(({ reason }) => reason === 'servfail') && [...own, ...others].every(saysNothing)
}

/** An empty answer without SOA record, which cannot be cached, comes of a referral and not of the zone. */
function saysNothing({ outcome, via }: DnsEvidence): boolean {
  return outcome === 'failed' || (outcome === 'no-data' && lacksSoa(via))
}

/** The servers that do not answer for the zone: one finding, because one move to another provider leaves several. */
function lameServers(delegation: Delegation, evidence: readonly Evidence[]): readonly ZoneFinding[] {
  const found = delegation.servers.flatMap(server => {
    const problem = problemOf(server)
    return problem === null ? [] : [{ server, problem }]
  })
  if (found.length === 0) return []
  const lame = found.map(({ server, problem }): LameServer => {
    const addresses = server.addresses.filter(address => isLame(address) || address.state === 'private')
    return {
      server: server.host,
      problem,
      in: listsWith(delegation, server.host),
      addresses: named(addresses.map(({ address }) => address)),
      partly: verdictOf(server) === 'partly',
    }
  })
  const rests = found.flatMap(({ server }) => aboutServer(server, delegation.zone, evidence))
  const facts = { ...placeOf(delegation), lame, servers: delegation.servers.length + delegation.cut }
  return [zoneFinding('delegation_lame', facts, idsOf(evidence, rests))]
}

function silentServers(delegation: Delegation, evidence: readonly Evidence[]): readonly ZoneFinding[] {
  const silent = delegation.servers.filter(server => verdictOf(server) === 'silent')
  return silent.map(server => {
    const facts = { ...placeOf(delegation), server: server.host, in: listsWith(delegation, server.host) }
    return zoneFinding('delegation_silent', facts, idsOf(evidence, aboutServer(server, delegation.zone, evidence)))
  })
}

function problemOf(server: DelegatedServer): LameProblem | null {
  const verdict = verdictOf(server)
  if (verdict === 'no-address') return 'no-address'
  if (verdict === 'private') return 'private-address'
  const state = server.addresses.find(isLame)?.state
  return state === 'refused' || state === 'not-authoritative' ? state : null
}

/** Parent and zone that name different servers. */
function differences(delegation: Delegation, evidence: readonly Evidence[]): readonly ZoneFinding[] {
  const { delegated, listed } = delegation
  if (delegated === null || listed === null) return []
  const onlyDelegated = delegated.hosts.filter(host => !listed.hosts.includes(host))
  const onlyListed = listed.hosts.filter(host => !delegated.hosts.includes(host))
  if (onlyDelegated.length === 0 && onlyListed.length === 0) return []
  const facts = { ...placeOf(delegation), delegated: named(onlyDelegated), listed: named(onlyListed) }
  return [zoneFinding('delegation_differs', facts, idsOf(evidence, listing(evidence, delegated, listed)))]
}

/** All servers in one /24 of IPv4 and one /48 of IPv6. Nothing is said unless every address is known. */
function oneNetwork({ zone, servers, cut }: Delegation, evidence: readonly Evidence[]): readonly ZoneFinding[] {
  if (cut > 0 || servers.some(({ lookup }) => lookup === 'unknown')) return []
  const addresses = servers.flatMap(server => server.addresses)
  if (addresses.length === 0 || addresses.some(({ state }) => state === 'private')) return []
  const networks = [...new Set(addresses.map(({ address }) => networkOf(address)))]
  const ofFamily = (v6: boolean): number => networks.filter(network => network.includes(':') === v6).length
  if (ofFamily(false) > 1 || ofFamily(true) > 1) return []
  const facts = { zone, networks: networks.join(' and '), servers: servers.length }
  const rests = servers.flatMap(server => [...lookupsOf(server, evidence), ...aboutServer(server, zone, evidence)])
  return [zoneFinding('delegation_one_network', facts, idsOf(evidence, rests))]
}

function networkOf(text: string): string {
  const address = parseAddress(text)
  if (address === null) return text
  const prefix = address.family === 4 ? 24 : 48
  return `${formatAddress({ family: address.family, value: blockOf(address, prefix).first })}/${prefix}`
}

/** Where the list of servers is kept. */
function placeOf({ zone, parent, atRegistrar }: Delegation): { zone: string; parent: string | null } {
  return { zone, parent: atRegistrar ? null : parent }
}

/** Which of the two lists has the server. A list that is not known counts as having it. */
function listsWith({ delegated, listed }: Delegation, host: string): LameServer['in'] {
  const above = delegated === null || delegated.hosts.includes(host)
  const inside = listed === null || listed.hosts.includes(host)
  return above === inside ? 'both' : above ? 'parent' : 'zone'
}

/** The answers of the server itself, or the lookups of its addresses where it has none. */
function aboutServer({ host, addresses }: DelegatedServer, zone: string, evidence: readonly Evidence[]): Evidence[] {
  const asked = new Set(addresses.map(({ server }) => server))
  const own = dnsEvidence(evidence).filter(
    ({ question, via }) => question.type === 'SOA' && question.name === zone && asked.has(via.server ?? ''),
  )
  return own.length > 0 ? own : lookupsOf({ host }, evidence)
}

function lookupsOf({ host }: { host: string }, evidence: readonly Evidence[]): Evidence[] {
  return evidence.filter(({ question: { name, type } }) => name === host && (type === 'A' || type === 'AAAA'))
}

/** The answers with these lists. */
function listing(evidence: readonly Evidence[], ...lists: readonly (NameServerList | null)[]): Evidence[] {
  const servers = new Set(lists.flatMap(list => list?.server ?? []))
  return dnsEvidence(evidence).filter(({ question, via }) => question.type === 'NS' && servers.has(via.server ?? ''))
}

function idsOf(all: readonly Evidence[], pieces: readonly Evidence[]): EvidenceIds {
  const [first, ...others] = new Set(pieces.map(({ id }) => id))
  return first === undefined ? restsOn(all) : [first, ...others]
}

/** Up to four names. */
function named(names: readonly string[]): string {
  const more = names.length - 4
  return more > 0 ? `${names.slice(0, 4).join(', ')} and ${more} more` : names.join(', ')
}
