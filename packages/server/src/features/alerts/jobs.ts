import type { Deps } from '../../deps.ts'
import type { PeriodicTask } from '../../jobs/periodic.ts'
import type { JobHandlers } from '../../jobs/queue.ts'
import { sendDue } from './digest.ts'
import { forgetAlerts } from './notice-store.ts'
import { reseal } from './reseal.ts'

const dayMs = 86_400_000

/** Puts together the messages that are due. */
export function alertHandlers(deps: Deps) {
  return {
    'alerts.send': () => sendDue(deps),
  } satisfies Partial<JobHandlers>
}

/** Messages come due without a job; secrets move to the newest key; old alerts are forgotten. */
export function periodicAlertTasks(deps: Deps): PeriodicTask[] {
  return [
    { name: 'send alerts', everyMs: 15_000, run: () => sendDue(deps) },
    { name: 'seal with the newest key', everyMs: 3_600_000, run: () => reseal(deps) },
    {
      name: 'forget alerts',
      everyMs: 3_600_000,
      run: now =>
        forgetAlerts(deps.store.db, {
          alerts: new Date(now.getTime() - 400 * dayMs),
          waiting: new Date(now.getTime() - 30 * dayMs),
        }),
    },
  ]
}
