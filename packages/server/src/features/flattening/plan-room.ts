import { plans, type Tier } from '@waxseal/core/plan'
import type { Database, Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { tierInUse } from '../workspaces/sign-in.ts'
import { storedTiers } from '../workspaces/store.ts'
import { type FlatteningRow, olderConfigurations } from './store.ts'

/** Whether a plan has no room for a hosted record that has so many older ones beside it. */
export function isBeyondPlan(tier: Tier, older: number): boolean {
  const limit = plans[tier].flattening
  return limit !== null && older >= limit
}

/**
 * Whether a hosted record is paused: it stays hosted and up to date, because mail depends on it, but cannot be changed
 * (decision 5.8). A retired one is not.
 */
export async function isPaused(
  deps: Pick<Deps, 'env'>,
  db: Database | Tx,
  { id, createdAt, workspaceId, domainId }: FlatteningRow,
): Promise<boolean> {
  if (workspaceId === null || domainId === null) return false
  const stored = (await storedTiers(db, [workspaceId])).get(workspaceId)
  if (stored === undefined) return false
  return isBeyondPlan(tierInUse(deps, stored), await olderConfigurations(db, { id, createdAt, workspaceId }))
}
