import { inArray } from 'drizzle-orm'
import { watch } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { dueTime, pullBack } from '../../jobs/pull-back.ts'
import { monitoringInUse } from '../workspaces/monitoring-in-use.ts'
import { tierInUse } from '../workspaces/sign-in.ts'
import { watchingOf } from '../workspaces/store.ts'
import { workspacesCheckedAfter } from './watch-store.ts'

const hourMs = 3_600_000
/** The shortest period that a workspace may choose. */
const shortestMs = hourMs
const workspacesAtOnce = 1_000

/** Pulls the checks back that are further ahead than the period of their workspace. @returns how many */
export async function pullBackChecks(deps: Pick<Deps, 'store' | 'env'>, now: Date): Promise<number> {
  const { db } = deps.store
  const ids = await workspacesCheckedAfter(db, new Date(now.getTime() + shortestMs))
  let pulled = 0
  for (let from = 0; from < ids.length; from += workspacesAtOnce) {
    const watching = await watchingOf(db, ids.slice(from, from + workspacesAtOnce))
    const byPeriod = Map.groupBy(watching, ([, settings]) => {
      return monitoringInUse(tierInUse(deps, settings.tier), settings).frequency * hourMs
    })
    for (const [periodMs, of] of byPeriod) {
      const where = inArray(
        watch.workspaceId,
        of.map(([id]) => id),
      )
      pulled += await pullBack(db, dueTime({ table: watch, column: 'nextCheckAt', periodMs, where }), now)
    }
  }
  return pulled
}
