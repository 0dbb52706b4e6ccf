import { wording } from '@waxseal/contract'
import type { ScanResult } from '@waxseal/core/health'
import { mayUse } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { Actor } from '../workspaces/actor.ts'
import { latestScan } from './latest-scan.ts'

/**
 * The newest scan of a domain, for a file of it.
 *
 * @throws Refusal `feature_locked` below Pro; `not_found`; `no_scan`: no scan of it yet
 */
export async function exportableScan(deps: Deps, actor: Actor, domainId: string): Promise<ScanResult> {
  if (!mayUse(actor.workspace.tier, 'exports')) {
    throw new Refusal('feature_locked', wording.exportsLocked, { feature: 'exports' })
  }
  return latestScan(deps, actor, domainId)
}
