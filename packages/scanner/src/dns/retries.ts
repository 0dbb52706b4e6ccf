import type { RandomPool } from './random.ts'

/** How often a query that a busy resolver refused is sent again: over about three seconds. */
export const RETRIES = 5
/** The mean delay before the first time; it doubles each time. */
const FIRST_MS = 100

/** The delay before a query is sent again, in milliseconds. It differs from query to query, so that they do not return
 * all at once. */
export function retryDelay(retriesBefore: number, random: RandomPool): number {
  return FIRST_MS * 2 ** retriesBefore * (0.5 + random.octet() / 256)
}
