import { isReadOnlyDomain, plans, readOnlyWords, type Tier } from '@waxseal/core/plan'
import type { Database, Tx } from '../../db/store.ts'
import { Refusal } from '../../errors.ts'
import { oldestDomains } from './store.ts'

/** A workspace with the plan in use. */
interface OfPlan {
  id: string
  tier: Tier
}

/** Those of these domains of a workspace that are read-only now. Nothing is stored: the plan or an older domain may go. */
export async function readOnlyAmong(
  db: Database | Tx,
  { id: workspaceId, tier }: OfPlan,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const room = plans[tier].domains
  if (room === null || ids.length === 0) return new Set()
  const oldest = await oldestDomains(db, workspaceId, room)
  const older = new Map(oldest.map((id, at) => [id, at]))
  return new Set(ids.filter(id => isReadOnlyDomain(tier, older.get(id) ?? oldest.length)))
}

/** Whether a domain of a workspace is read-only now. */
export async function isReadOnly(db: Database | Tx, workspace: OfPlan, id: string): Promise<boolean> {
  return (await readOnlyAmong(db, workspace, [id])).size > 0
}

/** @throws Refusal `domain_read_only` when one of these domains of the workspace is read-only */
export async function refuseReadOnly(db: Database | Tx, workspace: OfPlan, ...ids: readonly string[]): Promise<void> {
  if ((await readOnlyAmong(db, workspace, ids)).size > 0) {
    throw new Refusal('domain_read_only', readOnlyWords(workspace.tier), { feature: 'domains' })
  }
}
