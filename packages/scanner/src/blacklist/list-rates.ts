import type { Blocklist } from '@waxseal/core/blacklist'
import { politeness, type Rate } from '../dns/politeness.ts'

const dayMs = 86_400_000

/** Delays queries so that no operator gets more than its published rate. */
export interface ListRates {
  /**
   * Takes a turn and returns the milliseconds to wait before the query to this operator. Returns Infinity and takes no
   * turn when that is more than `mostMs`.
   */
  turn(operator: string, nowMs: number, mostMs: number): number
}

/**
 * The published rates of the operators, each for all lists and servers of the operator. A day's queries are spread
 * evenly, after a burst of a twentieth.
 */
export function listRates(lists: readonly Blocklist[]): ListRates {
  const overrides = new Map<string, Rate>()
  for (const { operator, rate } of lists) {
    if (rate?.perSecond !== undefined) {
      overrides.set(`${operator} second`, { burst: rate.perSecond, perSecond: rate.perSecond })
    }
    if (rate?.perDay !== undefined) {
      overrides.set(`${operator} day`, { burst: rate.perDay / 20, perSecond: (0.95 * rate.perDay * 1000) / dayMs })
    }
  }
  const buckets = politeness({ overrides })
  return {
    turn(operator, nowMs, mostMs) {
      const keys = [`${operator} second`, `${operator} day`].filter(key => overrides.has(key))
      const wait = Math.max(0, ...keys.map(key => buckets.take(key, nowMs)))
      if (wait <= mostMs) return wait
      for (const key of keys) buckets.giveBack(key)
      return Number.POSITIVE_INFINITY
    },
  }
}
