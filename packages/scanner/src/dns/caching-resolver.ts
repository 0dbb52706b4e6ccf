import {
  type Answer,
  isNegative,
  normalName,
  type RecordType,
  type Resolver,
  type Signal,
  unasked,
} from '@waxseal/core/dns'
import { weightOf } from './budget.ts'

export interface CacheOptions {
  now?: () => Date
  /** The maximum number of answers. The least recently used one is dropped first. */
  entries?: number
  /** The maximum time to keep an answer, in seconds, even when its TTL is longer; a day by default. */
  longestSeconds?: number
  /** Larger answers (see `weightOf`) are not kept. This bounds the memory that external zones can fill. */
  heaviest?: number
}

/**
 * Negative answers are kept for at most a minute, even when the SOA allows more: people publish a record and look
 * again.
 */
const NEGATIVE_SECONDS = 60
/** A day. A longer time would keep records that the owner of a zone corrected long ago. */
const POSITIVE_SECONDS = 86_400

interface Entry {
  answer: Answer
  storedAt: number
  expiresAt: number
}

/** A pending query and the number of callers that wait for it. */
interface Flight {
  answer: Promise<Answer>
  waiting: number
  abort: AbortController
}

/**
 * Caches answers for their TTL (RFC 2181 section 8, RFC 2308 section 5) and shares one pending query among equal ones.
 * `failed` is never cached. A cached answer says so: `cached`, `ms` 0, and the remaining TTLs.
 *
 * A caller that gives up gets `cancelled`. The query itself is cancelled when its last caller gives up.
 */
export function cachingResolver(resolver: Resolver, options: CacheOptions = {}): Resolver {
  const { now = () => new Date(), entries = 20_000, longestSeconds = POSITIVE_SECONDS, heaviest } = options
  const kept = new Map<string, Entry>()
  const flights = new Map<string, Flight>()

  function fromCache(key: string, nowMs: number): Answer | null {
    const entry = kept.get(key)
    if (entry === undefined) return null
    kept.delete(key)
    if (nowMs >= entry.expiresAt || nowMs < entry.storedAt) return null
    // A map keeps insertion order: each use moves an entry to the end, so the least recently used one is first.
    kept.set(key, entry)
    return aged(entry.answer, Math.floor((nowMs - entry.storedAt) / 1000), entry.expiresAt - nowMs)
  }

  function store(key: string, answer: Answer): void {
    if (answer.kind === 'failed') return
    const seconds = Math.min(answer.via.ttl, isNegative(answer) ? NEGATIVE_SECONDS : POSITIVE_SECONDS, longestSeconds)
    if (!(seconds > 0) || (heaviest !== undefined && weightOf(answer) > heaviest)) return
    const storedAt = now().getTime()
    kept.delete(key)
    kept.set(key, { answer, storedAt, expiresAt: storedAt + seconds * 1000 })
    for (const oldest of kept.keys()) {
      if (kept.size <= entries) break
      kept.delete(oldest)
    }
  }

  function board(key: string, name: string, type: RecordType): Flight {
    const known = flights.get(key)
    if (known !== undefined) return known
    const abort = new AbortController()
    const flight: Flight = { answer: resolver.query(name, type, abort.signal), waiting: 0, abort }
    flights.set(key, flight)
    void land(key, flight)
    return flight
  }

  async function land(key: string, flight: Flight): Promise<void> {
    store(key, await flight.answer)
    if (flights.get(key) === flight) flights.delete(key)
  }

  function leave(key: string, flight: Flight): void {
    flight.waiting--
    if (flight.waiting > 0) return
    // No caller may join a query that is being cancelled.
    if (flights.get(key) === flight) flights.delete(key)
    flight.abort.abort()
  }

  function shared(key: string, name: string, type: RecordType, signal: Signal | undefined): Promise<Answer> {
    const flight = board(key, name, type)
    flight.waiting++
    if (signal === undefined) return flight.answer
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const onAbort = (): void => {
      resolve(unasked('cancelled', now().getTime()))
      leave(key, flight)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    return Promise.race([flight.answer, promise]).finally(() => signal.removeEventListener('abort', onAbort))
  }

  return {
    query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      const nowMs = now().getTime()
      if (signal?.aborted) return Promise.resolve(unasked('cancelled', nowMs))
      const key = `${type} ${normalName(name) ?? name}`
      const answer = fromCache(key, nowMs)
      const asked = answer === null ? shared(key, name, type, signal) : Promise.resolve(answer)
      return asked as Promise<Answer<T>>
    },
  }
}

function aged(answer: Answer, seconds: number, leftMs: number): Answer {
  const via = { ...answer.via, cached: true, ms: 0, ttl: Math.floor(leftMs / 1000) }
  // A denial that is kept has an SOA record: without one its TTL is 0.
  if (isNegative(answer)) return { ...answer, via: via.ttl === 0 ? { ...via, soa: true } : via }
  if (answer.kind !== 'records') return { ...answer, via }
  const records = answer.records.map(record => ({ ...record, ttl: Math.max(0, record.ttl - seconds) }))
  return { kind: 'records', records, via }
}
