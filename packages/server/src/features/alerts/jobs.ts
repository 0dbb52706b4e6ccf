import type { Deps } from '../../deps.ts'
import { giveUpHeld } from '../../jobs/outbox.ts'
import type { PeriodicTask } from '../../jobs/periodic.ts'
import type { JobHandlers } from '../../jobs/queue.ts'
import { sendDue } from './digest.ts'
import { forgetResolved } from './memory-store.ts'
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
      deletesByAge: true,
      run: async now => {
        const before = (days: number) => new Date(now.getTime() - days * dayMs)
        await forgetAlerts(deps.store.db, { alerts: before(400), waiting: before(30) })
        await giveUpHeld(deps.store.db, before(30), now)
        await forgetResolved(deps.store.db, before(30))
      },
    },
  ]
}
