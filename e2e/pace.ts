/**
 * Tests are faster than people: one account may make some number of calls in a minute (`clientLimit` of the server), and
 * two workers with both cores to themselves would make more. So each worker makes less than half of them.
 */
import type { Page } from '@playwright/test'

const windowMs = 60_000
/** Half of the 600 calls of the limit, without what one scene or the first page of a walk may ask. */
const most = 260

/** The times of this worker's calls in the last minute, by the person that the server counts, or "signed out". */
const calls = new Map<string, number[]>()

function lately(who: string): number[] {
  const since = performance.now() - windowMs
  const times = (calls.get(who) ?? []).filter(at => at > since)
  calls.set(who, times)
  return times
}

/** Counts the calls of a page, on which this account is signed in. */
export function countCalls(page: Page, account: string | null): void {
  page.on('request', request => {
    if (!request.url().includes('/api/')) return
    const who = account !== null && request.headers()['authorization'] !== undefined ? account : 'signed out'
    const times = calls.get(who) ?? []
    calls.set(who, times)
    times.push(performance.now())
  })
}

/** Waits until a test of this account may begin. */
export async function pace(account: string | null): Promise<void> {
  for (const who of new Set([account ?? 'signed out', 'signed out'])) {
    for (let times = lately(who); times.length >= most; times = lately(who)) {
      const [first = 0] = times.slice(times.length - most)
      await new Promise(resolve => setTimeout(resolve, first + windowMs - performance.now() + 1))
    }
  }
}
