import type { Signal } from '@waxseal/core/dns'
import { Attempt, type AttemptOwner } from './attempt.ts'
import type { Caller, ClientState } from './client-state.ts'
import { compareEcho } from './echo.ts'
import type { Line, Queued, Scan } from './fair-queue.ts'
import type { Placed } from './in-flight.ts'
import { isInstead, Leg, legToAskAgain } from './leg.ts'
import { wireLength } from './name.ts'
import { QueryTime } from './query-time.ts'
import { readReply } from './read-reply.ts'
import { HEADER } from './reader.ts'
import { failure, moreInformative, type Question, type Reply, saysDnssecIsBroken } from './reply.ts'
import { isOverdue } from './resend-times.ts'
import { RETRIES, retryDelay } from './retries.ts'
import { LEAST_PATIENCE } from './round-trip.ts'
import { TcpQuestion } from './tcp-question.ts'
import type { Asker } from './transport.ts'
import { firstOf, inOrder, type Upstream } from './upstream.ts'
import type { Window } from './window.ts'
import { decodeMessage, encodeQuery, type Message } from './wire.ts'

/** One query in flight to one or more servers, until the first answer or until all servers failed. */
export class Exchange implements AttemptOwner, Placed, Queued<Exchange> {
  /** Its index among the active exchanges of the client. */
  place = -1
  line: Line<Exchange> | null = null
  ahead: Exchange | null = null
  behind: Exchange | null = null
  /** Its scan, while it is in flight to a resolver whose window counts it. */
  scan: Scan<Exchange> | null = null
  readonly asker: Asker
  readonly signal: Signal | undefined
  readonly time: QueryTime
  readonly #shared: ClientState
  readonly #question: Question
  readonly #nameEnd: number
  readonly #upstreams: readonly Upstream[]
  #legs: readonly Leg[]
  readonly #caller: Caller
  readonly #onAbort: (() => void) | null
  #lastAttempt: Attempt | null = null
  #failure: Reply | null = null
  #over = false
  #reserved = false
  /** Nothing is due before. */
  #quietUntil = 0
  #retries = 0
  #refusal: Reply | null = null

  constructor(shared: ClientState, question: Question, upstreams: readonly Upstream[], asker: Asker, caller: Caller) {
    this.#shared = shared
    this.asker = asker
    this.#question = question
    this.#nameEnd = HEADER + wireLength(question.name)
    this.time = new QueryTime(asker.timeoutMs)
    this.#upstreams = upstreams
    this.#legs = this.#newLegs(caller.startedAt)
    this.#caller = caller
    this.signal = caller.signal
    this.#onAbort = this.signal === undefined ? null : () => this.cancel()
    if (this.#onAbort !== null) this.signal?.addEventListener('abort', this.#onAbort)
  }

  get name(): string {
    return this.#question.name
  }
  /** Whether a busy resolver refused it before. */
  get isRetry(): boolean {
    return this.#retries > 0
  }

  /** The window of the server that is asked first, if the number of queries in flight to it is limited. */
  windowAt(nowMs: number): Window | null {
    return this.#question.zone === null ? (firstOf(this.#upstreams, nowMs)?.window ?? null) : null
  }

  /** Takes the first server's token. Returns the milliseconds to wait before `start` may be called. */
  reserve(nowMs: number): number {
    const [first] = this.#legs
    const { politeness } = this.#shared
    if (first === undefined || politeness === null) return 0
    this.#reserved = true
    return politeness.take(first.upstream.name, nowMs)
  }

  /** Sends the first packet. The time limit starts here, not when the query was queued. */
  start(nowMs: number): void {
    this.time.start(nowMs)
    this.#quietUntil = nowMs + Math.min(LEAST_PATIENCE, this.asker.timeoutMs)
    this.#shared.budget.earn()
    // A server may have fallen silent while the query waited.
    if (this.#upstreams.length > 1 && !this.#reserved) this.#legs = this.#newLegs(nowMs)
    const [first] = this.#legs
    if (first === undefined) return this.#finish(failure('unreachable'))
    if (this.#refusal !== null && first.window?.refusesAll === true) return this.#finish(this.#refusal)
    this.#send(first, nowMs)
  }

  cancel(): void {
    this.#finish(failure('cancelled'))
  }

  /** Called every few milliseconds: sends due packets and ends overdue queries. */
  tick(nowMs: number): void {
    if (nowMs < this.#quietUntil) return
    for (const leg of this.#legs) {
      if (leg.state === 'waiting' && nowMs >= leg.notBefore) this.#send(leg, nowMs)
    }
    const elapsed = this.time.elapsed(nowMs)
    if (this.time.turnsSlow(elapsed)) for (const leg of this.#legs) leg.becameSlow()
    const isOver = this.time.isOver(elapsed)
    if (isOver === 'yes') return this.#timeOut(nowMs)
    const patience = this.#legs[0]?.upstream.roundTrip.patience ?? 0
    if (isOver === 'no' && this.time.resendIsDue(elapsed, patience)) this.#resend(nowMs, elapsed)
  }

  received(attempt: Attempt, bytes: Buffer): void {
    const { leg } = attempt
    const nowMs = performance.now()
    const echo = compareEcho(attempt.packet, bytes, this.#nameEnd + 4)
    if (echo === 'other') return this.#ignore(attempt)
    attempt.isHeard = true
    if (this.#over) return attempt.socket?.release(attempt.id)
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
    this.#take(attempt, message, nowMs)
  }

  unreachable({ leg, socket }: Attempt): void {
    // An undeliverable datagram means nothing while the server answers over TCP.
    if (socket === null || leg.state === 'asked') this.#fail(leg, failure('unreachable'))
  }

  #take(attempt: Attempt, message: Message, nowMs: number): void {
    const { leg } = attempt
    const reply = readReply(message, this.#question, leg.upstream.name)
    leg.replied(reply, this.#question.name, nowMs)
    if (reply.verdict.kind === 'failed') return this.#fail(leg, reply)
    for (const other of this.#legs) {
      if (other !== leg && other.isOverdue(nowMs)) other.upstream.stayedSilent(nowMs)
    }
    if (this.#failure !== null && saysDnssecIsBroken(this.#failure)) reply.accused = this.#failure.ede
    this.#finish(reply, nowMs, attempt)
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
    leg.leave()
    leg.tcp?.cancel()
    this.#failure = moreInformative(this.#failure, reply)
    const next = this.#legs.find(each => each.state === 'unasked')
    if (next !== undefined) return this.#open(next, performance.now())
    if (this.#legs.some(each => each.state !== 'failed')) return
    if (this.#retries < RETRIES && this.#legs.some(each => each.isPushedBack)) this.#askLater(this.#failure)
    else this.#finish(this.#failure)
  }

  /** A resolver is busy, and no other one has an answer: asks again from the beginning after a while. */
  #askLater(refusal: Reply): void {
    this.#refusal = refusal
    this.#release(null)
    const nowMs = performance.now()
    this.#legs = this.#newLegs(nowMs)
    this.#failure = null
    this.#lastAttempt = null
    this.#shared.stats.postponed++
    this.#shared.later(this, Math.max(retryDelay(this.#retries++, this.#shared.random), this.reserve(nowMs)))
  }

  #timeOut(nowMs: number): void {
    for (const leg of this.#legs) {
      if (leg.state !== 'asked') continue
      leg.upstream.stayedSilent(nowMs)
      leg.gaveUp(this.#question.name)
    }
    this.#finish(moreInformative(this.#failure, failure('timeout')))
  }

  #resend(nowMs: number, elapsed: number): void {
    const leg = legToAskAgain(this.#legs)
    if (leg === null) return
    const { politeness, budget, stats } = this.#shared
    if (!isInstead(leg, this.#legs, nowMs) && !budget.spend()) {
      // A lost packet must not cause a timeout only because the budget is empty; a slow server gets no resends.
      if (!isOverdue(elapsed) || elapsed < 2 * (leg.upstream.roundTrip.median ?? 0)) return
      budget.owe()
    }
    if (politeness !== null && !politeness.tryTake(leg.upstream.name, nowMs)) return
    stats.resends++
    leg.isPushedBack = false
    this.#send(leg, nowMs)
  }

  /** Asks a server for the first time, as soon as politeness allows. The delay does not count as the server's time. */
  #open(leg: Leg, nowMs: number): void {
    const wait = this.#shared.politeness?.take(leg.upstream.name, nowMs) ?? 0
    if (wait === 0) return this.#send(leg, nowMs)
    leg.state = 'waiting'
    leg.notBefore = nowMs + wait
    this.#quietUntil = 0
    this.time.extend(wait)
  }

  #send(leg: Leg, nowMs: number): void {
    const { random, stats, onStray } = this.#shared
    leg.enter(nowMs)
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

  #newLegs(nowMs: number): readonly Leg[] {
    const isLimited = this.#question.zone === null
    const [only] = this.#upstreams
    if (only !== undefined && this.#upstreams.length === 1) return [new Leg(only, isLimited ? only.window : null)]
    return inOrder(this.#upstreams, nowMs).map(each => new Leg(each, isLimited ? each.window : null))
  }

  #finish(reply: Reply, nowMs = performance.now(), answered: Attempt | null = null): void {
    if (this.#over) return
    this.#over = true
    if (this.#onAbort !== null) this.signal?.removeEventListener('abort', this.#onAbort)
    this.#release(answered)
    this.#shared.ended(this)
    this.#caller.done(reply, nowMs)
  }

  /** Waits for no packet any longer, except for those whose loss would say something: those before the answered one. */
  #release(answered: Attempt | null): void {
    let isBefore = false
    for (let each = this.#lastAttempt; each !== null; each = each.before) {
      const mayBeLost = isBefore && !each.isHeard && each.leg === answered?.leg && each.leg.window !== null
      if (mayBeLost) this.#shared.linger(each)
      else each.socket?.release(each.id)
      isBefore ||= each === answered
    }
    for (const leg of this.#legs) {
      leg.leave()
      leg.tcp?.cancel()
      const unused = leg.state === 'waiting' || (this.#reserved && leg === this.#legs[0] && leg.packets === 0)
      if (unused) this.#shared.politeness?.giveBack(leg.upstream.name)
    }
  }
}
