import { wording } from '@waxseal/contract'
import { mayUse, nextScanAfter, type ScanSchedule } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { Actor } from '../workspaces/actor.ts'
import { refuseReadOnly } from './read-only.ts'
import { requireDomain } from './require-domain.ts'
import { updateSchedule } from './schedule-store.ts'

/**
 * Sets how often a domain is scanned on a schedule, and returns when that happens next. A plan without scheduled scans may
 * still end a schedule, also that of a read-only domain.
 *
 * @throws Refusal `feature_locked` below Pro; `not_found`; `domain_read_only`
 */
export async function setSchedule(deps: Deps, { workspace }: Actor, id: string, frequency: ScanSchedule) {
  if (frequency !== 'none' && !mayUse(workspace.tier, 'scheduled_scans')) {
    throw new Refusal('feature_locked', wording.scheduledScansLocked, { feature: 'scheduled_scans' })
  }
  if (frequency !== 'none') {
    const { id: owned } = await requireDomain(deps.store.db, { workspace }, id)
    await refuseReadOnly(deps.store.db, workspace, owned)
  }
  const nextScanAt = nextScanAfter(frequency, id, deps.now())
  const change = { scanSchedule: frequency, nextScanAt }
  if (!(await updateSchedule(deps.store.db, workspace.id, id, change))) {
    throw new Refusal('not_found', wording.notFound)
  }
  return { frequency, next_scan_at: nextScanAt?.toISOString() ?? null }
}
