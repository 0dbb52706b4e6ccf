import { reportCsv, type ScanReply, type ScanResult } from '@waxseal/core/health'
import type { Deps } from '../../deps.ts'
import type { Download } from '../../http/download.ts'
import type { Actor } from '../workspaces/actor.ts'
import { exportableScan } from './exportable-scan.ts'
import { withSince } from './with-since.ts'

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
  const result = await exportableScan(deps, actor, domainId)
  const reply = await withSince(deps, { workspace: actor.workspace, domainId }, present(result))
  return {
    name: `${result.name}_report.csv`,
    type: 'text/csv; charset=utf-8',
    // Excel reads a file without this mark in the code page of Windows.
    content: Buffer.from(`\uFEFF${reportCsv(reply)}`),
  }
}
