import type { Deps } from '../../deps.ts'
import type { PeriodicTask } from '../../jobs/periodic.ts'
import type { JobHandlers } from '../../jobs/queue.ts'
import { sendDue } from './digest.ts'
import { forgetAlerts } from './notice-store.ts'
import { raiseOfChanges } from './raise-changes.ts'
import { raiseOfListings } from './raise-listings.ts'
import { raiseOfScan } from './raise-scan.ts'
import { reseal } from './reseal.ts'

const dayMs = 86_400_000

/** What follows from scans and checks in this feature, and the messages that are due. */
export function alertHandlers(deps: Deps) {
  return {
    'scan.completed/raise-alerts': event => raiseOfScan(deps, event),
    'dns.changed/raise-alerts': event => raiseOfChanges(deps, event),
    'address.listings-changed/raise-alerts': event => raiseOfListings(deps, event),
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
