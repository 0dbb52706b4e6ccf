import type { Signal } from '@waxseal/core/dns'
import type { Dial } from '../dial.ts'
import { Exchange, type Shared } from './exchange.ts'
import { Crowd } from './in-flight.ts'
import type { Politeness } from './politeness.ts'
import { type FillRandom, RandomPool } from './random.ts'
import { failure, type Question, type Reply } from './reply.ts'
import { ResendBudget } from './round-trip.ts'
import { type Upstream, upstreamOf } from './upstream.ts'

/** The maximum number of queries in flight. Others wait, and their time limits start later. */
const IN_FLIGHT_LIMIT = 512
const TICK_MS = 5
/** A tick later than this means that the loop was blocked, not that time passed while we could read. */
const LATE_MS = 25
const UPSTREAMS_KEPT = 1000
const SWEEP_MS = 30_000

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
  inFlight: number
  queued: number
  openSockets: number
}

/** Sends queries to servers: the sockets, the queue and the single timer of a client. */
export class Transport implements Shared {
  readonly random: RandomPool
  readonly budget = new ResendBudget()
  readonly politeness: Politeness | null
  readonly stats = { questions: 0, packets: 0, resends: 0, tcp: 0, ignored: 0 }
  readonly #timeoutMs: number
  readonly #dial: Dial | undefined
  readonly #upstreams = new Map<string, Upstream>()
  readonly #active = new Crowd<Exchange>()
  readonly #queue = new Set<Exchange>()
  /** Exchanges that wait for a token of their server, and until when. */
  readonly #held = new Map<Exchange, number>()
  #timer: ReturnType<typeof setTimeout> | null = null
  #sweep: ReturnType<typeof setTimeout> | null = null
  #expectedAt = 0
  #wasLate = false
  #closed = false

  constructor(timeoutMs: number, politeness: Politeness | null, fillRandom?: FillRandom, dial?: Dial) {
    this.#timeoutMs = timeoutMs
    this.#dial = dial
    this.politeness = politeness
    this.random = new RandomPool(fillRandom)
  }

  /** Asks the servers in order, recently silent ones last. Always resolves. */
  ask(question: Question, servers: readonly Upstream[], signal?: Signal): Promise<Reply> {
    return new Promise(resolve => this.start(question, servers, resolve, signal, performance.now()))
  }

  /** The same with a callback for the reply. `nowMs` is the value of `performance.now()`. */
  start(
    question: Question,
    servers: readonly Upstream[],
    done: (reply: Reply) => void,
    signal: Signal | undefined,
    nowMs: number,
  ): void {
    if (this.#closed || signal?.aborted) return done(failure('cancelled'))
    const order = servers.length < 2 ? servers : servers.toSorted((a, b) => later(a, nowMs) - later(b, nowMs))
    const exchange = new Exchange(this, question, order, this.#timeoutMs, done, signal)
    this.stats.questions++
    const wait = exchange.reserve(nowMs)
    if (wait > 0) this.#held.set(exchange, nowMs + wait)
    else this.#admit(exchange, nowMs)
    this.#arm()
    this.#sweep ??= setTimeout(this.#closeOld, SWEEP_MS).unref()
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

  snapshot(): DnsStats {
    let openSockets = 0
    for (const upstream of this.#upstreams.values()) openSockets += upstream.openSockets
    return { ...this.stats, inFlight: this.#active.size, queued: this.#queue.size + this.#held.size, openSockets }
  }

  readonly onStray = (): void => {
    this.stats.ignored++
  }

  ended(exchange: Exchange): void {
    if (this.#held.size > 0) this.#held.delete(exchange)
    if (this.#queue.size > 0) this.#queue.delete(exchange)
    if (!this.#active.delete(exchange) || this.#queue.size === 0) return
    for (const next of this.#queue) {
      if (this.#active.size >= IN_FLIGHT_LIMIT) break
      this.#queue.delete(next)
      this.#begin(next, performance.now())
    }
  }

  close(): void {
    this.#closed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#sweep !== null) clearTimeout(this.#sweep)
    this.#sweep = null
    for (const exchange of [...this.#held.keys(), ...this.#queue, ...this.#active.snapshot()]) exchange.cancel()
    for (const upstream of this.#upstreams.values()) upstream.close()
  }

  #admit(exchange: Exchange, nowMs: number): void {
    if (this.#active.size < IN_FLIGHT_LIMIT) this.#begin(exchange, nowMs)
    else this.#queue.add(exchange)
  }

  #begin(exchange: Exchange, nowMs: number): void {
    this.#active.add(exchange)
    exchange.start(nowMs)
  }

  #arm(): void {
    if (this.#timer !== null || this.#closed) return
    if (this.#active.size === 0 && this.#held.size === 0) return
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
      for (const exchange of this.#active.snapshot()) exchange.extend(late)
    } else {
      if (isLateAgain) for (const exchange of this.#active.snapshot()) exchange.extendWithin(late)
      for (const [exchange, due] of this.#held) {
        if (nowMs < due) continue
        this.#held.delete(exchange)
        this.#admit(exchange, nowMs)
      }
      for (const exchange of this.#active.snapshot()) exchange.tick(nowMs)
    }
    this.#arm()
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

function later(upstream: Upstream, nowMs: number): number {
  return upstream.demoted(nowMs) ? 1 : 0
}
