import { slotAfter } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { readOnlyAmong } from '../domains/read-only.ts'
import { selectorsOfAll } from '../domains/selector-store.ts'
import { namesOf } from '../domains/watch-store.ts'
import { monitoringInUse } from '../workspaces/monitoring-in-use.ts'
import { tierInUse } from '../workspaces/sign-in.ts'
import { type Watching, watchingOf } from '../workspaces/store.ts'
import { type ClaimedCheck, claimChecks, endCheck } from './watch-store.ts'

/** A claimed check with all that it needs. */
export interface DueCheck extends ClaimedCheck {
  /** As A-labels. */
  name: string
  /** Selectors to watch beside those of every domain. */
  selectors: readonly string[]
  /** The time between two checks. */
  periodMs: number
}

const hourMs = 3_600_000

/** Longer than a check may take: only the checks of a process that died are taken over. */
const leaseMs = 5 * 60_000

/** So soon after an upgrade, or once an older domain is removed, a read-only domain is monitored again. */
const readOnlyAgainMs = hourMs

/**
 * Claims checks that are due, at most `limit`. The settings and the plan count as they are now. A domain of a workspace
 * that turned monitoring off is not checked, and is due again a period later; a read-only one within an hour.
 *
 * @returns the checks to make, and how many were claimed
 */
export async function claimDueChecks(
  deps: Deps,
  limit: number,
): Promise<{ checks: readonly DueCheck[]; claimed: number }> {
  const now = deps.now()
  const lease = new Date(now.getTime() + leaseMs)
  const claimed = await deps.store.transaction(tx => claimChecks(tx, { now, lease, limit }))
  if (claimed.length === 0) return { checks: [], claimed: 0 }
  const { db } = deps.store
  const ids = claimed.map(({ domainId }) => domainId)
  const [names, selectors, watching] = [
    await namesOf(db, ids),
    await selectorsOfAll(db, ids),
    await watchingOf(db, [...new Set(claimed.map(({ workspaceId }) => workspaceId))]),
  ]
  const readOnly = await readOnlyOfAll(deps, claimed, watching)
  const checks: DueCheck[] = []
  for (const check of claimed) {
    const name = names.get(check.domainId)
    const settings = watching.get(check.workspaceId)
    // A domain that was deleted meanwhile took its row along. That of a deleted workspace stays until it is purged.
    if (name === undefined) continue
    const monitoring = settings && monitoringInUse(tierInUse(deps, settings.tier), settings)
    const periodMs = (monitoring?.frequency ?? 24) * hourMs
    if (monitoring?.enabled && !readOnly.has(check.domainId)) {
      checks.push({ ...check, name, selectors: selectors.get(check.domainId) ?? [], periodMs })
    } else {
      const againMs = readOnly.has(check.domainId) ? Math.min(periodMs, readOnlyAgainMs) : periodMs
      await endCheck(db, check, { nextCheckAt: slotAfter(againMs, check.domainId, now) })
    }
  }
  return { checks, claimed: claimed.length }
}

/** Those of the claimed domains that are read-only, with one question for each workspace. */
async function readOnlyOfAll(
  deps: Deps,
  claimed: readonly ClaimedCheck[],
  watching: ReadonlyMap<string, Watching>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const [id, checks] of Map.groupBy(claimed, ({ workspaceId }) => workspaceId)) {
    const settings = watching.get(id)
    if (settings === undefined) continue
    const workspace = { id, tier: tierInUse(deps, settings.tier) }
    const ids = checks.map(({ domainId }) => domainId)
    for (const domainId of await readOnlyAmong(deps.store.db, workspace, ids)) found.add(domainId)
  }
  return found
}
