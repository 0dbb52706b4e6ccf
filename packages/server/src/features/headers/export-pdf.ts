import { wording } from '@waxseal/contract'
import { exportName } from '@waxseal/core/headers'
import { mayUse } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { Download } from '../../http/download.ts'
import { refuseReport } from '../../http/refuse-report.ts'
import type { Actor } from '../workspaces/actor.ts'
import { identityOnReports, printedIdentity } from '../workspaces/report-identity.ts'
import { present } from './present.ts'
import { analysisOf } from './store.ts'

/**
 * The report of a stored analysis as a PDF.
 *
 * @throws Refusal `feature_locked` below Pro; `not_found`, also after it has expired; `unavailable` when the report could
 * not be made, or too many are waiting, of all or of this workspace
 */
export async function exportPdf(
  { store, now, renderHeaderReport }: Pick<Deps, 'store' | 'now' | 'renderHeaderReport'>,
  { workspace }: Pick<Actor, 'workspace'>,
  id: string,
  signal: AbortSignal,
): Promise<Download> {
  if (!mayUse(workspace.tier, 'exports')) {
    throw new Refusal('feature_locked', wording.exportsLocked, { feature: 'exports' })
  }
  const row = await analysisOf(store.db, workspace.id, id, now())
  if (row === undefined) throw new Refusal('not_found', wording.notFound)
  const identity = await identityOnReports(store.db, workspace)
  const report = {
    analysis: present(row, { newSelectors: [], reader: workspace.tier }),
    exportedAt: now().toISOString(),
    ...(identity && { identity: printedIdentity(identity) }),
  }
  const content = await renderHeaderReport(report, { workspaceId: workspace.id, signal }).catch(refuseReport)
  return { name: exportName(row.document.parsed_data.subject), type: 'application/pdf', content }
}
