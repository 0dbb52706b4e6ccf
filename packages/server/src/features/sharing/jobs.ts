import type { Deps } from '../../deps.ts'
import type { PeriodicTask } from '../../jobs/periodic.ts'
import { forgetShares } from './store.ts'

/** Deletes share links that have expired. Their page answers as one that never was. */
export function periodicSharingTasks({ store }: Pick<Deps, 'store'>): PeriodicTask[] {
  return [{ name: 'forget share links', everyMs: 3_600_000, run: now => forgetShares(store.db, now) }]
}
