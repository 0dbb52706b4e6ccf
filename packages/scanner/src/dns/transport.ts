import type { Signal } from '@waxseal/core/dns'
import type { Dial } from '../dial.ts'
import type { Attempt } from './attempt.ts'
import type { Caller, ClientState } from './client-state.ts'
import { Exchange } from './exchange.ts'
import { FairQueue } from './fair-queue.ts'
import { Crowd } from './in-flight.ts'
import type { Politeness } from './politeness.ts'
import { type FillRandom, RandomPool } from './random.ts'
import { failure, type Question, type Reply } from './reply.ts'
import { ResendBudget } from './round-trip.ts'
import { type Upstream, upstreamOf } from './upstream.ts'
import { LARGEST_WINDOW, Window } from './window.ts'

/** The maximum number of queries in flight, to all servers. Others wait, and their time limits start later. */
const IN_FLIGHT_LIMIT = LARGEST_WINDOW
/** The maximum number of queries that wait. The budgets of scans end long before. */
const WAITING_LIMIT = 50_000
/** How long the answer to a packet is awaited after that to a later packet of the same query. */
const LINGER_MS = 100
const TICK_MS = 5
/** A tick later than this means that the loop was blocked, not that time passed while we could read. */
const LATE_MS = 25
const UPSTREAMS_KEPT = 1000
const SWEEP_MS = 30_000

/** What sends queries through a client's sockets. */
export interface Asker {
  /** The timeout of one query. */
  readonly timeoutMs: number
}

/** The counts of a client since its creation. */
export interface DnsStats {
  /** Queries sent to servers. */
  questions: number
  /** UDP packets sent, including resends. */
  packets: number
  /** Of these: resends, because the answer was late. */
  resends: number
  /** Queries repeated over TCP. */
  tcp: number
  /** Datagrams that answered none of our queries. */
  ignored: number
  /** Refusals of busy resolvers, after which a query was sent again. */
  postponed: number
  inFlight: number
  queued: number
  openSockets: number
}

/** Sends queries to servers: the sockets, the queue and the single timer of a client. */
export class Transport implements ClientState {
  readonly random: RandomPool
  readonly budget = new ResendBudget()
  readonly politeness: Politeness | null
  readonly stats = { questions: 0, packets: 0, resends: 0, tcp: 0, ignored: 0, postponed: 0 }
  readonly #dial: Dial | undefined
  readonly #upstreams = new Map<string, Upstream>()
  readonly #active = new Crowd<Exchange>()
  /** Queries that wait for a place in the window of their resolver. */
  readonly #queue = new FairQueue<Exchange>()
  /** Queries to other servers, while too many are in flight. */
  readonly #others = new Set<Exchange>()
  /** Exchanges that wait for a token of their server, or for a busy resolver, and until when. */
  readonly #held = new Map<Exchange, number>()
  /** Packets that may be lost, and when that is certain. */
  readonly #lingering: { attempt: Attempt; until: number }[] = []
  #timer: ReturnType<typeof setTimeout> | null = null
  #sweep: ReturnType<typeof setTimeout> | null = null
  #expectedAt = 0
  #wasLate = false
  #isStarting = false
  #closed = false

  constructor(politeness: Politeness | null, fillRandom?: FillRandom, dial?: Dial) {
    this.#dial = dial
    this.politeness = politeness
    this.random = new RandomPool(fillRandom)
  }

  /** Asks the servers in order, recently silent ones last. Always resolves. */
  ask(question: Question, servers: readonly Upstream[], asker: Asker, signal?: Signal): Promise<Reply> {
    const startedAt = performance.now()
    return new Promise(done => this.start(question, servers, asker, { done, signal, startedAt }))
  }

  /** The same, for a caller. */
  start(question: Question, servers: readonly Upstream[], asker: Asker, caller: Caller): void {
    const { startedAt: nowMs } = caller
    if (this.#closed || caller.signal?.aborted) return caller.done(failure('cancelled'), nowMs)
    if (this.#queue.size + this.#others.size >= WAITING_LIMIT) return caller.done(failure('over-budget'), nowMs)
    const exchange = new Exchange(this, question, servers, asker, caller)
    this.stats.questions++
    const wait = exchange.reserve(nowMs)
    if (wait > 0) this.#held.set(exchange, nowMs + wait)
    else this.#admit(exchange, nowMs)
    this.#arm()
    this.#sweep ??= setTimeout(this.#closeOld, SWEEP_MS).unref()
  }

  /** The same as `upstream` for a resolver, whose load is limited. */
  resolver(text: string, firstWindow?: number): Upstream {
    const upstream = this.upstream(text)
    upstream.window ??= new Window(firstWindow)
    return upstream
  }

  /** The upstream of a text `address:port`, always the same object. Throws a TypeError when the text is no address. */
  upstream(text: string): Upstream {
    const known = this.#upstreams.get(text)
    if (known !== undefined) return known
    if (this.#upstreams.size >= UPSTREAMS_KEPT) this.#forgetOldest()
    const upstream = upstreamOf(text, this.#dial)
    this.#upstreams.set(text, upstream)
    return upstream
  }

  /** The counts; of the queries in flight and waiting, those of one asker. */
  snapshot(asker: Asker): DnsStats {
    let openSockets = 0
    for (const upstream of this.#upstreams.values()) openSockets += upstream.openSockets
    const count = (all: Iterable<Exchange>): number => [...all].filter(each => each.asker === asker).length
    const queued = count(this.#queue.waiting()) + count(this.#others) + count(this.#held.keys())
    return { ...this.stats, inFlight: count(this.#active.snapshot()), queued, openSockets }
  }

  readonly onStray = (): void => {
    this.stats.ignored++
  }

  ended(exchange: Exchange): void {
    if (this.#held.size > 0) this.#held.delete(exchange)
    if (this.#others.size > 0) this.#others.delete(exchange)
    this.#queue.delete(exchange)
    if (this.#leave(exchange) && this.#queue.size + this.#others.size > 0) this.#next(performance.now())
  }

  later(exchange: Exchange, waitMs: number): void {
    const nowMs = performance.now()
    this.#leave(exchange)
    this.#held.set(exchange, nowMs + waitMs)
    this.#next(nowMs)
  }

  linger(attempt: Attempt): void {
    this.#lingering.push({ attempt, until: performance.now() + LINGER_MS })
  }

  close(): void {
    this.#closed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#sweep !== null) clearTimeout(this.#sweep)
    this.#sweep = null
    for (const exchange of [...this.#held.keys(), ...this.#queue.waiting(), ...this.#others]) exchange.cancel()
    for (const exchange of this.#active.snapshot()) exchange.cancel()
    for (const upstream of this.#upstreams.values()) upstream.close()
  }

  #admit(exchange: Exchange, nowMs: number, isRetry = false): void {
    const window = exchange.windowAt(nowMs)
    const isFull = this.#active.size >= IN_FLIGHT_LIMIT
    if (window === null) {
      if (isFull) this.#others.add(exchange)
      else this.#begin(exchange, nowMs)
    } else if (!isFull && window.hasRoom && this.#queue.size === 0) {
      exchange.scan = this.#queue.departed(exchange.signal)
      this.#begin(exchange, nowMs)
    } else {
      this.#queue.add(exchange, isRetry)
      this.#next(nowMs)
    }
  }

  #begin(exchange: Exchange, nowMs: number): void {
    this.#active.add(exchange)
    exchange.start(nowMs)
  }

  /** Starts waiting queries while there is room for them. */
  #next(nowMs: number): void {
    // A query may end as soon as it starts, and this function must not call itself for each one.
    if (this.#closed || this.#isStarting) return
    this.#isStarting = true
    for (const other of this.#others) {
      if (this.#active.size >= IN_FLIGHT_LIMIT) break
      this.#others.delete(other)
      this.#begin(other, nowMs)
    }
    while (this.#active.size < IN_FLIGHT_LIMIT) {
      // All of them go to the same resolvers.
      const next = this.#queue.peek()?.windowAt(nowMs)?.hasRoom === true ? this.#queue.take() : null
      if (next === null) break
      next.scan = this.#queue.departed(next.signal)
      this.#begin(next, nowMs)
    }
    this.#isStarting = false
  }

  /** False when the query was not in flight. */
  #leave(exchange: Exchange): boolean {
    if (!this.#active.delete(exchange)) return false
    if (exchange.scan !== null) this.#queue.landed(exchange.scan)
    exchange.scan = null
    return true
  }

  #arm(): void {
    if (this.#timer !== null || this.#closed) return
    if (this.#active.size + this.#held.size + this.#lingering.length === 0) return
    this.#expectedAt = performance.now() + TICK_MS
    this.#timer = setTimeout(this.#tick, TICK_MS)
  }

  readonly #tick = (): void => {
    this.#timer = null
    const nowMs = performance.now()
    const late = nowMs - this.#expectedAt
    const isLate = late > LATE_MS
    // A loop that is late on every turn reads its sockets in between. It must still resend and end queries.
    const isLateAgain = isLate && this.#wasLate
    this.#wasLate = isLate
    if (isLate && !isLateAgain) {
      // Sockets may hold unread answers, which go first. Queries get the time back in which no answer could be read.
      for (const exchange of this.#active.snapshot()) exchange.time.extend(late)
    } else {
      if (isLateAgain) for (const exchange of this.#active.snapshot()) exchange.time.extendWithin(late)
      for (const [exchange, due] of this.#held) {
        if (nowMs < due) continue
        this.#held.delete(exchange)
        this.#admit(exchange, nowMs, exchange.isRetry)
      }
      for (const exchange of this.#active.snapshot()) exchange.tick(nowMs)
      this.#judgeLingering(nowMs)
      this.#next(nowMs)
    }
    this.#arm()
  }

  /** The answers that did not come: these packets were lost. */
  #judgeLingering(nowMs: number): void {
    for (let [first] = this.#lingering; first !== undefined && nowMs >= first.until; [first] = this.#lingering) {
      this.#lingering.shift()
      const { leg, socket, id, isHeard } = first.attempt
      if (isHeard) continue
      socket?.release(id)
      leg.window?.lost(leg.number)
    }
  }

  readonly #closeOld = (): void => {
    this.#sweep = null
    const nowMs = performance.now()
    let open = 0
    for (const upstream of this.#upstreams.values()) {
      upstream.retireOld(nowMs)
      open += upstream.openSockets
    }
    if (open > 0) this.#sweep = setTimeout(this.#closeOld, SWEEP_MS).unref()
  }

  #forgetOldest(): void {
    for (const [text, upstream] of this.#upstreams) {
      if (upstream.busy) continue
      upstream.close()
      this.#upstreams.delete(text)
      return
    }
  }
}
