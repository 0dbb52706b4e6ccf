import { wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { BillingFailed, type ProviderSubscription } from '../../ports.ts'
import { type CustomerRow, endTurn, takeTurn } from './customer-store.ts'
import { askingAbout } from './gone-customer.ts'
import { sync } from './sync.ts'

/** Longer than all questions to the provider in one change: at most nine, each over within 20 seconds. */
const turnMs = 180_000

/**
 * Changes the subscription of a workspace, one call at a time over all processes: `work` starts with what the provider has
 * now. After a failure in the middle our rows follow what has become of it.
 *
 * @throws Refusal `conflict` while another change is in progress; BillingFailed
 */
export async function inTurn<T>(
  deps: Pick<Deps, 'store' | 'billing' | 'now'>,
  customer: CustomerRow,
  work: (present: ProviderSubscription | null) => Promise<T>,
): Promise<T> {
  const { db } = deps.store
  const { workspaceId } = customer
  const now = deps.now()
  const until = new Date(now.getTime() + turnMs)
  if (!(await takeTurn(db, workspaceId, now, until))) throw new Refusal('conflict', wording.changeInProgress)
  try {
    return await askingAbout(deps, customer, async () => work(await sync(deps, customer)))
  } catch (error) {
    // The provider may be down. Then the next synchronization does it.
    if (error instanceof BillingFailed) await sync(deps, customer).catch(() => undefined)
    throw error
  } finally {
    await endTurn(db, workspaceId, until)
  }
}
