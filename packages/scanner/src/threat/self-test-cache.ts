/** How long the result of a self-test is valid, in milliseconds. */
const validMs = { passed: 3_600_000, failed: 300_000 } as const

/** The cached self-test of a source. `Doubt` is the reason not to trust it; null: it passed. */
export interface SelfTestCache<Doubt> {
  /** The cached result; undefined when there is none. */
  peek(): Doubt | null | undefined
  /** The cached result, or the result of a new test. */
  get(): Promise<Doubt | null>
}

/**
 * Caches the result of a self-test for an hour, or five minutes if it failed. Callers share a running test. `test` must
 * not reject.
 */
export function selfTestCache<Doubt>(now: () => Date, test: () => Promise<Doubt | null>): SelfTestCache<Doubt> {
  let cached: { outcome: Doubt | null; until: number } | null = null
  let running: Promise<Doubt | null> | null = null
  const peek = (): Doubt | null | undefined =>
    cached !== null && now().getTime() < cached.until ? cached.outcome : undefined
  const run = async (): Promise<Doubt | null> => {
    const outcome = await test()
    cached = { outcome, until: now().getTime() + (outcome === null ? validMs.passed : validMs.failed) }
    running = null
    return outcome
  }
  return {
    peek,
    get() {
      const known = peek()
      if (known !== undefined) return Promise.resolve(known)
      running ??= run()
      return running
    },
  }
}
