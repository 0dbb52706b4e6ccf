/** What is remembered of a domain between two checks. JSON; times in milliseconds since 1970. */
export interface WatchMemory {
  version: 1
  /** When the newest snapshot in it was taken. An older snapshot is not compared. */
  at: number
  /** By the key of the part. */
  parts: Readonly<Record<string, PartMemory>>
}

export interface PartMemory {
  /** The last recorded values; of an address set, the last seen ones. */
  values: readonly string[]
  /** When the present state was recorded: the time of the last change, or of the first sight. */
  since: number
  /** When the part was last asked with success. */
  seenAt: number
  /** Of an address set only: every address of the last 7 days, with the time at which it was last seen. */
  union?: Readonly<Record<string, number>>
  /** The times of the changes of the last day. */
  changes: readonly number[]
  /** Of an address set that rotates: until then only addresses in new networks are a change. */
  rotatesUntil?: number
  /** A difference that waits for a second look, because the zone's own servers did not confirm it. */
  pending?: { values: readonly string[]; at: number }
}

const minute = 60_000
export const day = 24 * 60 * minute

/** How long an address belongs to its set after it was last seen, and how long a rotating set must be quiet. */
export const windowMs = 7 * day
/** The least time between two checks that together confirm a difference. */
export const secondLookMs = 5 * minute
/** Changes of one address set within a day that make it a rotating one. */
export const rotatingChanges = 3
/** The maximum number of remembered addresses of one set; the oldest are forgotten. */
export const unionMax = 512
