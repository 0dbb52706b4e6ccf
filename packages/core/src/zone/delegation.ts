import { couldNotBeChecked } from '../check/index.ts'
/** What one address of a name server said to a question for the zone's SOA record. */
export type ServerState =
  | 'answers'
  | 'refused' // REFUSED
  | 'failing' // SERVFAIL, or another rcode that is no answer, twice
  | 'not-authoritative' // a referral, an answer without authority, or that of another zone
  | 'silent' // no answer in time, or none that can be read
  | 'no-route' // an IPv6 address that this machine cannot reach
  | 'private' // no public address: nothing on the Internet reaches it
  | 'not-asked' // the scan's limits, or a resolver answered in place of the server

export interface ServerAddress {
  address: string
  /** `address:port`, as in the `via` of the answer. */
  server: string
  state: ServerState
}

/** One name server of the zone. */
export interface DelegatedServer {
  host: string
  /** `unknown`: the lookup of its addresses failed. `none`: it has none. */
  lookup: 'answered' | 'none' | 'unknown'
  addresses: readonly ServerAddress[]
}

/** The name servers of a zone, as one of the two lists of a delegation has them. */
export interface NameServerList {
  /** Sorted. */
  hosts: readonly string[]
  /** The server that said so, `address:port`, as in the `via` of its answer. */
  server: string | null
}

/** The name servers of the zone that contains the domain, and what each of them says. */
export interface Delegation {
  zone: string
  /** The zone above it. */
  parent: string
  /** Whether a registrar publishes the delegation; else it is a part of the parent zone. */
  atRegistrar: boolean
  /** The list in the parent zone; null: its servers did not say. */
  delegated: NameServerList | null
  /** The NS records of the zone itself; null: not known for sure. */
  listed: NameServerList | null
  /** The servers that were looked at. */
  servers: readonly DelegatedServer[]
  /** The number of servers beyond the limit. */
  cut: number
}

/** What a server does as a whole. `partly`: some of its addresses answer for the zone, and others answer without it. */
export type ServerVerdict = 'answers' | 'partly' | 'lame' | 'silent' | 'no-address' | 'private' | 'unknown'

/** SERVFAIL is none of these: the server has the zone and cannot answer now, which may pass. */
const lameStates: ReadonlySet<ServerState> = new Set(['refused', 'not-authoritative'])

export function isLame({ state }: ServerAddress): boolean {
  return lameStates.has(state)
}

export function verdictOf({ lookup, addresses }: DelegatedServer): ServerVerdict {
  if (lookup === 'none') return 'no-address'
  const some = (state: ServerState): boolean => addresses.some(each => each.state === state)
  const lame = addresses.some(isLame)
  if (some('answers')) return lame ? 'partly' : 'answers'
  if (lame) return 'lame'
  if (some('silent')) return 'silent'
  return addresses.length > 0 && addresses.every(({ state }) => state === 'private') ? 'private' : 'unknown'
}

/** Whether at least one server answers for the zone. */
export function isAnswered({ servers }: Delegation): boolean {
  return servers.some(({ addresses }) => addresses.some(({ state }) => state === 'answers'))
}

/** Whether servers were asked, or could have been if they were sound, and none answered for the zone. */
export function isUnanswered(delegation: Delegation): boolean {
  return !isAnswered(delegation) && delegation.servers.some(hasSaid)
}

function hasSaid(server: DelegatedServer): boolean {
  return verdictOf(server) !== 'unknown' || server.addresses.some(({ state }) => state === 'failing')
}

/**
 * Whether every delegated server is known not to answer for the zone. A server that is silent, or was not asked, may
 * answer others. An IPv6 address that only this machine cannot reach changes nothing.
 */
export function isDead(delegation: Delegation): boolean {
  const { delegated, servers, cut } = delegation
  if (delegated === null || delegated.hosts.length === 0 || cut > 0 || isAnswered(delegation)) return false
  const byHost = new Map(servers.map(server => [server.host, server]))
  return delegated.hosts.every(host => {
    const server = byHost.get(host)
    if (server === undefined) return false
    if (server.lookup === 'none') return true
    const reached = server.addresses.filter(({ state }) => state !== 'no-route')
    return reached.length > 0 && reached.every(address => isLame(address) || address.state === 'private')
  })
}

/** What a server does, in a few words after its name. */
export const serverStateWords: { readonly [V in ServerVerdict]: string } = {
  answers: 'answers',
  partly: 'does not answer for the zone at every address',
  lame: 'does not answer for the zone',
  silent: 'did not answer',
  'no-address': 'has no address',
  private: 'has only private addresses',
  unknown: couldNotBeChecked,
}

/** What the servers of a zone without an answer did, and what to do; continues "could not be checked: ". */
export function unansweredWords({ zone, servers, atRegistrar, parent, cut }: Delegation): string {
  const told = servers.slice(0, 4).map(server => `${server.host} ${serverStateWords[verdictOf(server)]}`)
  const more = servers.length - told.length + cut
  const list = [...told, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  const where = atRegistrar ? 'the registrar lists' : `${parent} lists`
  return (
    `no name server of ${zone} answered us (${list}). ` +
    `Check that they run and accept queries from the Internet, and that ${where} the right name servers`
  )
}
