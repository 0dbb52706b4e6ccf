import type { Blocklist } from '@waxseal/core/blacklist'
import { politeness, type Rate } from '../dns/politeness.ts'

const dayMs = 86_400_000

/** Holds questions back so that an operator gets no more of them than it lets one asker ask. */
export interface ListRates {
  /**
   * Takes a turn: the milliseconds to wait before a question to this operator may go out. Infinity, and no turn is taken,
   * when that is more than `mostMs`.
   */
  turn(operator: string, nowMs: number, mostMs: number): number
}

/**
 * The rates operators publish, each over all lists and servers of the operator. A day's questions are handed out evenly,
 * after a twentieth of them at once.
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
