/** The query rate for one server: `burst` at once, `perSecond` in the long run. */
export interface Rate {
  burst: number
  perSecond: number
}

/** A rate limit for each server that we ask directly. Clients that share one are limited together. */
export interface Politeness {
  /** Takes the next token of this server. Returns the milliseconds until it is valid, 0 for now. */
  take(server: string, nowMs: number): number
  /** Takes a token only if one is available now. */
  tryTake(server: string, nowMs: number): boolean
  /** Returns an unused token. */
  giveBack(server: string): void
}

const SERVERS_KEPT = 10_000

/**
 * Token buckets by server (`address:port`), as the generic cell rate algorithm: it stores only the time at which each
 * bucket is full again.
 *
 * @param overrides servers with a published rate of their own, by `address:port`
 */
export function politeness({
  rate = { burst: 400, perSecond: 50 },
  overrides = new Map(),
}: {
  rate?: Rate
  overrides?: ReadonlyMap<string, Rate>
} = {}): Politeness {
  const fullAt = new Map<string, number>()
  const wait = (server: string, nowMs: number): { ms: number; next: number } => {
    const { burst, perSecond } = overrides.get(server) ?? rate
    const interval = 1000 / perSecond
    const next = Math.max(fullAt.get(server) ?? nowMs, nowMs) + interval
    return { ms: Math.max(0, next - nowMs - burst * interval), next }
  }
  const store = (server: string, next: number, nowMs: number): void => {
    if (fullAt.size >= SERVERS_KEPT && !fullAt.has(server)) forgetFull(fullAt, nowMs)
    fullAt.set(server, next)
  }
  return {
    take(server, nowMs) {
      const { ms, next } = wait(server, nowMs)
      store(server, next, nowMs)
      return ms
    },
    tryTake(server, nowMs) {
      const { ms, next } = wait(server, nowMs)
      if (ms > 0) return false
      store(server, next, nowMs)
      return true
    },
    giveBack(server) {
      const next = fullAt.get(server)
      if (next !== undefined) fullAt.set(server, next - 1000 / (overrides.get(server) ?? rate).perSecond)
    },
  }
}

/** Drops full buckets, or the oldest ones if none is full. This bounds memory, however many servers zones name. */
function forgetFull(fullAt: Map<string, number>, nowMs: number): void {
  for (const [server, time] of fullAt) if (time <= nowMs) fullAt.delete(server)
  for (const server of fullAt.keys()) {
    if (fullAt.size < SERVERS_KEPT) break
    fullAt.delete(server)
  }
}
