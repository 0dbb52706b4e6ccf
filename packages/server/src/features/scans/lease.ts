import type { ScanProgress } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { type ClaimedRun, renewLease } from './store.ts'
import { tellOfRun } from './turn-store.ts'

/** How long a claim is valid without renewal: after that a dead worker is replaced. */
export const leaseMs = 20_000
const renewEveryMs = 5_000
/** The minimum time between two writes of the progress. */
const progressEveryMs = 250

/** A claim that is renewed while its scan runs. */
export interface Lease {
  /** Aborted when another worker has taken the run, so that this work is useless. */
  lost: AbortSignal
  /** Stores the progress; it is written with the next renewal, which comes soon. */
  report(progress: ScanProgress): void
  /** Stops renewing; resolves when no write is running. */
  end(): Promise<void>
}

/** What the log says of a run. */
export function idsOf({ run }: ClaimedRun): { runId: string; domainId: string; workspaceId: string } {
  return { runId: run.id, domainId: run.domainId, workspaceId: run.workspaceId }
}

/** Renews the lease of a run regularly, one write at a time. */
export function keepLease(deps: Deps, claimed: ClaimedRun): Lease {
  const lost = new AbortController()
  let progress: ScanProgress | null = null
  let writing = Promise.resolve()
  let lastWrite = performance.now()
  let idle = true

  const write = async (): Promise<void> => {
    const until = new Date(deps.now().getTime() + leaseMs)
    const fresh = progress
    progress = null
    try {
      if (!(await renewLease(deps.store.db, claimed, { until, progress: fresh }))) {
        lost.abort(new Error('the scan run was taken over'))
      } else if (fresh !== null) await tellOfRun(deps.store.db, claimed.run.id, 'progress')
    } catch (cause) {
      // The lease may survive a short outage of the database; otherwise another worker takes the run.
      deps.log.warn({ err: cause, ...idsOf(claimed) }, 'the lease of a scan run could not be renewed')
    }
  }

  const timer = setInterval(() => {
    const sinceLast = performance.now() - lastWrite
    if (!idle || (sinceLast < renewEveryMs && progress === null)) return
    idle = false
    lastWrite = performance.now()
    writing = write().finally(() => {
      idle = true
    })
  }, progressEveryMs)

  return {
    lost: lost.signal,
    report(next) {
      progress = next
    },
    async end() {
      clearInterval(timer)
      await writing
    },
  }
}
