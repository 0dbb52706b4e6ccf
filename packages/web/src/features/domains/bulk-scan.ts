import { ApiError, lockedFeature } from '../../lib/api-error.ts'
import type { Domain } from '../../lib/queries.ts'

/** Where a bulk scan stands. */
export interface BulkProgress {
  total: number
  /** Domains behind it, failed ones included. */
  done: number
  /** The one it is at. */
  domain: Domain
  /** The server cannot be reached: it goes on by itself when it can. */
  offline: boolean
}

export interface BulkOutcome {
  total: number
  scanned: number
  failed: number
  /** Not scanned because the plan does not allow it. */
  leftOut: number
  stopped: boolean
  /** A refusal an upgrade would lift, the first there was. */
  locked: ApiError | null
}

/** The way to the server, as a port. */
export interface Connection {
  /** Does the server answer at all? */
  there: () => Promise<boolean>
  /** Resolves when it answers again, or when the signal is aborted. */
  back: (signal: AbortSignal) => Promise<void>
}

interface Options {
  scan: (domain: Domain) => Promise<unknown>
  connection: Connection
  onProgress: (progress: BulkProgress) => void
  /** Stops it before the next domain. */
  signal: AbortSignal
}

/**
 * Scans domains one by one and goes on past failures. Three kinds of failure are not about one domain: when the server
 * cannot be reached it waits for it and tries the same domain again; when the month's scans are used up the rest is
 * left out; when nobody is signed in any more the rest would fail alike and counts as failed.
 */
export async function scanOneByOne(domains: readonly Domain[], options: Options): Promise<BulkOutcome> {
  const { signal } = options
  const outcome: BulkOutcome = {
    total: domains.length,
    scanned: 0,
    failed: 0,
    leftOut: 0,
    stopped: false,
    locked: null,
  }
  for (const [done, domain] of domains.entries()) {
    if (signal.aborted) return { ...outcome, stopped: true }
    try {
      await scanConnected({ total: domains.length, done, domain, offline: false }, options)
      outcome.scanned += 1
    } catch (error) {
      if (signal.aborted && isLost(error)) return { ...outcome, stopped: true }
      const locked = lockedFeature(error)
      const kind = locked === null ? 'failed' : 'leftOut'
      if (locked !== null && error instanceof ApiError) outcome.locked ??= error
      outcome[kind] += 1
      if (locked === 'scans' || (error instanceof ApiError && error.status === 401)) {
        outcome[kind] += domains.length - done - 1
        return outcome
      }
    }
  }
  return outcome
}

async function scanConnected(progress: BulkProgress, options: Options): Promise<void> {
  const { scan, connection, onProgress, signal } = options
  for (;;) {
    onProgress(progress)
    try {
      await scan(progress.domain)
      return
    } catch (error) {
      if (!isLost(error) || (await connection.there())) throw error
    }
    onProgress({ ...progress, offline: true })
    await connection.back(signal)
    if (signal.aborted) throw new ApiError(0)
  }
}

/** Did the call get no answer at all? */
export function isLost(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0
}
