import type { ScanReply } from '@waxseal/core/health'
import type { Tier } from '@waxseal/core/plan'
import { changesToShow } from '@waxseal/core/watch'
import type { Deps } from '../../deps.ts'
import { isReadOnly } from '../domains/read-only.ts'
import { isScanDue } from '../domains/scan-due.ts'
import { ownedSummary } from '../domains/store.ts'

/** The newest scan of a domain of a workspace with what monitoring saw change since. */
export async function withSince(
  { store }: Pick<Deps, 'store'>,
  { workspace, domainId }: { workspace: { id: string; tier: Tier }; domainId: string },
  reply: ScanReply,
): Promise<ScanReply> {
  const row = await ownedSummary(store.db, workspace.id, domainId)
  if (row === undefined || row.unseenChanges.length === 0) return { ...reply, changed_after_scan: [] }
  const due = isScanDue(row, await isReadOnly(store.db, workspace, domainId))
  return { ...reply, changed_after_scan: changesToShow(row.unseenChanges, { isScanDue: due }) }
}
