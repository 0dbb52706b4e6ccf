import { wording } from '@waxseal/contract'
import { mayScan } from '@waxseal/core/plan'
import { organizationalDomain } from '@waxseal/scanner'
import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { refuseReadOnly } from '../domains/read-only.ts'
import { requireLockedDomain } from '../domains/require-domain.ts'
import type { DomainRow } from '../domains/store.ts'
import { monthOf } from '../usage/period.ts'
import { countUp, giveBack } from '../usage/store.ts'
import type { Actor } from '../workspaces/actor.ts'
import { isOverBudget } from './name-budget.ts'
import { takeOwnRun } from './own-run-store.ts'
import { sendRun } from './send-run.ts'
import { insertRun, openRun } from './store.ts'
import { tellOfRun } from './turn-store.ts'

/**
 * Starts a scan of a domain of the workspace, or joins the running one, and returns the run's id. One transaction
 * increases the month's counter and creates the run and its job; joining costs nothing, unless
 * the run started by itself and waits: from then on it is the person's.
 *
 * @throws Refusal `not_found`; `scan_limit` when the month's scans are used up; `domain_read_only`.
 */
export function startScan(deps: Deps, actor: Actor, domainId: string): Promise<string> {
  return deps.store.transaction(async tx => {
    const row = await requireLockedDomain(tx, actor, domainId)
    return startRun(deps, tx, actor.workspace, row, { isScheduled: false })
  })
}

/**
 * The same for a domain whose row is locked already.
 *
 * @param options.isScheduled the runs that people start come first
 * @throws Refusal as `startScan`. The month's counter is then increased: the caller rolls back.
 */
export async function startRun(
  deps: Deps,
  tx: Tx,
  workspace: Pick<Actor['workspace'], 'id' | 'tier'>,
  row: DomainRow,
  { isScheduled }: { isScheduled: boolean },
): Promise<string> {
  const now = deps.now()
  const running = await openRun(tx, row.id)
  const isOwn = running !== undefined && running.ownFor !== null && running.state === 'queued' && !isScheduled
  if (running !== undefined && !isOwn) return running.id

  await refuseReadOnly(tx, workspace, row.id)

  const period = monthOf(now)
  const sharesAnswers = running === undefined && (await isOverBudget(deps, tx, row.name, workspace.id))
  if (!sharesAnswers) {
    // Counted first: the row stays locked, so that two concurrent starts cannot both be the last allowed one.
    const count = await countUp(tx, { workspaceId: workspace.id, kind: 'scan', period })
    if (!mayScan(workspace.tier, count - 1).allowed) throw new Refusal('scan_limit', wording.scanLimit)
  }

  // It waits behind people's scans; now a person waits for it.
  if (running !== undefined) {
    if (!(await takeOwnRun(tx, running.id, period)))
      await giveBack(tx, { workspaceId: workspace.id, kind: 'scan', period })
    await tellOfRun(tx, running.id, 'queued')
    return running.id
  }

  const run = await insertRun(tx, {
    domainId: row.id,
    workspaceId: workspace.id,
    tier: workspace.tier,
    period,
    requestedAt: now,
    urgent: !isScheduled,
    site: organizationalDomain(row.name),
    sharesAnswers,
  })
  await sendRun(deps, tx, run.id)
  return run.id
}
