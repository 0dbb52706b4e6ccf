import { nextStep, resendTime } from './resend-times.ts'

/** The maximum time given back to one query when the event loop is late on every turn. */
const LENIENCY_MS = 5000
/** A query without an answer for this long no longer counts in full among those in flight. */
const SLOW_MS = 500

/** The time of one query: its limit, its resends, and the time in which it could not be answered. */
export class QueryTime {
  readonly #timeoutMs: number
  #startedAt = 0
  /** Milliseconds that do not count as waiting for a server. */
  #paused = 0
  #leniency = LENIENCY_MS
  /** The next resend; see `resendTime`. */
  #step = 0
  #isSlow = false
  #isLastChance = false

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
  }

  /** The query is sent for the first time, or again after a busy resolver refused it. */
  start(nowMs: number): void {
    this.#startedAt = nowMs
    this.#paused = 0
    this.#step = 0
    this.#isSlow = false
    this.#isLastChance = false
  }

  /** The milliseconds in which an answer could have come. */
  elapsed(nowMs: number): number {
    return nowMs - this.#startedAt - this.#paused
  }

  /** Extends the limit by time in which no answer could be read: a blocked event loop, or a delay for politeness. */
  extend(ms: number): void {
    this.#paused += ms
  }

  /** The same for an event loop that blocks repeatedly, up to a limit, so that no query stays open forever. */
  extendWithin(ms: number): void {
    const given = Math.min(ms, this.#leniency)
    this.#leniency -= given
    this.extend(given)
  }

  /** True once, when the query has become slow. */
  turnsSlow(elapsed: number): boolean {
    if (elapsed < SLOW_MS || this.#isSlow) return false
    this.#isSlow = true
    return true
  }

  /** `soon`: the limit is reached, but the sockets are read once more before the query ends. */
  isOver(elapsed: number): 'no' | 'soon' | 'yes' {
    if (elapsed < this.#timeoutMs) return 'no'
    if (this.#isLastChance) return 'yes'
    this.#isLastChance = true
    return 'soon'
  }

  /** Whether the query is due to be sent again, given the patience with its server. */
  resendIsDue(elapsed: number, patience: number): boolean {
    if (elapsed < resendTime(this.#step, patience)) return false
    this.#step = nextStep(this.#step, patience, elapsed)
    return true
  }
}
