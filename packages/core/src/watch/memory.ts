import type { UnservedSight } from '../dns/index.ts'
import { unserved } from './snapshot.ts'

/** What is remembered of a domain between two checks. JSON; times in milliseconds since 1970. */
export interface WatchMemory {
  version: 1
  /** When the newest snapshot in it was taken. An older snapshot is not compared. */
  at: number
  /** By the key of the part. */
  parts: Readonly<Record<string, PartMemory>>
}

export interface PartMemory {
  /** What the history says now; of an address set that rotates, the last seen addresses. */
  values: readonly string[]
  /** When the present state was recorded: the time of the last change, or of the first sight. */
  since: number
  /** When the part was last asked with success. */
  seenAt: number
  /** Of an address set only: the recorded addresses and all of the last 7 days, with the time each was last seen. */
  union?: Readonly<Record<string, number>>
  /** The times of the changes of the last day. */
  changes: readonly number[]
  /** Of an address set that rotates: until then only addresses in new networks are a change. */
  rotatesUntil?: number
  pending?: Pending
  /** Of a name whose zone no server serves: the looks that found it, as many as make it certain (`unservedLooks`). */
  looks?: readonly number[]
}

/** A difference that waits for another look, because the zone's own servers did not confirm it. */
export interface Pending {
  values: readonly string[]
  /** When it was found first. */
  at: number
  /** Of the name or its DNSSEC: when it was found, and the least time until the next look that counts. */
  looks?: readonly number[]
  apartMs?: number
  /**
   * Of an address set: since when the zone's own servers give known and new addresses. Either a change is on its way to
   * all of them, or they are a pool. `values` has all addresses of these looks.
   */
  mixedSince?: number
  /** Of a mixed set: all servers agreed on these addresses at `at`, and at every look since then. */
  agreed?: readonly string[]
}

const minute = 60_000
export const day = 24 * 60 * minute

/** How long an address belongs to its set after it was last seen, and how long a rotating set must be quiet. */
export const windowMs = 7 * day
/** The least time between two checks that together confirm a difference. */
export const secondLookMs = 5 * minute
/** When a difference that was just found wants another look. */
const soonMs = 10 * minute
/** How long all servers must agree on the new addresses of a mixed set before it has changed. */
export const settledMs = 60 * minute
/** A set that is mixed for this long is a pool. */
export const mixedMs = 24 * 60 * minute
/** A memory may be this much newer than a snapshot. Beyond that, a clock was wrong when it was written. */
export const clockSlackMs = 10 * minute
/** Changes of one address set within a day that make it a rotating one. */
export const rotatingChanges = 3
/** The maximum number of remembered addresses of one set; the oldest are forgotten. */
export const unionMax = 512

/**
 * How often, and how far apart, the monitor must see that no name server serves a zone before anyone is told: what servers
 * do may pass (decision 3.18).
 */
export const unservedLooks = { looks: 3, apartMs: 30 * minute }
/** What monitoring saw so long ago says nothing about now: the longest period, twice. */
const recentMs = 48 * 60 * minute

/**
 * What monitoring knows of a zone that no name server serves; null: it did not see that often enough, or not lately.
 *
 * @param at now, in milliseconds since 1970
 */
export function unservedSight(memory: WatchMemory | null, at: number): UnservedSight | null {
  const name = memory?.parts['name']
  const [first] = name?.looks ?? []
  if (name?.looks === undefined || first === undefined || !name.values.includes(unserved)) return null
  if (name.looks.length < unservedLooks.looks || at - name.seenAt > recentMs) return null
  return { since: new Date(first).toISOString(), looks: name.looks.length }
}

/** When the next look should be made at the latest, because a difference waits for it; null: none does. */
export function nextLookAt({ at, parts }: WatchMemory): number | null {
  const times = Object.values(parts).flatMap(({ pending, looks }) => {
    if (looks !== undefined && looks.length < unservedLooks.looks) {
      return [Math.max(at + secondLookMs, (looks.at(-1) ?? at) + unservedLooks.apartMs)]
    }
    if (pending?.looks !== undefined && pending.apartMs !== undefined) {
      return [Math.max(at + secondLookMs, (pending.looks.at(-1) ?? at) + pending.apartMs)]
    }
    if (pending?.at === at) return [at + soonMs]
    return pending?.agreed === undefined ? [] : [Math.max(pending.at + settledMs, at + soonMs)]
  })
  return times.length === 0 ? null : Math.min(...times)
}

/** The same memory, with no time after this one. The time of a change stays, because the change is known by it. */
export function setBack(memory: WatchMemory, to: number): WatchMemory {
  const back = (time: number): number => Math.min(time, to)
  const parts = Object.entries(memory.parts).map(([key, part]) => {
    const { union, rotatesUntil, pending } = part
    const mixed = pending?.mixedSince === undefined ? {} : { mixedSince: back(pending.mixedSince) }
    const fixed: PartMemory = {
      ...part,
      seenAt: back(part.seenAt),
      changes: part.changes.map(back),
      ...(part.looks && { looks: part.looks.map(back) }),
      ...(union && { union: Object.fromEntries(Object.entries(union).map(([value, seen]) => [value, back(seen)])) }),
      ...(rotatesUntil !== undefined && { rotatesUntil: Math.min(rotatesUntil, to + windowMs) }),
      ...(pending && {
        pending: {
          ...pending,
          ...mixed,
          ...(pending.looks && { looks: pending.looks.map(back) }),
          at: back(pending.at),
        },
      }),
    }
    return [key, fixed] as const
  })
  return { ...memory, at: back(memory.at), parts: Object.fromEntries(parts) }
}
