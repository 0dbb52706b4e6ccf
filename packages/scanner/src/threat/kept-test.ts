/** How long the outcome of a self-test stands, in milliseconds. */
const stands = { passed: 3_600_000, failed: 300_000 } as const

/** A source's test of itself. `Doubt` is why it is not believed; null: it passed. */
export interface KeptTest<Doubt> {
  /** What is known without asking; undefined: nothing. */
  peek(): Doubt | null | undefined
  /** What is known, or what the test says now. */
  get(): Promise<Doubt | null>
}

/**
 * Keeps the outcome of a self-test for an hour, five minutes where it failed. Those who want it while it is under way
 * share it. `test` must not reject.
 */
export function keptTest<Doubt>(now: () => Date, test: () => Promise<Doubt | null>): KeptTest<Doubt> {
  let kept: { outcome: Doubt | null; until: number } | null = null
  let running: Promise<Doubt | null> | null = null
  const peek = (): Doubt | null | undefined =>
    kept !== null && now().getTime() < kept.until ? kept.outcome : undefined
  const run = async (): Promise<Doubt | null> => {
    const outcome = await test()
    kept = { outcome, until: now().getTime() + (outcome === null ? stands.passed : stands.failed) }
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
