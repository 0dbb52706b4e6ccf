import { mayUse, nextScanAfter } from '@waxseal/core/plan'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { dueForScan, moveNextScan } from '../domains/schedule-store.ts'
import type { DomainRow } from '../domains/store.ts'
import { tierInUse } from '../workspaces/sign-in.ts'
import { storedTiers } from '../workspaces/store.ts'
import { startRun } from './start-scan.ts'
import { waitingRuns } from './store.ts'

/** The number of domains in one transaction. */
const batch = 20
/** While so many runs wait, no scheduled one is added. */
const waitingMax = 200

/**
 * Starts every scheduled scan that is due, and moves each to its next time. One that was missed several times starts
 * once. A domain that may not be scanned now (a plan without schedules, a read-only domain) keeps its schedule.
 */
export async function startDueScans(deps: Deps): Promise<void> {
  while ((await waitingRuns(deps.store.db, waitingMax)) < waitingMax) {
    if ((await startBatch(deps)) < batch) return
  }
}

function startBatch(deps: Deps): Promise<number> {
  const now = deps.now()
  return deps.store.transaction(async tx => {
    const due = await dueForScan(tx, now, batch)
    const tiers = await storedTiers(tx, [...new Set(due.map(row => row.workspaceId))])
    // In one order, because each start locks the counter of its workspace until the transaction ends.
    for (const row of due.toSorted((a, b) => (a.workspaceId < b.workspaceId ? -1 : 1))) {
      const stored = tiers.get(row.workspaceId)
      if (stored !== undefined) await start(deps, tx, row, tierInUse(deps, stored))
      await moveNextScan(tx, row.id, nextScanAfter(row.scanSchedule, row.id, now))
    }
    return due.length
  })
}

async function start(deps: Deps, tx: Tx, row: DomainRow, tier: ReturnType<typeof tierInUse>): Promise<void> {
  if (!mayUse(tier, 'scheduled_scans')) return
  try {
    // A savepoint: what a refused start has counted is undone, and the others of the batch are kept.
    await tx.transaction(part => startRun(deps, part, { id: row.workspaceId, tier }, row, { isScheduled: true }))
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    deps.log.debug({ domainId: row.id, code: cause.code }, 'a scheduled scan was not started')
  }
}
