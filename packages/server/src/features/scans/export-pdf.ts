import type { ScanReply, ScanResult } from '@waxseal/core/health'
import type { Deps } from '../../deps.ts'
import type { Download } from '../../http/download.ts'
import { refuseReport } from '../../http/refuse-report.ts'
import { unicodeOf } from '../domains/present.ts'
import type { Actor } from '../workspaces/actor.ts'
import { identityOnReports, printedIdentity } from '../workspaces/report-identity.ts'
import { listDecisions } from './decisions.ts'
import { exportableScan } from './exportable-scan.ts'
import { withSince } from './with-since.ts'

interface Export {
  domainId: string
  /** Words the stored scan, as the report on the screen shows it. */
  present: (result: ScanResult) => ScanReply
  /** Ends the work on the report. */
  signal: AbortSignal
}

/**
 * The newest scan of a domain as a PDF, saved as `{domain}_report.pdf`.
 *
 * @throws Refusal `feature_locked` below Pro; `not_found`; `no_scan`: no scan of it yet; `unavailable` when the report
 * could not be made, or too many are waiting, of all or of this workspace
 */
export async function exportPdf(deps: Deps, actor: Actor, { domainId, present, signal }: Export): Promise<Download> {
  const result = await exportableScan(deps, actor, domainId)
  const { decisions } = await listDecisions(deps, actor, domainId)
  const identity = await identityOnReports(deps.store.db, actor.workspace)
  const report = {
    scan: await withSince(deps, { workspace: actor.workspace, domainId }, present(result)),
    unicode: unicodeOf(result.name),
    decisions,
    exportedAt: deps.now().toISOString(),
    ...(identity && { identity: printedIdentity(identity) }),
  }
  const content = await deps.renderDomainReport(report, { workspaceId: actor.workspace.id, signal }).catch(refuseReport)
  return { name: `${result.name}_report.pdf`, type: 'application/pdf', content }
}
