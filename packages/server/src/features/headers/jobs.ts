import type { Deps } from '../../deps.ts'
import type { PeriodicTask } from '../../jobs/periodic.ts'
import { forgetExpired } from './store.ts'

const hourMs = 3_600_000
/** How many analyses one statement deletes: each may have some hundred kilobytes. */
const batch = 200

/** Deletes header analyses that have expired. */
export function periodicHeaderTasks({ store }: Pick<Deps, 'store'>): PeriodicTask[] {
  return [
    {
      name: 'forget header analyses',
      everyMs: hourMs,
      deletesByAge: true,
      run: async (now, stopping) => {
        while (!stopping.aborted) {
          if ((await forgetExpired(store.db, { now, limit: batch })) < batch) return
        }
      },
    },
  ]
}
