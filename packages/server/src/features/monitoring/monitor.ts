import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { checkDomain } from './check-domain.ts'
import { claimDueChecks, type DueCheck } from './claim-checks.ts'
import { putBackChecks } from './watch-store.ts'

/** The number of domains that one process checks at once. A check waits for DNS most of the time. */
const checksAtOnce = 50
/** How often a process without enough to do looks for checks that are due. */
const lookEveryMs = 2_000

export interface Monitor {
  /** Stops claiming, puts the checks that run down for another process, and waits until that is written. */
  stop(): Promise<void>
}

/**
 * Checks domains whenever they are due, until it is stopped. It goes on after an outage of the database: checks whose
 * end could not be written are made again when their lease ends.
 */
export function startMonitor(deps: Deps, { atOnce = checksAtOnce, everyMs = lookEveryMs } = {}): Monitor {
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
  const running = new Map<DueCheck, Promise<void>>()

  const start = (check: DueCheck): void => {
    const run = checkDomain(deps, check, signal)
      .catch((cause: unknown) =>
        deps.log.warn(
          { err: cause, domainId: check.domainId, workspaceId: check.workspaceId },
          'a DNS check was not stored',
        ),
      )
      .finally(() => {
        // At the stop those that are left are put down.
        if (!signal.aborted) running.delete(check)
      })
    running.set(check, run)
  }

  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      const room = atOnce - running.size
      let claimed = 0
      if (room > 0) {
        try {
          const due = await claimDueChecks(deps, room)
          for (const check of due.checks) start(check)
          claimed = due.claimed
        } catch (cause) {
          deps.log.warn({ err: cause }, 'DNS checks could not be claimed')
        }
      }
      if (room > 0 && claimed < room) await wait(everyMs, undefined, { signal }).catch(() => {})
      else await Promise.race([...running.values(), stopped])
    }
  }
  const working = work()

  return {
    async stop() {
      stopping.abort(new Error('the process is stopping'))
      await working
      await Promise.all(running.values())
      await putBackChecks(deps.store.db, [...running.keys()])
    },
  }
}
