import type { Signal } from '@waxseal/core/dns'
import type { Attempt } from './attempt.ts'
import type { Exchange } from './exchange.ts'
import type { Politeness } from './politeness.ts'
import type { RandomPool } from './random.ts'
import type { Reply } from './reply.ts'
import type { ResendBudget } from './round-trip.ts'

/** Who waits for the reply to one query. */
export interface Caller {
  readonly signal: Signal | undefined
  /** The time of the query, as `performance.now()`. */
  readonly startedAt: number
  /** Gets the reply, once. A function and not a promise, so that a query costs one promise in all. */
  done(reply: Reply, nowMs: number): void
}

/** State that all exchanges of one client share. */
export interface ClientState {
  readonly random: RandomPool
  readonly budget: ResendBudget
  readonly politeness: Politeness | null
  readonly stats: { packets: number; resends: number; tcp: number; ignored: number; postponed: number }
  readonly onStray: () => void
  /** The exchange is over and waits for nothing. */
  ended(exchange: Exchange): void
  /** The exchange wants to start again after this time. */
  later(exchange: Exchange, waitMs: number): void
  /** Another packet of the same query was answered. Waits a moment for the answer to this one. */
  linger(attempt: Attempt): void
}
