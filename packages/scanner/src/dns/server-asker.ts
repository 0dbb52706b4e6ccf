import {
  type Answer,
  isPublicAddress,
  isSubdomain,
  type RecordType,
  type ResourceRecord,
  type Via,
} from '@waxseal/core/dns'
import type { WeightBudget } from './budget.ts'
import { answerOf, type DnsClient } from './client.ts'
import { failure, type Reply } from './reply.ts'

/** A question to one name server, without recursion. */
export interface ServerQuestion<T extends RecordType> {
  name: string
  type: T
  /** The zone that the server is asked as a server of. */
  zone: string
}

/** Where a server of a parent zone refers a question to: the delegation of a zone below it (RFC 1034 section 4.3.2). */
export interface Referral {
  /** The delegated zone. */
  zone: string
  nameServers: readonly ResourceRecord<'NS'>[]
  /** Addresses of these servers, as the parent knows them. */
  glue: readonly ResourceRecord<'A' | 'AAAA'>[]
}

export interface ServerSaid<T extends RecordType> {
  /** `via.server` is the server that was asked, also when it was silent. */
  answer: Answer<T>
  referral: Referral | null
  /** The reply came from a resolver (RA) and not from a server of a zone. */
  fromResolver: boolean
}

/** Asks name servers one by one: what a server says, and not what its zone says. */
export interface ServerAsker {
  /** Whether this address may be asked. */
  allows(address: string): boolean
  ask<T extends RecordType>(address: string, question: ServerQuestion<T>): Promise<ServerSaid<T>>
}

export interface ServerAskerOptions {
  /**
   * Its timeout is the limit of a question. A timer of our own would count the time in which we were too busy to read
   * the answer, and a server that answered would be called silent.
   */
  client: Pick<DnsClient, 'ask'>
  /** Ends every question. */
  signal: AbortSignal
  /** The most questions; further ones are `failed over-budget`. */
  total: number
  weight: WeightBudget
  /** Public addresses by default, because a zone may name any address. */
  allow?: ((address: string) => boolean) | undefined
  port?: number
  now?: () => Date
}

/**
 * The timeout of a question: a name server that is silent for this long counts as silent. Until then the question is
 * sent several times.
 */
export const serverPatienceMs = 2_000

export function serverAsker(options: ServerAskerOptions): ServerAsker {
  const { client, signal, total, weight, allow = isPublicAddress, port = 53, now = () => new Date() } = options
  let left = total

  async function replyOf(server: string, { name, type, zone }: ServerQuestion<RecordType>): Promise<Reply> {
    if (left <= 0 || !weight.any) return failure('over-budget')
    left--
    return client.ask({ name, type, checkingDisabled: false, zone }, [server], signal)
  }

  return {
    allows: allow,
    async ask<T extends RecordType>(address: string, question: ServerQuestion<T>): Promise<ServerSaid<T>> {
      const startedAt = performance.now()
      const askedAt = now().getTime()
      const server = address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
      const reply = await replyOf(server, question)
      const said = answerOf<T>(reply, askedAt, Math.round(performance.now() - startedAt))
      const via: Via = { ...said.via, server, authoritative: true }
      const answer: Answer<T> = { ...said, via }
      const fromResolver = reply.recursionAvailable && reply.server !== null
      if (!weight.take(answer)) {
        return { answer: { kind: 'failed', reason: 'over-budget', via }, referral: null, fromResolver }
      }
      return { answer, referral: referralIn(reply, question), fromResolver }
    },
  }
}

/** A referral goes down: to a zone below the server's own, on the path to the name. */
function referralIn({ verdict, authority }: Reply, { name, zone }: { name: string; zone: string }): Referral | null {
  if (verdict.kind !== 'failed' || verdict.reason !== 'lame') return null
  const below = authority.flatMap(record =>
    record.type === 'NS' && record.name !== zone && isSubdomain(record.name, zone) && isSubdomain(name, record.name)
      ? [record]
      : [],
  )
  const [first] = below
  if (first === undefined) return null
  const nameServers = below.filter(record => record.name === first.name)
  const hosts = new Set(nameServers.map(({ target }) => target))
  const glue = authority.flatMap(record =>
    (record.type === 'A' || record.type === 'AAAA') && hosts.has(record.name) ? [record] : [],
  )
  return { zone: first.name, nameServers, glue }
}
