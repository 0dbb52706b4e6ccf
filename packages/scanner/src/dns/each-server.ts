import {
  type Answer,
  type FailureReason,
  isPublicAddress,
  normalName,
  type RecordType,
  type Resolver,
  unasked,
} from '@waxseal/core/dns'
import { answerOf, type DnsClient } from './client.ts'
import { failure, type Reply } from './reply.ts'
import { addressesOf, findZoneCut, hostPartOf } from './zone-servers.ts'

/** The answers to one question, server by server. */
export interface EachAnswer<T extends RecordType> {
  /** Sorted by host. The host is null for the configured resolvers. */
  servers: readonly { host: string | null; answer: Answer<T> }[]
  /** The number of name servers beyond the limit, which were not asked. */
  more: number
  /** Why the zone's servers are not known; null: they are. */
  reason: FailureReason | null
}

export interface EachServerOptions {
  /** Sends the queries. */
  client: Pick<DnsClient, 'ask'>
  /** Finds the zone and the addresses of its servers. */
  resolver: Resolver
  /** Follows an alias that leads out of the zone, at the servers of the zone it leads to. */
  follow: Resolver
  /** The addresses that may be asked. By default only public ones, because a zone may name any address. */
  allow?: ((address: string) => boolean) | undefined
  port?: number
  now?: () => Date
}

/** The number of name servers asked. Few zones have more. */
const mostServers = 4
/** A server that is silent for this long counts as silent: a person waits. */
const patienceMs = 2_000

/**
 * Asks the name servers of a name's zone the same question, each by itself and without a cache: a change reaches them one
 * after the other. At most four servers, one address each.
 */
export async function askEachServer<T extends RecordType>(
  options: EachServerOptions,
  name: string,
  type: T,
  signal: AbortSignal,
): Promise<EachAnswer<T>> {
  const asked = normalName(name)
  if (asked === null) return { servers: [], more: 0, reason: 'malformed' }
  const above = hostPartOf(asked)
  const first = await askZoneOf(options, above, asked, type, signal)
  const isReferred = first.servers.length > 0 && first.servers.every(({ answer }) => isLame(answer))
  // An underscored label is a zone of its own after all: the servers above refer us to it.
  return isReferred && above !== asked ? askZoneOf(options, asked, asked, type, signal) : first
}

function isLame(answer: Answer): boolean {
  return answer.kind === 'failed' && answer.reason === 'lame'
}

async function askZoneOf<T extends RecordType>(
  options: EachServerOptions,
  within: string,
  name: string,
  type: T,
  signal: AbortSignal,
): Promise<EachAnswer<T>> {
  const cut = await findZoneCut(within, options.resolver, signal)
  if (!cut.found) return { servers: [], more: 0, reason: cut.reason }
  const hosts = [...new Set(cut.nameServers)].toSorted()
  const servers = await Promise.all(
    hosts.slice(0, mostServers).map(async host => ({
      host,
      answer: await askHost(options, host, { name, type, checkingDisabled: false, zone: cut.zone }, signal),
    })),
  )
  return { servers, more: hosts.length - servers.length, reason: null }
}

interface HostQuestion<T extends RecordType> {
  name: string
  type: T
  checkingDisabled: false
  zone: string
}

async function askHost<T extends RecordType>(
  { client, resolver, follow, allow = isPublicAddress, port = 53, now = () => new Date() }: EachServerOptions,
  host: string,
  question: HostQuestion<T>,
  signal: AbortSignal,
): Promise<Answer<T>> {
  const startedAt = performance.now()
  const askedAt = now().getTime()
  const [a, aaaa] = await Promise.all([resolver.query(host, 'A', signal), resolver.query(host, 'AAAA', signal)])
  // IPv4 first: this machine may have no IPv6.
  const address = [...addressesOf(a), ...addressesOf(aaaa)].find(allow)
  if (address === undefined) {
    const failed = [a, aaaa].find(answer => answer.kind === 'failed')
    return unasked(failed?.kind === 'failed' ? failed.reason : 'unreachable', askedAt)
  }
  const server = address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
  const reply = await patiently(client, question, server, signal)
  if (reply.verdict.kind === 'incomplete') return follow.query(reply.verdict.target, question.type, signal)
  const answer = answerOf<T>(reply, askedAt, Math.round(performance.now() - startedAt))
  return { ...answer, via: { ...answer.via, server, authoritative: true } }
}

async function patiently(
  client: EachServerOptions['client'],
  question: HostQuestion<RecordType>,
  server: string,
  signal: AbortSignal,
): Promise<Reply> {
  const limit = AbortSignal.timeout(patienceMs)
  const reply = await client.ask(question, [server], AbortSignal.any([signal, limit]))
  const isCancelled = reply.verdict.kind === 'failed' && reply.verdict.reason === 'cancelled'
  return isCancelled && limit.aborted ? failure('timeout') : reply
}
