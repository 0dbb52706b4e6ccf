import { type ScanProgress, wording } from '@waxseal/contract'
import type { ScanResult } from '@waxseal/core/health'
import { Refusal } from '../../errors.ts'
import type { RunFollower, RunSight, RunWatch } from './run-watch.ts'

/** A scan takes at most 60 s; this adds time for storing. The time in the queue is not counted. */
const followMs = 65_000
/** The longest that anybody follows a run. */
const followMaxMs = 15 * 60_000
/** How often a follower of a run that does not change hears that it is still followed. */
const aliveEveryMs = 5_000

/** The message for a scan that ended without a result. */
const scanFailed = 'The scan failed and was not counted. Please try again.'
const scanLate = 'The scan takes longer than expected. Its result will appear here when it is done.'

/** What a follower is told of a run: its place in the queue, or its progress. null: nothing is new. */
export type ScanStep = { place: number } | { progress: ScanProgress } | null

/**
 * Follows a run to its end: yields its place while it waits, its progress when it changes, and returns the result. Leaving
 * early does not affect the run.
 *
 * @param options.forMs how long a run may take from its start
 * @throws Refusal `unavailable` when the run failed, takes too long, or `signal` fires; `not_found` when its domain was
 * deleted meanwhile.
 */
export async function* followScan(
  watch: RunWatch,
  runId: string,
  { signal, forMs = followMs }: { signal: AbortSignal; forMs?: number },
): AsyncGenerator<ScanStep, ScanResult> {
  const run = watch.follow(runId)
  const start = performance.now()
  let until = start + forMs
  let waits = false
  try {
    while (!signal.aborted) {
      const left = Math.min(until, start + followMaxMs) - performance.now()
      if (left <= 0) break
      const news = await run.next(Math.min(left, aliveEveryMs), signal)
      if (news !== null) {
        const { sight } = news
        if (sight === undefined) throw new Refusal('not_found', wording.notFound)
        if (sight.state === 'failed') throw new Refusal('unavailable', scanFailed)
        if (sight.state === 'done') return await resultOf(run)
        waits = sight.state === 'queued'
        yield stepOf(sight)
      } else yield null
      if (waits) until = performance.now() + forMs
    }
    throw new Refusal('unavailable', scanLate)
  } finally {
    run.end()
  }
}

function stepOf({ state, place, progress }: RunSight): ScanStep {
  if (state === 'queued') return place === null ? null : { place }
  return progress && { progress }
}

async function resultOf(run: RunFollower): Promise<ScanResult> {
  const result = await run.result()
  if (result === undefined) throw new Refusal('not_found', wording.notFound)
  return result
}
