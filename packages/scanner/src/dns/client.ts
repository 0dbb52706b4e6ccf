import {
  type Answer,
  type RecordType,
  type Resolver,
  type ResourceRecord,
  type Signal,
  type Via,
} from '@waxseal/core/dns'
import type { Dial } from '../dial.ts'
import { coreName } from './name.ts'
import type { Politeness } from './politeness.ts'
import type { FillRandom } from './random.ts'
import { failure, type Question, type Reply, saysDnssecIsBroken } from './reply.ts'
import { type DnsStats, Transport } from './transport.ts'
import { CHAIN_LIMIT } from './verdict.ts'

/** A stub resolver of our own over UDP and TCP. Asks its servers anew each time: a cache is wrapped around it. */
export interface DnsClient extends Resolver {
  /** One question, without following a CNAME out of the message, to servers of the caller's choice. */
  ask(question: Question, servers: readonly string[], signal?: Signal): Promise<Reply>
  /** Ends what is under way as `cancelled` and frees the sockets. Afterwards every question is `cancelled`. */
  close(): void
  readonly stats: DnsStats
}

export interface DnsClientOptions {
  /** Resolvers as `address:port`, in the order they are asked in. May be empty for a client that is only told whom to `ask`. */
  servers: readonly string[]
  /** How long one question may go unanswered, in milliseconds. */
  timeoutMs?: number
  /** Holds back questions to servers that got many; for servers that are asked directly. */
  politeness?: Politeness
  now?: () => Date
  /** The source of ids and of the case of letters: nothing predictable outside tests. */
  random?: FillRandom
  /** Where packets to a server really go; where they say when left out. */
  dial?: Dial | undefined
}

/** Messages asked for in a row because each ended with a CNAME to a name it said nothing about. */
const HOPS = 8

/** A reply and what belongs to it beside. */
interface Outcome extends Reply {
  /** Got with CD=1, since DNSSEC stood in the way. */
  bogus?: boolean
  /** The chain of CNAMEs in the messages before this one. */
  before?: { cnames: readonly string[]; ttl: number }
}

/**
 * A resolver that asks the given servers.
 *
 * Its AD bit is believed, so the way to these servers must be trusted (RFC 4035 section 4.9.3). A name that cannot be
 * asked for at all (an empty label, more than 255 octets) is `failed malformed` without a server.
 *
 * Throws a TypeError when a server is no `address:port`.
 */
export function createDnsClient(options: DnsClientOptions): DnsClient {
  const { timeoutMs = 5000, politeness = null, now } = options
  const nowMs = now === undefined ? Date.now : () => now().getTime()
  const transport = new Transport(timeoutMs, politeness, options.random, options.dial)
  const resolvers = options.servers.map(server => transport.upstream(server))

  /** Every resolver said SERVFAIL: is it DNSSEC, or the server? When it is DNSSEC, what the zone says without it. */
  async function withoutValidation(question: Question, reply: Reply, signal?: Signal): Promise<Outcome> {
    const unchecked = await transport.ask({ ...question, checkingDisabled: true }, resolvers, signal)
    if (unchecked.verdict.kind === 'failed') return reply
    if (!saysDnssecIsBroken(reply)) {
      // The server did not say that it was DNSSEC. A trouble that has just passed looks the same, so it is asked again.
      const again = await transport.ask(question, resolvers, signal)
      if (again.verdict.kind !== 'failed') return doubted(again)
      if (again.rcode !== 'SERVFAIL') return reply
    }
    return { ...unchecked, ede: reply.ede, bogus: true }
  }

  /** What is to be made of a reply of the resolvers, as far as it is about DNSSEC. */
  async function settled(question: Question, reply: Reply, signal?: Signal): Promise<Outcome> {
    const servfail = reply.rcode === 'SERVFAIL' && reply.verdict.kind === 'failed'
    return servfail ? withoutValidation(question, reply, signal) : doubted(reply)
  }

  async function askResolvers(name: string, type: RecordType, signal?: Signal): Promise<Outcome> {
    const question: Question = { name, type, checkingDisabled: false, zone: null }
    return settled(question, await transport.ask(question, resolvers, signal), signal)
  }

  /** A reply that is not yet the answer, followed to its end. */
  async function pursue(question: Question, reply: Reply, startedAt: number, signal?: Signal): Promise<Outcome> {
    const outcome = await settled(question, reply, signal)
    const { name, type } = question
    return outcome.verdict.kind === 'incomplete' ? followChain(name, type, outcome, startedAt, signal) : outcome
  }

  /** Asks for the target of a chain of which a message told only the beginning, until its end is known. */
  async function followChain(
    asked: string,
    type: RecordType,
    first: Outcome,
    startedAt: number,
    signal?: Signal,
  ): Promise<Outcome> {
    const told: Outcome[] = [first]
    const led: string[] = []
    let ttl = Number.POSITIVE_INFINITY
    let last = first
    while (last.verdict.kind === 'incomplete') {
      const { cnames, target } = last.verdict
      led.push(...cnames)
      ttl = Math.min(ttl, last.verdict.ttl)
      if (told.length === HOPS || led.length > CHAIN_LIMIT) last = failure('malformed', last.server)
      else if (performance.now() - startedAt > 2 * timeoutMs) last = failure('timeout')
      else last = await askResolvers(target, type, signal)
      if (last.verdict.kind !== 'failed' && last.verdict.cnames.some(each => each === asked || led.includes(each))) {
        last = failure('malformed', last.server)
      }
      told.push(last)
    }
    return {
      ...last,
      ede: told.flatMap(each => each.ede),
      authenticated: told.every(each => each.authenticated),
      bogus: told.some(each => each.bogus),
      before: { cnames: led, ttl },
    }
  }

  return {
    query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      const startedAt = performance.now()
      const askedAt = nowMs()
      const asked = coreName(name)
      if (asked === null) return Promise.resolve(answerOf<T>(failure('malformed'), askedAt, 0))
      const question: Question = { name: asked, type, checkingDisabled: false, zone: null }
      // The ordinary question is answered by its first packet: one promise, and nothing that waits for another.
      return new Promise(resolve => {
        const tell = (outcome: Outcome): void =>
          resolve(answerOf<T>(outcome, askedAt, Math.round(performance.now() - startedAt)))
        const done = (reply: Reply): void =>
          isOrdinary(reply) ? tell(reply) : void pursue(question, reply, startedAt, signal).then(tell)
        transport.start(question, resolvers, done, signal, startedAt)
      })
    },
    ask: (question, servers, signal) =>
      transport.ask(
        question,
        servers.map(server => transport.upstream(server)),
        signal,
      ),
    close: () => transport.close(),
    get stats() {
      return transport.snapshot()
    },
  }
}

/** Is the reply the answer as it stands? */
function isOrdinary({ verdict, rcode, accused }: Reply): boolean {
  return verdict.kind === 'failed' ? rcode !== 'SERVFAIL' : verdict.kind !== 'incomplete' && accused === undefined
}

/**
 * One resolver validates and said that DNSSEC is broken, the next one answered without having validated: the first is
 * believed, and the answer of the second is what the zone says without DNSSEC.
 */
function doubted(reply: Reply): Outcome {
  if (reply.accused === undefined || reply.authenticated || reply.verdict.kind === 'failed') return reply
  return { ...reply, ede: reply.accused, bogus: true }
}

/** A reply as the answer of a resolver. `askedAt` in milliseconds since 1970, `ms` is how long it took. */
export function answerOf<T extends RecordType>(outcome: Outcome, askedAt: number, ms: number): Answer<T> {
  const { verdict, before } = outcome
  const failed = verdict.kind === 'failed'
  const cnames = failed ? [] : verdict.cnames
  const via: Via = {
    server: outcome.server,
    authoritative: false,
    rcode: outcome.rcode,
    ede: outcome.ede,
    authentic: outcome.bogus ? 'bogus' : outcome.authenticated && !failed ? 'yes' : 'no',
    cnames: before === undefined ? cnames : [...before.cnames, ...cnames],
    ttl: failed ? 0 : Math.min(verdict.ttl, before?.ttl ?? Number.POSITIVE_INFINITY),
    ms,
    askedAt,
    cached: false,
  }
  switch (verdict.kind) {
    case 'records':
      return { kind: 'records', records: verdict.records as ResourceRecord<T>[], via }
    case 'no-data':
    case 'no-such-name':
      return { kind: verdict.kind, via }
    case 'failed':
      return { kind: 'failed', reason: verdict.reason, via }
    case 'incomplete':
      return { kind: 'failed', reason: 'malformed', via }
    default:
      return verdict satisfies never
  }
}
