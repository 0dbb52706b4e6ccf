import type { Tx } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import { throttleOf } from '../../http/rate-limit.ts'

/** Scans of one name in an hour, of the whole installation. Visitors' checks count too. */
const ofAll = { max: 30, windowMs: 3_600_000 }
/** So many of them a workspace that holds the name may always make, whoever else scans it. */
const ofWorkspace = { max: 6, windowMs: 3_600_000 }

/**
 * Counts a scan of a name.
 *
 * @param name as A-labels
 * @param workspaceId whose scan it is; null: a visitor's check
 * @returns whether the name was scanned so often in this hour that this scan takes the DNS answers of another one
 */
export async function isOverBudget(
  { now }: Pick<Deps, 'now'>,
  db: Tx | Deps['store']['db'],
  name: string,
  workspaceId: string | null,
): Promise<boolean> {
  const throttle = throttleOf({ store: { db }, now })
  const all = await throttle(`scans of ${name}`, ofAll)
  if (workspaceId === null) return all !== null
  return (await throttle(`scans of ${name} by ${workspaceId}`, ofWorkspace)) !== null && all !== null
}
