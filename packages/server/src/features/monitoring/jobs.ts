import { plans } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import type { PeriodicTask } from '../../jobs/periodic.ts'
import { tierInUse } from '../workspaces/sign-in.ts'
import { storedTiers } from '../workspaces/store.ts'
import { forgetChanges, workspacesWithChangesBefore } from './change-store.ts'

const dayMs = 86_400_000
/** The number of workspaces looked at together. */
const batch = 500

/** Deletes changes that are older than the plan keeps them. */
export function periodicMonitoringTasks(deps: Deps): PeriodicTask[] {
  return [{ name: 'forget DNS changes', everyMs: dayMs / 4, run: now => forgetOldChanges(deps, now) }]
}

export async function forgetOldChanges(deps: Pick<Deps, 'store' | 'env'>, now: Date): Promise<void> {
  const { db } = deps.store
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  const at = before(Math.min(...Object.values(plans).map(({ historyDays }) => historyDays)))
  let after: string | null = null
  for (;;) {
    const ids: string[] = await workspacesWithChangesBefore(db, { at, after, limit: batch })
    const tiers = [...(await storedTiers(db, ids))]
    const byDays = Map.groupBy(tiers, ([, tier]) => plans[tierInUse(deps, tier)].historyDays)
    for (const [days, group] of byDays) {
      await forgetChanges(
        db,
        group.map(([id]) => id),
        before(days),
      )
    }
    if (ids.length < batch) return
    after = ids.at(-1) ?? null
  }
}
