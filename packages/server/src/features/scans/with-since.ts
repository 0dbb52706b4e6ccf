import type { ScanReply } from '@waxseal/core/health'
import { changesToShow } from '@waxseal/core/watch'
import type { Deps } from '../../deps.ts'
import { ownedDomain } from '../domains/store.ts'

/** The newest scan of a domain of a workspace with what monitoring saw change since. */
export async function withSince(
  { store }: Pick<Deps, 'store'>,
  { workspaceId, domainId }: { workspaceId: string; domainId: string },
  reply: ScanReply,
): Promise<ScanReply> {
  const row = await ownedDomain(store.db, workspaceId, domainId)
  return { ...reply, changed_after_scan: changesToShow(row?.unseenChanges ?? []) }
}
