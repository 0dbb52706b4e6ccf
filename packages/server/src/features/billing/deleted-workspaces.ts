import { isOpen } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { type BillingProvider, CustomerGone } from '../../ports.ts'
import { deletedWorkspaces } from '../workspaces/store.ts'
import { closeCheckout, openCheckoutOf } from './checkout-store.ts'
import { type CustomerRow, customerOf, readSoon, subscriptionOf } from './customer-store.ts'
import { providerOf } from './provider.ts'
import { forgetReleased } from './released-store.ts'
import { sync } from './sync.ts'
import { inTurn } from './turn.ts'

type EndDeps = Pick<Deps, 'store' | 'billing' | 'now'>

/** Makes the readings of deleted workspaces due where something may still be charged. Those that failed wait until `until`. */
export async function readDeletedSoon({ store, billing }: EndDeps, now: Date, until: Date): Promise<void> {
  if (billing === null) return
  const workspaceIds = await deletedWorkspaces(store.db)
  if (workspaceIds.length > 0) await readSoon(store.db, { provider: billing.kind, now, until, workspaceIds })
}

/**
 * Lets nothing more be charged for a deleted workspace: its subscription ends with the period that is paid, and its page
 * closes. What has ended already stays as it is, so a second call asks for no change.
 *
 * @throws BillingFailed, and Refusal `conflict` while a call changes the subscription; the next reading tries again
 */
export async function endForDeleted(deps: EndDeps, customer: CustomerRow): Promise<void> {
  const billing = providerOf(deps)
  await inTurn(deps, customer, async present => {
    // It may be restored since the work began.
    if (!(await deletedWorkspaces(deps.store.db)).includes(customer.workspaceId)) {
      await sync(deps, customer)
      return
    }
    const page = await openCheckoutOf(deps.store.db, customer.workspaceId)
    const goesOn = present !== null && present.status !== 'cancelled'
    if (page === undefined && !goesOn) return
    await billing.endAll(customer.customerId)
    await forgetReleased(deps.store.db, customer.workspaceId)
    if (page !== undefined) await closeCheckout(deps.store.db, page.id, 'expired')
    await sync(deps, customer)
  })
}

/** Only here money moves. */
const live = 'stripe' satisfies BillingProvider['kind']

/**
 * Whether nothing more will be charged to a workspace, as far as the last reading knows.
 *
 * @throws Error when a provider that this server is no longer set up for still charges it: only the row of the
 * subscription knows whom to stop charging
 */
export async function isEnding({ store, billing, now }: EndDeps, workspaceId: string): Promise<boolean> {
  if (billing?.kind !== live && !(await endsAt(live))) {
    throw new Error(
      'Stripe still charges this workspace, and BILLING is not stripe: set it, so that the subscription ends',
    )
  }
  return billing === null || endsAt(billing.kind)

  async function endsAt(kind: BillingProvider['kind']): Promise<boolean> {
    const present = await subscriptionOf(store.db, kind, workspaceId)
    if (present === null || (kind === billing?.kind && !isOpen(present, now()))) return true
    return present.status === 'cancelled' || present.scheduled?.plan === 'free'
  }
}

/**
 * Whether a deleted workspace may be removed. Before it is, the provider forgets who the customer was.
 *
 * @throws BillingFailed when it could not; Error as `isEnding`
 */
export async function mayRemove(deps: EndDeps, workspaceId: string): Promise<boolean> {
  if (!(await isEnding(deps, workspaceId))) return false
  const { store, billing } = deps
  const customer = billing === null ? undefined : await customerOf(store.db, billing.kind, workspaceId)
  if (customer === undefined) return true
  try {
    await billing?.forgetPerson?.(customer.customerId)
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error
  }
  return true
}
