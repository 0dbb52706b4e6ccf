import { RefusedNames } from './refused-names.ts'

/** The number of queries in flight to a resolver that has not answered yet. */
export const FIRST_WINDOW = 32
/** The maximum, which only a resolver on the same machine or network reaches. */
export const LARGEST_WINDOW = 512
/** A resolver whose refusals are proved to come from its load may narrow the window to this. */
const NARROWEST = 4
/**
 * SERVFAIL and silence may come from a zone's name servers, and REFUSED from a policy about some names. These must not
 * be able to slow down every scan: they narrow the window to this at most.
 */
const NARROWEST_BY_OTHERS = 16
/** The number of latest outcomes that are compared. */
const OUTCOMES = 32
/** Of the latest outcomes: so many packets were lost. One in a hundred is usual on a healthy network. */
const LOSSES = 4
/** Of the latest outcomes: so many failed, about so many zones. One broken zone says nothing about the resolver. */
const FAILURES = 8
const FAILED_ZONES = 4
/** A resolver that refused everything for this long, after it had answered, refuses us. */
const LASTING_MS = 5000

const lost = ''

/**
 * The limit on the queries in flight to one resolver. It grows and shrinks as TCP's congestion window does (RFC 5681):
 * it doubles with each round trip until the resolver is overloaded, is halved then, and grows by one each round trip.
 *
 * Forwarders of home networks handle few queries at once (dnsmasq 150) and answer REFUSED to the others. A resolver on
 * the same machine handles thousands.
 */
export class Window {
  #size: number
  /** From this size on, it grows slowly. */
  #threshold = Number.POSITIVE_INFINITY
  /** The answers since it grew slowly. */
  #earned = 0
  #fresh = 0
  #slow = 0
  /** Queries are numbered as they are sent. */
  #sent = 0
  /** The last query sent before the window was halved: what became of it and of earlier ones was the same overload. */
  #halvedAt = 0
  /** The last query sent when the current round trip began, and the most in flight since then. */
  #roundEnd = 0
  #most = 0
  readonly #latest = Array<string | null>(OUTCOMES).fill(null)
  #at = 0
  #hasAnswered = false
  #refusesAll = false
  #refusesSince: number | null = null
  readonly #refused = new RefusedNames()
  /** It answered a name that it had refused: at least some of its refusals come from its load. */
  #isProvedBusy = false
  /** The highest number of a query that was answered. */
  #answered = 0

  constructor(size = FIRST_WINDOW) {
    this.#size = size
  }

  get size(): number {
    return this.#size
  }

  get inFlight(): number {
    return this.#fresh + this.#slow
  }

  /**
   * Whether one more query may be sent. Slow queries take up to half of the window, so that a silent zone never blocks
   * the queries about others.
   */
  get hasRoom(): boolean {
    // The answers to those in flight will tell whether it refuses us or is only busy.
    if (!this.#hasAnswered && !this.#refusesAll && this.#refusesSince !== null && this.#fresh > 0) return false
    return this.#fresh + Math.min(this.#slow, this.#size >> 1) < this.#size
  }

  /** The resolver refused every query so far, or every one for some time. */
  get refusesAll(): boolean {
    return this.#refusesAll
  }

  /** A query is sent. Returns its number, which is never 0. */
  begin(): number {
    this.#fresh++
    if (this.inFlight > this.#most) this.#most = this.inFlight
    return ++this.#sent
  }

  /** The resolver has not answered this query for long, so it probably waits for a zone's name servers. */
  becameSlow(): void {
    this.#fresh--
    this.#slow++
  }

  /** A query is no longer in flight. Call this before its outcome. */
  end(wasSlow: boolean): void {
    if (wasSlow) this.#slow--
    else this.#fresh--
  }

  /** The resolver answered the query with this number. */
  answered(number: number, name: string): void {
    this.took(name)
    if (number > this.#answered) this.#answered = number
    this.#hasAnswered = true
    this.#refusesAll = false
    this.#refusesSince = null
    this.#note(null)
    if (number > this.#roundEnd) {
      this.#roundEnd = this.#sent
      this.#most = this.inFlight + 1
    }
    // Half of a window that is not used in full says nothing about what the resolver would bear (RFC 7661).
    if (number <= this.#halvedAt || this.#size >= Math.min(LARGEST_WINDOW, 2 * this.#most)) return
    if (this.#size >= this.#threshold && ++this.#earned < this.#size) return
    this.#earned = 0
    this.#size++
  }

  /** The resolver answered a query about this name, or tried to. */
  took(name: string): void {
    if (this.#refused.took(name)) this.#isProvedBusy = true
  }

  /**
   * The resolver refused the query with this number. True: probably because it has too many queries now, so asking again
   * may help. False: it refuses this name, or us.
   */
  refused(number: number, name: string, nowMs: number): boolean {
    this.#refusesSince ??= nowMs
    const isAlone = !this.#hasAnswered && this.#fresh === 0
    if (isAlone || nowMs - this.#refusesSince >= LASTING_MS) this.#refusesAll = true
    if (this.#refusesAll) return false
    const wasKnown = this.#refused.hasVerdictOn(name)
    const isNew = this.#refused.add(name, number, this.#sent, this.#answered, nowMs)
    if (!this.#refused.hasVerdictOn(name)) {
      if (this.#isProvedBusy) this.#halve(number, NARROWEST)
      else if (isNew) this.#halve(number, NARROWEST_BY_OTHERS)
      return true
    }
    // It was not busy after all: the window may grow fast again.
    if (!wasKnown) this.#threshold = Number.POSITIVE_INFINITY
    return false
  }

  /** The query with this number failed, or got no answer in its time, for a reason that the resolver did not name. */
  failed(number: number, zone: string): void {
    this.#note(zone)
    let failures = 0
    const zones = new Set<string>()
    for (const each of this.#latest) {
      if (each === null || each === lost) continue
      failures++
      zones.add(each)
    }
    if (failures >= FAILURES && zones.size >= FAILED_ZONES) this.#halve(number, NARROWEST_BY_OTHERS)
  }

  /** A packet of the query with this number was lost. */
  lost(number: number): void {
    this.#note(lost)
    let losses = 0
    for (const each of this.#latest) if (each === lost) losses++
    if (losses >= LOSSES) this.#halve(number, NARROWEST_BY_OTHERS)
  }

  #note(outcome: string | null): void {
    this.#latest[this.#at] = outcome
    this.#at = (this.#at + 1) % OUTCOMES
  }

  /** At most once per round trip: only a query that was sent after the last time says that it was not enough. */
  #halve(number: number, least: number): void {
    if (number <= this.#halvedAt) return
    this.#halvedAt = this.#sent
    this.#latest.fill(null)
    this.#earned = 0
    this.#size = Math.max(Math.min(this.#size, least), this.#size >> 1)
    this.#threshold = this.#size
  }
}
