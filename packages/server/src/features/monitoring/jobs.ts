import type { Deps } from '../../deps.ts'
import type { PeriodicTask } from '../../jobs/periodic.ts'
import { forgetChanges } from './change-store.ts'
import { keptSince } from './history-days.ts'

/** Deletes changes that no plan shows any more. */
export function periodicMonitoringTasks(deps: Deps): PeriodicTask[] {
  const run = (now: Date): Promise<void> => forgetOldChanges(deps, now)
  return [{ name: 'forget DNS changes', everyMs: 6 * 3_600_000, deletesByAge: true, run }]
}

export async function forgetOldChanges({ store }: Pick<Deps, 'store'>, now: Date): Promise<void> {
  await forgetChanges(store.db, keptSince(now))
}
