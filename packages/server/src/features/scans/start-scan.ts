import { wording } from '@waxseal/contract'
import { mayScan, plans } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { Account } from '../accounts/account.ts'
import { domainLimit } from '../domains/add-domain.ts'
import { lockedDomain, olderDomains } from '../domains/store.ts'
import { monthOf } from '../usage/period.ts'
import { countUp } from '../usage/store.ts'
import { insertRun, openRun } from './store.ts'

/**
 * Starts a scan of a domain of this account, or joins the one that is under way, and answers with the run's id. The
 * month's counter, the run and its job come to be in one transaction or not at all; joining costs nothing.
 *
 * @throws Refusal `not_found`; `scan_limit` when the month's scans are used up; `domain_limit` for a domain beyond what
 *   the plan has room for (after a downgrade).
 */
export function startScan(deps: Deps, account: Account, domainId: string): Promise<string> {
  const now = deps.now()
  return deps.store.transaction(async tx => {
    const row = await lockedDomain(tx, account.id, domainId)
    if (row === undefined) throw new Refusal('not_found', wording.notFound)
    const running = await openRun(tx, row.id)
    if (running !== undefined) return running.id

    const room = plans[account.tier].domains
    if (room !== null && (await olderDomains(tx, row)) >= room) throw domainLimit(account, room)

    const period = monthOf(now)
    // Counted first: the raised row stays locked, so that two starts at once cannot both be the last one allowed.
    const count = await countUp(tx, { accountId: account.id, kind: 'scan', period })
    if (!mayScan(account.tier, count - 1).allowed) throw new Refusal('scan_limit', wording.scanLimit)

    const run = await insertRun(tx, {
      domainId: row.id,
      accountId: account.id,
      tier: account.tier,
      period,
      requestedAt: now,
    })
    await deps.queue.send('scan.run', { runId: run.id }, { tx, key: run.id })
    return run.id
  })
}
