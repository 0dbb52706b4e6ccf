import { mayUse } from '@waxseal/core/plan'
import type { Database, Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { isReadOnly } from '../domains/read-only.ts'
import { lockedDomain } from '../domains/store.ts'
import { lockedWorkspace } from '../scans/finding-store.ts'
import { tierInUse } from '../workspaces/sign-in.ts'
import { storedTiers } from '../workspaces/store.ts'
import type { Subject } from './raise.ts'

/**
 * A domain as alerts are about it, with its row locked until the transaction ends. Null when no alert is sent: the domain
 * is gone, its plan has no alerts, or it is read-only.
 */
export async function alertedDomain(deps: Deps, tx: Tx, domainId: string): Promise<Subject | null> {
  const workspaceId = await lockedWorkspace(tx, domainId)
  const domain = workspaceId && (await lockedDomain(tx, workspaceId, domainId))
  if (!workspaceId || !domain) return null
  const tier = await alertedTier(deps, tx, workspaceId)
  if (tier === null || (await isReadOnly(tx, { id: workspaceId, tier }, domainId))) return null
  return { workspaceId, tier, domainId, name: domain.name }
}

/** The plan of a workspace now; null when it has no alerts or the workspace is gone. */
export async function alertedTier(
  deps: Pick<Deps, 'env'>,
  db: Database | Tx,
  workspaceId: string,
): Promise<Subject['tier'] | null> {
  const stored = (await storedTiers(db, [workspaceId])).get(workspaceId)
  const tier = stored === undefined ? null : tierInUse(deps, stored)
  return tier !== null && mayUse(tier, 'alerts') ? tier : null
}
