import { setTimeout as wait } from 'node:timers/promises'
import { type ScanProgress, wording } from '@waxseal/contract'
import type { ScanResult } from '@waxseal/core/health'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { runState, scanOfRun } from './store.ts'

/** A lookup by primary key: cheap, and the same for a worker in this process or on another machine. */
const lookEveryMs = 200

/** A scan takes at most 60 s; this adds time for the queue and for storing. */
const followMs = 65_000

/** The message for a scan that ended without a result. */
const scanFailed = 'The scan failed and was not counted. Please try again.'
const scanLate = 'The scan takes longer than expected. Its result will appear here when it is done.'

/**
 * Follows a run to its end: yields its progress when it changes (null is an occasional keep-alive) and returns the
 * result. Leaving early does not affect the run.
 *
 * @throws Refusal `unavailable` when the run failed, takes too long, or `signal` fires; `not_found` when its domain was
 * deleted meanwhile.
 */
export async function* followScan(
  deps: Deps,
  runId: string,
  { signal, forMs = followMs }: { signal: AbortSignal; forMs?: number },
): AsyncGenerator<ScanProgress | null, ScanResult> {
  const enough = AbortSignal.any([signal, AbortSignal.timeout(forMs)])
  let shown = ''
  while (!enough.aborted) {
    const run = await runState(deps.store.db, runId)
    if (run === undefined) throw new Refusal('not_found', wording.notFound)
    if (run.state === 'failed') throw new Refusal('unavailable', scanFailed)
    if (run.state === 'done') return await resultOf(deps, runId)
    const progress = JSON.stringify(run.progress)
    yield progress === shown ? null : run.progress
    shown = progress
    await wait(lookEveryMs, undefined, { signal: enough }).catch(() => {})
  }
  throw new Refusal('unavailable', scanLate)
}

async function resultOf(deps: Deps, runId: string): Promise<ScanResult> {
  const result = await scanOfRun(deps.store.db, runId)
  if (result === undefined) throw new Refusal('not_found', wording.notFound)
  return result
}
