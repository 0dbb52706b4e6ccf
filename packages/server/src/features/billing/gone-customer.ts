import type { Deps } from '../../deps.ts'
import { CustomerGone } from '../../ports.ts'
import { bySelf } from '../audit/record.ts'
import { lockWorkspace } from '../workspaces/store.ts'
import { type CustomerRow, customerOf, forgetCustomer } from './customer-store.ts'
import { providerOf } from './provider.ts'
import { changePaidTier } from './record-changes.ts'

type Customer = Pick<CustomerRow, 'workspaceId' | 'customerId'>

/**
 * Asks the provider about a customer. One that was deleted there is forgotten, and its plan ends, because the provider ended
 * its subscription with it. So the next purchase makes a new customer.
 *
 * @throws CustomerGone after that
 */
export async function askingAbout<T>(
  deps: Pick<Deps, 'store' | 'billing' | 'now'>,
  customer: Customer,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CustomerGone) await forget(deps, customer)
    throw error
  }
}

async function forget(
  deps: Pick<Deps, 'store' | 'billing' | 'now'>,
  { workspaceId, customerId }: Customer,
): Promise<void> {
  const { kind } = providerOf(deps)
  await deps.store.transaction(async tx => {
    await lockWorkspace(tx, workspaceId)
    // Another call may have forgotten it already, and have made a new one.
    if ((await customerOf(tx, kind, workspaceId))?.customerId !== customerId) return
    await changePaidTier(deps, tx, { workspaceId, by: bySelf }, 'free')
    await forgetCustomer(tx, workspaceId)
  })
}
