import type { Deps } from '../../deps.ts'
import type { PeriodicTask } from '../../jobs/periodic.ts'
import { forgetLinks } from './link-store.ts'

/** Deletes links of visitors that have expired, with their reports. */
export function periodicVisitorTasks({ store }: Pick<Deps, 'store'>): PeriodicTask[] {
  const run = (now: Date): Promise<void> => forgetLinks(store.db, now)
  return [{ name: 'forget links of visitors', everyMs: 3_600_000, deletesByAge: true, run }]
}
