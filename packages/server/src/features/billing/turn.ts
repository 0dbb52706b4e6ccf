import { randomUUID } from 'node:crypto'
import { wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { BillingFailed, beforeRequests, type ProviderSubscription } from '../../ports.ts'
import { type CustomerRow, endTurn, hasTurn, renewTurn, type Turn, takeTurn } from './customer-store.ts'
import { askingAbout } from './gone-customer.ts'
import { sync } from './sync.ts'

/** How long a turn lasts after its process has died. */
const turnMs = 15_000
/** How often a process that lives moves the end of its turn on. */
const renewMs = 5_000

type TurnDeps = Pick<Deps, 'store' | 'billing' | 'now'>

/**
 * Changes the subscription of a workspace, one call at a time over all processes: `work` starts with what the provider has
 * now. After a failure in the middle our rows follow what has become of it. The turn is moved on while this process lives, and
 * before each request to the provider it is looked up whether it is still ours: a process that was stopped for longer than a
 * turn changes nothing any more.
 *
 * @throws Refusal `conflict` while another change is in progress, or once one has begun because this one stood still;
 *   BillingFailed
 */
export async function inTurn<T>(
  deps: TurnDeps,
  customer: CustomerRow,
  work: (present: ProviderSubscription | null) => Promise<T>,
): Promise<T> {
  const { db } = deps.store
  const turn: Turn = { workspaceId: customer.workspaceId, id: randomUUID() }
  const end = () => new Date(deps.now().getTime() + turnMs)
  if (!(await takeTurn(db, turn, deps.now(), end()))) throw new Refusal('conflict', wording.changeInProgress)
  // The request that finds the turn lost ends the call; here nothing has to be said.
  const renewing = setInterval(() => void renewTurn(db, turn, end()).catch(() => undefined), renewMs)
  renewing.unref()
  const isOurs = async () => {
    if (!(await hasTurn(db, turn, deps.now()))) throw new Refusal('conflict', wording.changeInProgress)
  }
  try {
    return await beforeRequests(isOurs, async () => {
      try {
        return await askingAbout(deps, customer, async () => work(await sync(deps, customer)))
      } catch (error) {
        // The provider may be down. Then the next synchronization does it.
        if (error instanceof BillingFailed) await sync(deps, customer).catch(() => undefined)
        throw error
      }
    })
  } finally {
    clearInterval(renewing)
    await endTurn(db, turn)
  }
}
