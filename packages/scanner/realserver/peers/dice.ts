/** Repeatable randomness: the same seed gives the same sequence. */
export interface Dice {
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number
  /** True in this many of a hundred cases. */
  percent(share: number): boolean
  pick<T>(from: readonly T[]): T
  /** One of the words, with probabilities in proportion to their numbers. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K
}

/** Dice of a seed (the generator is mulberry32). */
export function dice(seed: number): Dice {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    between,
    percent: share => next() * 100 < share,
    pick<T>(from: readonly T[]): T {
      const picked = from[between(0, from.length - 1)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
    weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
      const entries = Object.entries<number>(weights)
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [word, weight] of entries) {
        left -= weight
        if (left < 0) return word as K
      }
      return (entries.at(-1)?.[0] ?? '') as K
    },
  }
}
