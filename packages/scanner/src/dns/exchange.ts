import type { Signal } from '@waxseal/core/dns'
import { Attempt, type AttemptOwner, type Leg, newLeg } from './attempt.ts'
import { compareEcho } from './echo.ts'
import type { Placed } from './in-flight.ts'
import { wireLength } from './name.ts'
import type { Politeness } from './politeness.ts'
import type { RandomPool } from './random.ts'
import { HEADER } from './reader.ts'
import { failure, type Question, type Reply, rank, saysDnssecIsBroken } from './reply.ts'
import type { ResendBudget } from './round-trip.ts'
import { TcpQuestion } from './tcp-question.ts'
import type { Upstream } from './upstream.ts'
import { readVerdict } from './verdict.ts'
import { decodeMessage, encodeQuery, type Message, rcodeName } from './wire.ts'

/** State that all exchanges of one client share. */
export interface Shared {
  readonly random: RandomPool
  readonly budget: ResendBudget
  readonly politeness: Politeness | null
  readonly stats: { packets: number; resends: number; tcp: number; ignored: number }
  readonly onStray: () => void
  /** The exchange is over and waits for nothing. */
  ended(exchange: Exchange): void
}

/** When an unanswered query is sent again, in milliseconds after its first packet. The first value is the patience. */
const RESENDS_AT = [0, 300, 1000, 2500] as const

/** The maximum time given back to one query when the event loop is late on every turn. */
const LENIENCY_MS = 5000

/** From this resend on, a query is overdue by any measure. */
const LATE_RESEND = 2

/** One query in flight to one or more servers, until the first answer or until all servers failed. */
export class Exchange implements AttemptOwner, Placed {
  /** Its index among the active exchanges of the client. */
  place = -1
  readonly #shared: Shared
  readonly #question: Question
  readonly #nameEnd: number
  readonly #timeoutMs: number
  readonly #legs: Leg[]
  readonly #done: (reply: Reply) => void
  readonly #signal: Signal | undefined
  readonly #onAbort: (() => void) | null
  #lastAttempt: Attempt | null = null
  #failure: Reply | null = null
  #over = false
  #startedAt = 0
  #deadline = 0
  #lastChance = false
  #resendAt = 0
  #resends = 0
  /** Milliseconds that do not count as waiting for a server. */
  #paused = 0
  #reserved = false
  #leniency = LENIENCY_MS

  /** @param done gets the reply, once. It is a function and not a promise, so that a query costs one promise in all. */
  constructor(
    shared: Shared,
    question: Question,
    upstreams: readonly Upstream[],
    timeoutMs: number,
    done: (reply: Reply) => void,
    signal: Signal | undefined,
  ) {
    this.#shared = shared
    this.#question = question
    this.#nameEnd = HEADER + wireLength(question.name)
    this.#timeoutMs = timeoutMs
    this.#legs = upstreams.map(newLeg)
    this.#done = done
    this.#signal = signal
    this.#onAbort = signal === undefined ? null : () => this.cancel()
    if (this.#onAbort !== null) signal?.addEventListener('abort', this.#onAbort)
  }

  /** Takes the first server's token. Returns the milliseconds to wait before `start` may be called. */
  reserve(nowMs: number): number {
    const [first] = this.#legs
    if (first === undefined || this.#shared.politeness === null) return 0
    this.#reserved = true
    return this.#shared.politeness.take(first.upstream.name, nowMs)
  }

  /** Sends the first packet. The time limit starts here, not when the query was queued. */
  start(nowMs: number): void {
    this.#startedAt = nowMs
    this.#deadline = nowMs + this.#timeoutMs
    this.#shared.budget.earn()
    const [first] = this.#legs
    if (first === undefined) return this.#finish(failure('unreachable'))
    this.#resendAt = nowMs + first.upstream.roundTrip.patience
    this.#send(first, nowMs)
  }

  cancel(): void {
    this.#finish(failure('cancelled'))
  }

  /** Extends the deadline by time in which no answer could be read: a blocked event loop, or a delay for politeness. */
  extend(ms: number): void {
    this.#paused += ms
    this.#deadline += ms
    this.#resendAt += ms
  }

  /** The same for an event loop that blocks repeatedly, up to a limit, so that no query stays open forever. */
  extendWithin(ms: number): void {
    const given = Math.min(ms, this.#leniency)
    this.#leniency -= given
    this.extend(given)
  }

  /** Called every few milliseconds: sends due packets and ends overdue queries. */
  tick(nowMs: number): void {
    for (const leg of this.#legs) {
      if (leg.state === 'waiting' && nowMs >= leg.notBefore) this.#send(leg, nowMs)
    }
    if (nowMs >= this.#deadline) {
      // Reads the sockets once more before the query times out.
      if (this.#lastChance) this.#timeOut(nowMs)
      this.#lastChance = true
    } else if (nowMs >= this.#resendAt) this.#resend(nowMs)
  }

  received(attempt: Attempt, bytes: Buffer): void {
    const { leg } = attempt
    const nowMs = performance.now()
    const echo = compareEcho(attempt.packet, bytes, this.#nameEnd + 4)
    if (echo === 'other') return this.#ignore(attempt)
    if (echo === 'case' && attempt.socket !== null) {
      // A reply in the wrong letter case may be spoofed with a guessed id, so it is not accepted. The query is sent
      // again without mixed case, and the true server answers at once.
      this.#ignore(attempt)
      if (!attempt.mixedCase || !leg.mixCase || leg.state !== 'asked') return
      leg.mixCase = false
      return this.#send(leg, nowMs)
    }
    if (attempt.socket !== null) {
      leg.upstream.roundTrip.add(nowMs - attempt.sentAt)
      if (!attempt.mixedCase) leg.upstream.keepsCase = false
    }
    leg.upstream.answered()
    const message = decodeMessage(bytes, { name: this.#question.name, end: this.#nameEnd })
    // A packet in flight may still answer after a failure, but no further packet goes to this server.
    const ruledOut = leg.state === 'failed'
    if (message === null || message.opcode !== 0) return this.#fail(leg, failure('malformed', leg.upstream.name))
    if (message.tc) {
      if (attempt.socket === null) return this.#fail(leg, failure('malformed', leg.upstream.name))
      return ruledOut || leg.state === 'tcp' ? undefined : this.#askOverTcp(leg)
    }
    // RFC 6891 section 7: a server older than EDNS answers FORMERR or NOTIMP without an OPT record.
    if (leg.edns && !ruledOut && !message.edns && (message.rcode === 1 || message.rcode === 4)) {
      leg.edns = false
      if (attempt.socket === null) return this.#askOverTcp(leg)
      return this.#send(leg, nowMs)
    }
    this.#take(leg, message, nowMs)
  }

  unreachable({ leg, socket }: Attempt): void {
    // An undeliverable datagram means nothing while the server answers over TCP.
    if (socket === null || leg.state === 'asked') this.#fail(leg, failure('unreachable'))
  }

  #take(leg: Leg, message: Message, nowMs: number): void {
    const { name, type, zone } = this.#question
    const verdict =
      message.question === null && (message.rcode === 0 || message.rcode === 3)
        ? ({ kind: 'failed', reason: 'malformed' } as const)
        : readVerdict(message, name, type, zone)
    const reply: Reply = {
      verdict,
      server: leg.upstream.name,
      rcode: rcodeName(message.rcode),
      ede: message.ede,
      authenticated: message.ad && zone === null,
      recursionAvailable: message.ra,
      authority: message.authority,
    }
    if (verdict.kind === 'failed') return this.#fail(leg, reply)
    for (const other of this.#legs) {
      const overdue = other.state === 'asked' && nowMs - other.askedAt >= other.upstream.roundTrip.patience
      if (other !== leg && overdue) other.upstream.stayedSilent(nowMs)
    }
    if (this.#failure !== null && saysDnssecIsBroken(this.#failure)) reply.accused = this.#failure.ede
    this.#finish(reply)
  }

  #ignore(attempt: Attempt): void {
    this.#shared.stats.ignored++
    // Over TCP nothing else arrives on this connection.
    if (attempt.socket === null) this.#fail(attempt.leg, failure('malformed', attempt.leg.upstream.name))
  }

  /** Drops this server: the next one is asked at once, or the query fails if it was the last. */
  #fail(leg: Leg, reply: Reply): void {
    if (this.#over || leg.state === 'failed') return
    leg.state = 'failed'
    leg.tcp?.cancel()
    if (this.#failure === null || rank(reply) < rank(this.#failure)) this.#failure = reply
    const next = this.#legs.find(each => each.state === 'unasked')
    if (next !== undefined) this.#open(next, performance.now())
    else if (this.#legs.every(each => each.state === 'failed')) this.#finish(this.#failure)
  }

  #timeOut(nowMs: number): void {
    for (const leg of this.#legs) if (leg.state === 'asked') leg.upstream.stayedSilent(nowMs)
    const timeout = failure('timeout')
    this.#finish(this.#failure !== null && rank(this.#failure) < rank(timeout) ? this.#failure : timeout)
  }

  #resend(nowMs: number): void {
    const overdue = this.#resends >= LATE_RESEND
    this.#resends++
    const at = RESENDS_AT[this.#resends]
    this.#resendAt = at === undefined ? Number.POSITIVE_INFINITY : this.#startedAt + this.#paused + at
    // Prefers another server, then the one with the fewest packets.
    const leg =
      this.#legs.find(each => each.state === 'unasked') ??
      this.#legs.reduce<Leg | null>(
        (best, each) => (each.state === 'asked' && (best === null || each.packets < best.packets) ? each : best),
        null,
      )
    if (leg === null) return
    const { politeness, budget, stats } = this.#shared
    // Asks another server instead of servers known to be silent. This costs no packet beyond the first.
    const instead =
      leg.packets === 0 && this.#legs.every(each => each.state !== 'asked' || each.upstream.demoted(nowMs))
    if (!instead && !budget.spend()) {
      // A lost packet must not cause a timeout only because the budget is empty; a slow server gets no resends.
      const median = leg.upstream.roundTrip.median ?? 0
      if (!overdue || nowMs - this.#startedAt - this.#paused < 2 * median) return
      budget.owe()
    }
    if (politeness !== null && !politeness.tryTake(leg.upstream.name, nowMs)) return
    stats.resends++
    this.#send(leg, nowMs)
  }

  /** Asks a server for the first time, as soon as politeness allows. The delay does not count as the server's time. */
  #open(leg: Leg, nowMs: number): void {
    const wait = this.#shared.politeness?.take(leg.upstream.name, nowMs) ?? 0
    if (wait === 0) return this.#send(leg, nowMs)
    leg.state = 'waiting'
    leg.notBefore = nowMs + wait
    this.extend(wait)
  }

  #send(leg: Leg, nowMs: number): void {
    const { random, stats, onStray } = this.#shared
    if (leg.packets === 0) leg.askedAt = nowMs
    leg.packets++
    leg.state = 'asked'
    const socket = leg.upstream.socket(random, nowMs, onStray)
    let id = random.short()
    while (socket.has(id)) id = (id + 1) & 0xffff
    const packet = this.#packet(leg, id)
    const mixed = leg.mixCase && leg.upstream.keepsCase
    if (mixed) random.mixCase(packet, HEADER, this.#nameEnd)
    const attempt = new Attempt(this, leg, packet, id, socket, mixed, nowMs, this.#lastAttempt)
    this.#lastAttempt = attempt
    stats.packets++
    socket.send(packet, attempt)
  }

  #askOverTcp(leg: Leg): void {
    leg.state = 'tcp'
    leg.tcp?.cancel()
    this.#shared.stats.tcp++
    const id = this.#shared.random.short()
    const packet = this.#packet(leg, id)
    const attempt = new Attempt(this, leg, packet, id, null, false, performance.now(), null)
    leg.tcp = new TcpQuestion(leg.upstream.address, packet, attempt)
  }

  #packet({ edns }: Leg, id: number): Buffer {
    const { name, type, checkingDisabled, zone } = this.#question
    return encodeQuery(id, name, type, { recursion: zone === null, checkingDisabled, edns })
  }

  #finish(reply: Reply): void {
    if (this.#over) return
    this.#over = true
    if (this.#onAbort !== null) this.#signal?.removeEventListener('abort', this.#onAbort)
    for (let each = this.#lastAttempt; each !== null; each = each.before) each.socket?.release(each.id)
    for (const leg of this.#legs) {
      leg.tcp?.cancel()
      const unused = leg.state === 'waiting' || (this.#reserved && leg === this.#legs[0] && leg.packets === 0)
      if (unused) this.#shared.politeness?.giveBack(leg.upstream.name)
    }
    this.#shared.ended(this)
    this.#done(reply)
  }
}
