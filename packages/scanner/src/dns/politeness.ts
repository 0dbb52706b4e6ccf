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

/**
 * Our own addresses, where a zone may name one as its server: a resolver or a name server may answer there, and is a means
 * for strangers to have it asked. All of them together have this rate.
 */
const ownRate: Rate = { burst: 20, perSecond: 20 }
const own = 'this machine'

const SERVERS_KEPT = 10_000

/**
 * Token buckets by server (`address:port`), as the generic cell rate algorithm: it stores only the time at which each
 * bucket is full again.
 *
 * @param overrides servers with a published rate of their own, by `address:port`
 * @param isOwn whether an `address:port` belongs to this machine
 */
export function politeness({
  rate = { burst: 400, perSecond: 50 },
  overrides = new Map(),
  isOwn = () => false,
}: {
  rate?: Rate
  overrides?: ReadonlyMap<string, Rate>
  isOwn?: (server: string) => boolean
} = {}): Politeness {
  const fullAt = new Map<string, number>()
  const bucketOf = (server: string) => (isOwn(server) ? own : server)
  const rateOf = (bucket: string) => (bucket === own ? ownRate : (overrides.get(bucket) ?? rate))
  const wait = (server: string, nowMs: number): { ms: number; next: number } => {
    const { burst, perSecond } = rateOf(server)
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
      const bucket = bucketOf(server)
      const { ms, next } = wait(bucket, nowMs)
      store(bucket, next, nowMs)
      return ms
    },
    tryTake(server, nowMs) {
      const bucket = bucketOf(server)
      const { ms, next } = wait(bucket, nowMs)
      if (ms > 0) return false
      store(bucket, next, nowMs)
      return true
    },
    giveBack(server) {
      const bucket = bucketOf(server)
      const next = fullAt.get(bucket)
      if (next !== undefined) fullAt.set(bucket, next - 1000 / rateOf(bucket).perSecond)
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
