import type { ScanResult } from '@waxseal/core/health'
import type { Deps } from '../../deps.ts'
import { type ScanRun, scanOfRun } from './store.ts'
import { placesOf, type RunNotice, runChannel, runStates } from './turn-store.ts'

/** Two looks at the database are at least so far apart; one look is for all runs that changed. */
const lookEveryMs = 100
/** A notice may be lost while the database is away: so often all followed runs are looked at. */
const lookAtAllMs = 5_000

/** What is known of a run. `undefined` in its place: it is gone with its domain. */
export interface RunSight extends Pick<ScanRun, 'state' | 'progress'> {
  /** Its place in the queue, 1 for the next one; null: it does not wait. */
  place: number | null
}

/** One who follows a run. */
export interface RunFollower {
  /** Resolves with what is known of the run as soon as that is news to this follower; null: nothing was for `ms`. */
  next(ms: number, signal: AbortSignal): Promise<{ sight: RunSight | undefined } | null>
  /** The result of the run, read once for all of its followers. */
  result(): Promise<ScanResult | undefined>
  end(): void
}

/** Looks at runs for all who follow them in this process. */
export interface RunWatch {
  follow(runId: string): RunFollower
  close(): Promise<void>
}

interface Followed {
  followers: number
  /** Counts the changes, from 1; 0: not looked at yet. */
  version: number
  sight: RunSight | undefined
  changed: PromiseWithResolvers<void>
  result: Promise<ScanResult | undefined> | null
}

/**
 * Follows runs by the notices of the workers (`turn-store.ts`): however many follow one run, it is looked at once for each
 * of its changes. It listens from the first follower on.
 */
export function watchRuns({ store, now, log }: Pick<Deps, 'store' | 'now' | 'log'>): RunWatch {
  const runs = new Map<string, Followed>()
  const unseen = new Set<string>()
  let queueMoved = false
  let listening: Promise<() => Promise<void>> | null = null
  let next: ReturnType<typeof setTimeout> | null = null
  let isLooking = false
  const sweep = setInterval(() => {
    for (const id of runs.keys()) unseen.add(id)
    queueMoved = true
    if (runs.size > 0) lookSoon()
  }, lookAtAllMs).unref()

  const hear = (payload: string): void => {
    const [notice, id = ''] = payload.split(' ') as [RunNotice, string?]
    if (runs.has(id)) unseen.add(id)
    if (notice !== 'progress') queueMoved = true
    if (unseen.size > 0 || (queueMoved && anyWaits())) lookSoon()
  }

  const anyWaits = (): boolean => [...runs.values()].some(({ sight }) => sight?.state === 'queued')

  function lookSoon(): void {
    if (next !== null || isLooking) return
    next = setTimeout(() => {
      next = null
      isLooking = true
      void look()
        .catch((cause: unknown) => log.warn({ err: cause }, 'followed scan runs could not be looked at'))
        .finally(() => {
          isLooking = false
          if (unseen.size > 0) lookSoon()
        })
    }, lookEveryMs).unref()
  }

  async function look(): Promise<void> {
    const ids = [...unseen]
    unseen.clear()
    const states = await runStates(store.db, ids)
    const stateOf = (id: string) => (ids.includes(id) ? states.get(id) : runs.get(id)?.sight)?.state
    const moved = queueMoved ? [...runs.keys()] : ids
    queueMoved = false
    const waiting = moved.filter(id => stateOf(id) === 'queued')
    const places = await placesOf(store.db, waiting, now())
    for (const id of ids) {
      const run = runs.get(id)
      const state = states.get(id)
      if (run !== undefined) tell(run, state && { ...state, place: places.get(id) ?? null })
    }
    for (const id of waiting) {
      const run = runs.get(id)
      if (run?.sight !== undefined) tell(run, { ...run.sight, place: places.get(id) ?? run.sight.place })
    }
  }

  function tell(run: Followed, sight: RunSight | undefined): void {
    if (run.version > 0 && JSON.stringify(run.sight) === JSON.stringify(sight)) return
    run.version += 1
    run.sight = sight
    run.changed.resolve()
    run.changed = Promise.withResolvers()
  }

  function open(runId: string): Followed {
    const known = runs.get(runId)
    if (known !== undefined) return known
    const run: Followed = {
      followers: 0,
      version: 0,
      sight: undefined,
      changed: Promise.withResolvers(),
      result: null,
    }
    runs.set(runId, run)
    // What happens before somebody listens is seen by the first look.
    listening ??= store.listen(runChannel, hear)
    void lookOnceListening(runId, listening)
    return run
  }

  async function lookOnceListening(runId: string, ready: Promise<unknown>): Promise<void> {
    await ready.catch(() => null)
    unseen.add(runId)
    lookSoon()
  }

  return {
    follow(runId) {
      const run = open(runId)
      run.followers += 1
      let seen = 0
      let isOver = false
      return {
        async next(ms, signal) {
          if (run.version <= seen && !(await changes(run, ms, signal))) return null
          seen = run.version
          return { sight: run.sight }
        },
        result() {
          run.result ??= scanOfRun(store.db, runId)
          return run.result
        },
        end() {
          if (isOver) return
          isOver = true
          run.followers -= 1
          if (run.followers === 0) runs.delete(runId)
        },
      }
    },
    async close() {
      clearInterval(sweep)
      if (next !== null) clearTimeout(next)
      const unlisten = await listening?.catch(() => null)
      await unlisten?.()
    },
  }
}

/** Whether the run changed before the time was over, or the signal aborted. */
function changes({ changed }: Followed, ms: number, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const late = () => resolve(false)
  const timer = setTimeout(late, ms)
  signal.addEventListener('abort', late, { once: true })
  if (signal.aborted) late()
  void changed.promise.then(() => resolve(true))
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', late)
  })
}
