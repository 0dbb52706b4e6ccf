const SAMPLES = 32
const WARM = 8

/** The median of the latest round trips to one server, in milliseconds. */
export class RoundTrip {
  readonly #samples = new Float64Array(SAMPLES)
  #count = 0
  #sortedAt = 0
  #median = Number.NaN

  add(ms: number): void {
    this.#samples[this.#count++ % SAMPLES] = ms
    if (this.#count < WARM) return
    if (this.#count - this.#sortedAt < SAMPLES / 2 && this.#sortedAt > 0) return
    this.#sortedAt = this.#count
    const sorted = this.#samples.slice(0, this.#count).sort()
    this.#median = sorted[sorted.length >> 1] ?? Number.NaN
  }

  /** null until a few answers have come. */
  get median(): number | null {
    return Number.isNaN(this.#median) ? null : this.#median
  }

  /**
   * How long to wait for an answer before asking once more beside it: twice the median. Not a TCP-like estimate with
   * variance: a recursive server's times have two humps (known, not known), and the variance would keep us waiting
   * for the far one each time a packet is lost.
   */
  get patience(): number {
    return this.median === null ? 100 : Math.min(100, Math.max(30, 2 * this.median))
  }
}

/**
 * Pays for packets beyond the first of each question: every question brings a tenth of a packet, so resends stay at
 * 10 % of the traffic; a small store lets a client that has only just begun resend as well.
 */
export class ResendBudget {
  static readonly burst = 20
  #tokens = ResendBudget.burst

  earn(): void {
    this.#tokens = Math.min(ResendBudget.burst, this.#tokens + 0.1)
  }

  /** Takes one resend out of the budget, false when there is none left. */
  spend(): boolean {
    if (this.#tokens < 1) return false
    this.#tokens--
    return true
  }

  /** Takes one resend that is sent in any case; the debt holds back the ones that are not. */
  owe(): void {
    this.#tokens = Math.max(-ResendBudget.burst, this.#tokens - 1)
  }
}
