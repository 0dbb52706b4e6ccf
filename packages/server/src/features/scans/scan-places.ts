import type { Deps } from '../../deps.ts'
import { idsOf, leaseMs } from './lease.ts'
import { runClaimed } from './run-scan.ts'
import type { ClaimedRun } from './store.ts'
import { claimNext, type RunNotice, runChannel } from './turn-store.ts'

/** How many scans a process runs at once. */
export interface ScanLimits {
  /** All of them: each holds its answers in memory. A scan waits for servers most of the time. */
  places: number
  /** Those that started a moment ago: they ask most of their questions then, and need the processor. */
  young: number
  youngMs: number
  /** The most that one workspace ever holds. */
  eachMax: number
}

export const scanLimits: ScanLimits = { places: 64, young: 12, youngMs: 1_000, eachMax: 8 }

/** How soon claiming is tried again after the database failed. */
const againMs = 2_000

/**
 * How many places one workspace may hold while so many are free: a quarter of these. So twelve workspaces that want all
 * they can get hold four each, and leave sixteen; one that has none gets one as long as there is one.
 */
export function shareOf(free: number, { eachMax }: Pick<ScanLimits, 'eachMax'>): number {
  return Math.max(1, Math.min(eachMax, Math.floor(free / 4)))
}

/** The scans that this process runs. */
export interface ScanPlaces {
  /** Starts the runs whose turn it is, as far as there is room. Resolves when they are claimed. */
  fill(): Promise<void>
  /** Interrupts all scans at a point where another worker can resume them. */
  stop(): Promise<void>
}

/**
 * Runs scans in the order of `turn-store.ts`. Whenever one ends, or is no longer young, the next may start.
 *
 * @param limits how many at once
 */
export function scanPlaces(deps: Deps, limits: ScanLimits = scanLimits): ScanPlaces {
  const stopping = new AbortController()
  const running = new Map<ClaimedRun, Promise<void>>()
  let young = 0
  let filling: Promise<void> = Promise.resolve()
  let isAsked = false

  const start = (claimed: ClaimedRun): void => {
    young += 1
    let isYoung = true
    const grown = () => {
      if (isYoung) young -= 1
      isYoung = false
    }
    const growing = setTimeout(() => {
      grown()
      void fill()
    }, limits.youngMs).unref()
    const run = runClaimed(deps, claimed, stopping.signal)
      .catch((cause: unknown) => {
        // Its lease ends, and another worker takes it up.
        if (!stopping.signal.aborted) deps.log.error({ err: cause, ...idsOf(claimed) }, 'a scan run was not ended')
      })
      .finally(() => {
        clearTimeout(growing)
        grown()
        running.delete(claimed)
        void fill()
      })
    running.set(claimed, run)
  }

  const claimAll = async (): Promise<void> => {
    isAsked = false
    while (!stopping.signal.aborted && running.size < limits.places && young < limits.young) {
      const share = shareOf(limits.places - running.size, limits)
      const claimed = await claimNext(deps.store, { now: deps.now(), leaseMs, share })
      if (claimed === undefined) return
      start(claimed)
    }
  }

  function fill(): Promise<void> {
    if (stopping.signal.aborted || isAsked) return filling
    isAsked = true
    filling = filling.then(claimAll).catch((cause: unknown) => {
      deps.log.warn({ err: cause }, 'scan runs could not be claimed')
      setTimeout(() => void fill(), againMs).unref()
    })
    return filling
  }

  return {
    fill,
    async stop() {
      stopping.abort(new Error('the process is stopping'))
      await filling
      await Promise.all(running.values())
    },
  }
}

/** Fills the places whenever any process says that a run waits or ended. */
export function fillWhenTold(deps: Pick<Deps, 'store'>, places: ScanPlaces): Promise<() => Promise<void>> {
  return deps.store.listen(runChannel, payload => {
    const [notice] = payload.split(' ') as [RunNotice]
    if (notice === 'queued' || notice === 'ended') void places.fill()
  })
}
