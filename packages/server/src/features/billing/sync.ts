import { isSame, nextChangeAt, paidTierAt, type ReleasedChange, type Subscription, slotAfter } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { type BillingEvent, CustomerGone, type ProviderSubscription } from '../../ports.ts'
import { type By, bySelf } from '../audit/record.ts'
import { lockWorkspace } from '../workspaces/store.ts'
import { keepPayments } from './checkout-store.ts'
import {
  type CustomerRow,
  customerCalled,
  noteEvent,
  noteReading,
  storeSubscription,
  subscriptionOf,
  takeReading,
  wasSeen,
} from './customer-store.ts'
import { askingAbout } from './gone-customer.ts'
import { providerOf } from './provider.ts'
import { changePaidTier, recordSchedule } from './record-changes.ts'
import { forgetReleased, releasedOf } from './released-store.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

type Customer = Pick<CustomerRow, 'workspaceId' | 'customerId'>
export type SyncDeps = Pick<Deps, 'store' | 'billing' | 'now'>

/**
 * Makes our rows what the provider has now: subscription, payments and the plan of the workspace. Everything that may have
 * changed something ends here, and it does no harm twice. Of two at the same time, the one that asked the provider later
 * counts, whichever of them is stored last.
 *
 * @param by who made the change that is read, where a person did it with this call
 * @returns the subscription as it is stored now
 * @throws BillingFailed; then nothing has changed. CustomerGone; then the customer is forgotten
 */
export async function sync(
  deps: SyncDeps,
  { workspaceId, customerId }: Customer,
  by: By = bySelf,
): Promise<ProviderSubscription | null> {
  const { store, now } = deps
  const billing = providerOf(deps)
  const reading = await takeReading(store.db, workspaceId)
  if (reading === undefined) return null
  const [read, payments] = await askingAbout(deps, { workspaceId, customerId }, async () => [
    await billing.readSubscription(customerId),
    await billing.readPayments(customerId),
  ])
  return store.transaction(async tx => {
    const at = now()
    const of = { workspaceId, provider: billing.kind }
    await lockWorkspace(tx, workspaceId)
    const nextSyncAt = nextSync(workspaceId, read, at)
    if (!(await noteReading(tx, workspaceId, { reading, nextSyncAt }))) {
      return subscriptionOf(tx, billing.kind, workspaceId)
    }
    const before = await subscriptionOf(tx, billing.kind, workspaceId)
    await storeSubscription(tx, of, read)
    const released = await releasedOf(tx, workspaceId)
    if (released !== undefined && (read === null || !isFor(released.change, read)))
      await forgetReleased(tx, workspaceId)
    await keepPayments(
      tx,
      of,
      payments.filter(({ paidAt }) => paidAt >= paymentsSince(at)),
    )
    await changePaidTier(deps, tx, { workspaceId, by }, paidTierAt(read, at))
    await recordSchedule(deps, tx, { workspaceId, by }, { before, after: read })
    return read
  })
}

/** Whether it is the subscription that a change was scheduled for: with another plan or period, that change counts no more. */
function isFor({ from }: ReleasedChange, { id, plan, period }: ProviderSubscription): boolean {
  return id === from.id && isSame({ plan, period }, from)
}

/** Payments of before this moment are not kept: they are seven years old, as the privacy policy says. */
export function paymentsSince(now: Date): Date {
  const since = new Date(now)
  since.setUTCFullYear(since.getUTCFullYear() - paymentYears)
  return since
}

const paymentYears = 7

/** Once a day, when something changes by itself, and hourly while a renewal is late. */
function nextSync(workspaceId: string, read: Subscription | null, at: Date): Date {
  const daily = slotAfter(dayMs, workspaceId, at)
  if (read === null) return daily
  if (read.status === 'active' && read.currentPeriodEnd <= at) return new Date(at.getTime() + hourMs)
  const change = nextChangeAt(read, at)
  return change !== null && change < daily ? change : daily
}

/**
 * Handles an event of the provider once. Neither what it says nor the order of events counts: it only makes us ask.
 *
 * @throws BillingFailed; the provider sends the event again then
 */
export async function receiveEvent(deps: SyncDeps, event: BillingEvent): Promise<void> {
  const { store, now } = deps
  const { kind } = providerOf(deps)
  if (await wasSeen(store.db, kind, event)) return
  const customer = await customerCalled(store.db, kind, event.customerId)
  // An account may have other customers than ours.
  if (customer === undefined) return
  try {
    await sync(deps, customer)
  } catch (error) {
    // The event may say just that, and another try would find no customer.
    if (!(error instanceof CustomerGone)) throw error
  }
  await noteEvent(store.db, kind, event, now())
}
