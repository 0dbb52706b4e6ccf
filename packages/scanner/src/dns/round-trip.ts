const SAMPLES = 32
const WARM = 8
/** The shortest time to wait before a resend, in milliseconds. */
export const LEAST_PATIENCE = 30

/** The median of the latest round-trip times to one server, in milliseconds. */
export class RoundTrip {
  readonly #samples = new Float64Array(SAMPLES)
  #count = 0
  /** The number of times from which on the median is computed again. */
  #sortAt = WARM
  #median = Number.NaN

  add(ms: number): void {
    this.#samples[this.#count++ % SAMPLES] = ms
    if (this.#count < this.#sortAt) return
    this.#sortAt = this.#count + Math.min(this.#count, SAMPLES)
    const sorted = this.#samples.slice(0, this.#count).sort()
    this.#median = sorted[sorted.length >> 1] ?? Number.NaN
  }

  /** Null until a few answers arrived. */
  get median(): number | null {
    return Number.isNaN(this.#median) ? null : this.#median
  }

  /**
   * The time to wait before a resend, in milliseconds: twice the median. A TCP-like estimate with variance does not
   * fit: the times of a recursive server have two peaks (cached, not cached), and the variance would make us wait for
   * the later peak each time a packet is lost.
   */
  get patience(): number {
    return this.median === null ? 100 : Math.min(100, Math.max(LEAST_PATIENCE, 2 * this.median))
  }
}

/**
 * Limits resends to 10% of the traffic: each query adds a tenth of a packet. An initial amount lets a new client resend
 * too.
 */
export class ResendBudget {
  static readonly burst = 20
  #tokens = ResendBudget.burst

  earn(): void {
    this.#tokens = Math.min(ResendBudget.burst, this.#tokens + 0.1)
  }

  /** Takes one resend from the budget; false when it is empty. */
  spend(): boolean {
    if (this.#tokens < 1) return false
    this.#tokens--
    return true
  }

  /** Takes one resend that is sent in any case. The debt delays later resends. */
  owe(): void {
    this.#tokens = Math.max(-ResendBudget.burst, this.#tokens - 1)
  }
}
