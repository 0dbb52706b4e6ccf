import { wording } from '@waxseal/contract'
import { reportCsv, type ScanReply, type ScanResult } from '@waxseal/core/health'
import { mayUse } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { Download } from '../../http/download.ts'
import type { Actor } from '../workspaces/actor.ts'
import { latestScan } from './latest-scan.ts'

/**
 * The newest scan of a domain as CSV, saved as `{domain}_report.csv`.
 *
 * @param present words the stored scan, as the report shows it
 * @throws Refusal `feature_locked` below Pro; `not_found`; `no_scan`: no scan of it yet
 */
export async function exportCsv(
  deps: Deps,
  actor: Actor,
  { domainId, present }: { domainId: string; present: (result: ScanResult) => ScanReply },
): Promise<Download> {
  if (!mayUse(actor.workspace.tier, 'exports')) {
    throw new Refusal('feature_locked', wording.exportsLocked, { feature: 'exports' })
  }
  const result = await latestScan(deps, actor, domainId)
  return {
    name: `${result.name}_report.csv`,
    type: 'text/csv; charset=utf-8',
    content: Buffer.from(reportCsv(present(result))),
  }
}
