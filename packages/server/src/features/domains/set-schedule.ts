import { wording } from '@waxseal/contract'
import { mayUse, nextScanAfter, type ScanSchedule } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { recordEvent } from '../audit/record.ts'
import type { Actor } from '../workspaces/actor.ts'
import { refuseReadOnly } from './read-only.ts'
import { requireLockedDomain } from './require-domain.ts'
import { updateSchedule } from './schedule-store.ts'

/**
 * Sets how often a domain is scanned on a schedule, and returns when that happens next. A plan without scheduled scans may
 * still end a schedule, also that of a read-only domain.
 *
 * @throws Refusal `feature_locked` below Pro; `not_found`; `domain_read_only`
 */
export async function setSchedule(deps: Deps, actor: Actor, id: string, frequency: ScanSchedule) {
  const { workspace } = actor
  if (frequency !== 'none' && !mayUse(workspace.tier, 'scheduled_scans')) {
    throw new Refusal('feature_locked', wording.scheduledScansLocked, { feature: 'scheduled_scans' })
  }
  const nextScanAt = nextScanAfter(frequency, id, deps.now())
  await deps.store.transaction(async tx => {
    const { name, scanSchedule: from, ...domain } = await requireLockedDomain(tx, actor, id)
    if (frequency !== 'none') await refuseReadOnly(tx, workspace, domain.id)
    await updateSchedule(tx, workspace.id, domain.id, { scanSchedule: frequency, nextScanAt })
    const detail = { from, to: frequency }
    if (from !== frequency)
      await recordEvent(deps, tx, actor, { action: 'domain.schedule_changed', subject: name, detail })
  })
  return { frequency, next_scan_at: nextScanAt?.toISOString() ?? null }
}
