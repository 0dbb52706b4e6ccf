import { ApiError, lockedFeature } from '../../lib/api-error.ts'
import type { Domain } from '../../lib/queries.ts'

/** The progress of a bulk scan. */
export interface BulkProgress {
  total: number
  /** The number of finished domains, including failed ones. */
  done: number
  /** The current domain. */
  domain: Domain
  /** The server is unreachable; the run continues when it is reachable again. */
  offline: boolean
}

export interface BulkOutcome {
  total: number
  scanned: number
  failed: number
  /** The number of domains not scanned because of the plan. */
  leftOut: number
  stopped: boolean
  /** The first refusal that an upgrade would lift. */
  locked: ApiError | null
}

/** The connection to the server, as a port. */
export interface Connection {
  /** Whether the server answers. */
  there: () => Promise<boolean>
  /** Resolves when it answers again, or when the signal is aborted. */
  back: (signal: AbortSignal) => Promise<void>
}

interface Options {
  scan: (domain: Domain) => Promise<unknown>
  connection: Connection
  onProgress: (progress: BulkProgress) => void
  /** Stops the run before the next domain. */
  signal: AbortSignal
}

/**
 * Scans domains one by one and continues after failures. Three kinds of failure do not concern a single domain: if the
 * server is unreachable, the run waits and tries the same domain again; if the month's scans are used up, it skips the
 * rest; if the session has ended, the rest would fail too and counts as failed.
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

/** Whether a call got no reply at all. */
export function isLost(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0
}
