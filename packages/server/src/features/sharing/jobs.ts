import type { Deps } from '../../deps.ts'
import type { PeriodicTask } from '../../jobs/periodic.ts'
import { forgetShares } from './store.ts'

/** Deletes share links that have expired. Their page answers as one that never was. */
export function periodicSharingTasks({ store }: Pick<Deps, 'store'>): PeriodicTask[] {
  const run = (now: Date): Promise<void> => forgetShares(store.db, now)
  return [{ name: 'forget share links', everyMs: 3_600_000, deletesByAge: true, run }]
}
