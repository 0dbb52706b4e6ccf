import type { Throttle } from '../../ports.ts'

/** As many refused keys are remembered. */
const keysMax = 10_000

/** The seconds that a key still has to wait, as far as this process remembers; null: it knows of no refusal. */
export type Refused = (key: string) => number | null

/**
 * A throttle that asks the database no more about a key that is refused until the end of its window: what is refused
 * again and again must cost next to nothing.
 */
export function rememberRefusals(throttle: Throttle, now: () => number): { throttle: Throttle; refused: Refused } {
  const until = new Map<string, number>()
  const refused: Refused = key => {
    const end = until.get(key)
    if (end === undefined) return null
    const left = end - now()
    if (left > 0) return Math.ceil(left / 1_000)
    until.delete(key)
    return null
  }
  return {
    refused,
    async throttle(key, limit) {
      const known = refused(key)
      // Further ahead than its window: the clock was set back meanwhile.
      if (known !== null && known * 1_000 <= limit.windowMs) return known
      const wait = await throttle(key, limit)
      if (wait === null) return null
      const [oldest] = until.keys()
      if (until.size >= keysMax && oldest !== undefined) until.delete(oldest)
      until.set(key, now() + wait * 1_000)
      return wait
    },
  }
}
