import {
  type Answer,
  type RecordType,
  type Resolver,
  type ResourceRecord,
  type Signal,
  type Via,
} from '@waxseal/core/dns'
import type { Dial } from '../dial.ts'
import type { Caller } from './client-state.ts'
import { coreName } from './name.ts'
import type { Politeness } from './politeness.ts'
import type { FillRandom } from './random.ts'
import { failure, type Question, type Reply, saysDnssecIsBroken } from './reply.ts'
import { type Asker, type DnsStats, Transport } from './transport.ts'
import type { Upstream } from './upstream.ts'
import { CHAIN_LIMIT, denialVia } from './verdict.ts'

/** Our stub resolver over UDP and TCP. It sends each query to its servers; `cachingResolver` adds a cache. */
export interface DnsClient extends Resolver {
  /** Sends one query to servers of the caller's choice. Does not follow a CNAME out of the message. */
  ask(question: Question, servers: readonly string[], signal?: Signal): Promise<Reply>
  /**
   * The same client with another timeout of one query: it uses the same sockets, and both are one load for the
   * resolvers. `stats` leaves out what it has in flight.
   */
  within(timeoutMs: number): Pick<DnsClient, 'query' | 'ask'>
  /** Ends pending queries as `cancelled` and frees the sockets. Every later query is `cancelled`. */
  close(): void
  readonly stats: DnsStats
}

export interface DnsClientOptions {
  /** Resolvers as `address:port`, in the order of use. May be empty for a client that is used through `ask` only. */
  servers: readonly string[]
  /** The timeout of one query, in milliseconds. */
  timeoutMs?: number
  /** The number of queries in flight to a resolver that has not answered yet; 32 by default. It adapts: see `Window`. */
  firstWindow?: number
  /** Delays queries to servers that got many; for servers that are asked directly. */
  politeness?: Politeness
  now?: () => Date
  /** The random source of ids and letter case. Only tests pass a predictable one. */
  random?: FillRandom
  /** The actual destination of packets to a server; the server's own address by default. */
  dial?: Dial | undefined
}

/** The maximum number of messages in a row that end with a CNAME to a name they have no data about. */
const HOPS = 8

/** A reply with additional facts about how it was obtained. */
interface Outcome extends Reply {
  /** Obtained with CD=1, because DNSSEC validation failed. */
  bogus?: boolean
  /** The chain of CNAMEs in the messages before this one. */
  before?: { cnames: readonly string[]; ttl: number }
}

/**
 * A resolver that asks the given servers.
 *
 * It trusts their AD bit, so the network path to these servers must be trusted (RFC 4035 section 4.9.3). A name that
 * cannot be encoded (an empty label, more than 255 bytes) is `failed malformed` without a query.
 *
 * Throws a TypeError when a server is no `address:port`.
 */
export function createDnsClient(options: DnsClientOptions): DnsClient {
  const { timeoutMs = 5000, politeness = null, now } = options
  const nowMs = now === undefined ? Date.now : () => now().getTime()
  const transport = new Transport(politeness, options.random, options.dial)
  const resolvers = options.servers.map(server => transport.resolver(server, options.firstWindow))
  const own: Asker = { timeoutMs }
  const askingAs = (asker: Asker): Pick<DnsClient, 'query' | 'ask'> => ({
    ...resolverOver(transport, resolvers, asker, nowMs),
    ask: (question, servers, signal) => {
      const upstreams = servers.map(server => transport.upstream(server))
      return transport.ask(question, upstreams, asker, signal)
    },
  })
  return {
    ...askingAs(own),
    within: limitMs => askingAs({ timeoutMs: limitMs }),
    close: () => transport.close(),
    get stats() {
      return transport.snapshot(own)
    },
  }
}

/** The resolver of a client. */
function resolverOver(
  transport: Transport,
  resolvers: readonly Upstream[],
  asker: Asker,
  nowMs: () => number,
): Resolver {
  const ask = (question: Question, signal?: Signal): Promise<Reply> => transport.ask(question, resolvers, asker, signal)

  /**
   * Every resolver answered SERVFAIL: finds out whether DNSSEC is the cause, and if so gets the data without
   * validation.
   */
  async function withoutValidation(question: Question, reply: Reply, signal?: Signal): Promise<Outcome> {
    const unchecked = await ask({ ...question, checkingDisabled: true }, signal)
    if (unchecked.verdict.kind === 'failed') return reply
    if (!saysDnssecIsBroken(reply)) {
      // The server did not name DNSSEC as the cause. A temporary failure looks the same, so the query is repeated.
      const again = await ask(question, signal)
      if (again.verdict.kind !== 'failed') return doubted(again)
      if (again.rcode !== 'SERVFAIL') return reply
    }
    return { ...unchecked, ede: reply.ede, bogus: true }
  }

  /** Applies the DNSSEC rules to a reply of the resolvers. */
  async function settled(question: Question, reply: Reply, signal?: Signal): Promise<Outcome> {
    const servfail = reply.rcode === 'SERVFAIL' && reply.verdict.kind === 'failed'
    return servfail ? withoutValidation(question, reply, signal) : doubted(reply)
  }

  async function askResolvers(name: string, type: RecordType, signal?: Signal): Promise<Outcome> {
    const question: Question = { name, type, checkingDisabled: false, zone: null }
    return settled(question, await ask(question, signal), signal)
  }

  /** Follows a reply that is not final to its end. */
  async function pursue(question: Question, reply: Reply, startedAt: number, signal?: Signal): Promise<Outcome> {
    const outcome = await settled(question, reply, signal)
    const { name, type } = question
    return outcome.verdict.kind === 'incomplete' ? followChain(name, type, outcome, startedAt, signal) : outcome
  }

  /** Queries the target of a CNAME chain that a message left open, until the chain ends. */
  async function followChain(
    asked: string,
    type: RecordType,
    first: Outcome,
    startedAt: number,
    signal?: Signal,
  ): Promise<Outcome> {
    const outcomes: Outcome[] = [first]
    const led: string[] = []
    let ttl = Number.POSITIVE_INFINITY
    let last = first
    while (last.verdict.kind === 'incomplete') {
      const { cnames, target } = last.verdict
      led.push(...cnames)
      ttl = Math.min(ttl, last.verdict.ttl)
      if (outcomes.length === HOPS || led.length > CHAIN_LIMIT) last = failure('malformed', last.server)
      else if (performance.now() - startedAt > 2 * asker.timeoutMs) last = failure('timeout')
      else last = await askResolvers(target, type, signal)
      if (last.verdict.kind !== 'failed' && last.verdict.cnames.some(each => each === asked || led.includes(each))) {
        last = failure('malformed', last.server)
      }
      outcomes.push(last)
    }
    return {
      ...last,
      ede: outcomes.flatMap(each => each.ede),
      authenticated: outcomes.every(each => each.authenticated),
      bogus: outcomes.some(each => each.bogus),
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
      // Most queries are answered by their first packet: these cost one promise and no further await.
      return new Promise(resolve =>
        transport.start(
          question,
          resolvers,
          asker,
          new OpenQuery(resolve, pursue, question, askedAt, startedAt, signal),
        ),
      )
    },
  }
}

/** A query of a caller who waits for its answer. */
class OpenQuery<T extends RecordType> implements Caller {
  readonly signal: Signal | undefined
  readonly startedAt: number
  readonly #resolve: (answer: Answer<T>) => void
  readonly #pursue: (question: Question, reply: Reply, startedAt: number, signal?: Signal) => Promise<Outcome>
  readonly #question: Question
  readonly #askedAt: number

  constructor(
    resolve: (answer: Answer<T>) => void,
    pursue: (question: Question, reply: Reply, startedAt: number, signal?: Signal) => Promise<Outcome>,
    question: Question,
    askedAt: number,
    startedAt: number,
    signal: Signal | undefined,
  ) {
    this.#resolve = resolve
    this.#pursue = pursue
    this.#question = question
    this.#askedAt = askedAt
    this.startedAt = startedAt
    this.signal = signal
  }

  done(reply: Reply, nowMs: number): void {
    if (isOrdinary(reply)) this.#tell(reply, nowMs)
    else void this.#follow(reply)
  }

  async #follow(reply: Reply): Promise<void> {
    this.#tell(await this.#pursue(this.#question, reply, this.startedAt, this.signal), performance.now())
  }

  #tell(outcome: Outcome, nowMs: number): void {
    this.#resolve(answerOf<T>(outcome, this.#askedAt, Math.round(nowMs - this.startedAt)))
  }
}

/** Whether the reply is the final answer. */
function isOrdinary({ verdict, rcode, accused }: Reply): boolean {
  return verdict.kind === 'failed' ? rcode !== 'SERVFAIL' : verdict.kind !== 'incomplete' && accused === undefined
}

/**
 * One resolver validated and reported broken DNSSEC; the next one answered without validation. The first is right about
 * DNSSEC, and the second has the data of the zone.
 */
function doubted(reply: Reply): Outcome {
  if (reply.accused === undefined || reply.authenticated || reply.verdict.kind === 'failed') return reply
  return { ...reply, ede: reply.accused, bogus: true }
}

/** Makes the answer of a resolver from a reply. `askedAt` is in milliseconds since 1970, `ms` is the duration. */
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
      return { kind: verdict.kind, via: denialVia(via, verdict.soa) }
    case 'failed':
      return { kind: 'failed', reason: verdict.reason, via }
    case 'incomplete':
      return { kind: 'failed', reason: 'malformed', via }
    default:
      return verdict satisfies never
  }
}
