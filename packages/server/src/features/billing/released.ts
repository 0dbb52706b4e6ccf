import { wording } from '@waxseal/contract'
import {
  isOpen,
  isSame,
  type Offer,
  plans,
  type ReleasedChange,
  type Subscription,
  type Wish,
} from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { BillingFailed, type ProviderSubscription } from '../../ports.ts'
import { closeCheckout, openCheckoutOf } from './checkout-store.ts'
import type { CustomerRow } from './customer-store.ts'
import { providerOf } from './provider.ts'
import { forgetReleased, noteReleased, releasedOf, restoreAgainAt } from './released-store.ts'
import { sync } from './sync.ts'
import { inTurn } from './turn.ts'

export type ReleasedDeps = Pick<Deps, 'store' | 'billing' | 'now'>

const minuteMs = 60_000
/** No page opens so shortly before a scheduled change: it could stand in the way of it. */
const lastHourMs = 60 * minuteMs
/** Before the period ends a change stands again in any case, whatever page is open. */
const marginMs = 10 * minuteMs

type Scheduled = NonNullable<Subscription['scheduled']>
type WithChange = ProviderSubscription & { scheduled: Scheduled }

/** Whether something is scheduled there. */
export function hasChange(present: ProviderSubscription): present is WithChange {
  return present.scheduled !== null
}

/** @throws Refusal `conflict` in the last hour of a period with a scheduled change: its page would be open beyond the end */
export function refuseLastHour({ currentPeriodEnd }: ProviderSubscription, now: Date): void {
  if (currentPeriodEnd.getTime() - now.getTime() <= lastHourMs) throw new Refusal('conflict', wording.changeWithinHour)
}

/**
 * Notes what is scheduled before it is taken back, so that it is scheduled again whatever happens to this process. Without
 * further word that is in a minute.
 */
export async function hold(
  { store, now }: ReleasedDeps,
  workspaceId: string,
  { id, plan, period, scheduled }: WithChange,
): Promise<void> {
  const change: ReleasedChange = { plan: scheduled.plan, period: scheduled.period, from: { id, plan, period } }
  await noteReleased(store.db, workspaceId, change, new Date(now().getTime() + minuteMs))
}

/** The change stays taken back until the page is over, and not until the period ends. */
export async function holdForPage(
  { store }: ReleasedDeps,
  workspaceId: string,
  { currentPeriodEnd }: ProviderSubscription,
  expiresAt: Date,
): Promise<void> {
  const latest = currentPeriodEnd.getTime() - marginMs
  await restoreAgainAt(store.db, workspaceId, new Date(Math.min(expiresAt.getTime(), latest)))
}

/** Whether a subscription is still the one that the change was scheduled for, and nothing else is scheduled. */
export function isStillWanted(present: ProviderSubscription | null, { from }: ReleasedChange, now: Date): boolean {
  return (
    present !== null &&
    isOpen(present, now) &&
    present.scheduled === null &&
    present.id === from.id &&
    isSame(present, from)
  )
}

/** Schedules a wish for the end of the period, in place of what is scheduled. */
export async function schedule(
  deps: ReleasedDeps,
  { id }: ProviderSubscription,
  { plan, period }: Wish,
): Promise<void> {
  const billing = providerOf(deps)
  if (plan === 'free') await billing.cancelAtPeriodEnd(id)
  else await billing.scheduleDowngrade(id, { plan, period })
}

/**
 * Schedules a change again that was taken back, in the turn of its customer. One that counts no more is forgotten. The page
 * that it was taken back for closes first, where the provider can close it.
 *
 * @returns what is scheduled again; null: nothing
 * @throws BillingFailed; then it is tried again
 */
export async function putBack(
  deps: ReleasedDeps,
  customer: CustomerRow,
  present: ProviderSubscription | null,
): Promise<Scheduled | null> {
  const { db } = deps.store
  const { workspaceId } = customer
  const released = await releasedOf(db, workspaceId)
  // It may be for a page that has opened since.
  if (released === undefined || released.restoreAt > deps.now()) return null
  const { change } = released
  let after = present
  if (present !== null && isStillWanted(present, change, deps.now()) && (await pageIsClosed(deps, workspaceId))) {
    await schedule(deps, present, change)
    after = await sync(deps, customer)
  }
  await forgetReleased(db, workspaceId)
  return after?.scheduled ?? null
}

/** Closes the page of a change; false: it was confirmed in this moment. */
async function pageIsClosed(deps: ReleasedDeps, workspaceId: string): Promise<boolean> {
  const { db } = deps.store
  const page = await openCheckoutOf(db, workspaceId)
  if (page === undefined || page.kind !== 'change') return true
  const state = page.sessionId === null ? 'expired' : await providerOf(deps).closeCheckout(page.sessionId)
  await closeCheckout(db, page.id, state)
  return state === 'expired'
}

/**
 * Does what takes a scheduled change back, or replaces it. When the provider fails in the middle, the change is put back at
 * once, and if that fails too, by a job; the person is told which.
 *
 * @param isDone whether the provider has done it all the same, and only its answer was lost
 * @throws Refusal `upstream`
 */
export async function keepingChange<T>(
  deps: ReleasedDeps,
  customer: CustomerRow,
  before: WithChange,
  { work, isDone }: { work: () => Promise<T>; isDone: (now: ProviderSubscription | null) => boolean },
): Promise<T | undefined> {
  const { db } = deps.store
  const { workspaceId } = customer
  await hold(deps, workspaceId, before)
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof BillingFailed)) throw cause
    await restoreAgainAt(db, workspaceId, deps.now())
    try {
      const now = await sync(deps, customer)
      if (isDone(now)) return undefined
      if ((await putBack(deps, customer, now)) !== null)
        throw new Refusal(
          'upstream',
          wording.changeStands(inWords(before, before.scheduled), dayOf(before.scheduled.at)),
          { cause },
        )
    } catch (error) {
      if (!(error instanceof BillingFailed)) throw error
      throw new Refusal(
        'upstream',
        wording.changeComesBack(inWords(before, before.scheduled), dayOf(before.scheduled.at)),
        { cause },
      )
    }
    throw cause
  }
}

/** "Starter", or "Pro, billed yearly" where only the period changes. */
function inWords(from: Offer, to: Wish): string {
  const { label } = plans[to.plan]
  return from.plan === to.plan ? `${label}, billed ${to.period}` : label
}

/** "December 20, 2026", in UTC. */
export function dayOf(at: Date): string {
  return at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}

/**
 * Schedules the change of a workspace again, now if that is possible, else by a job within a minute.
 *
 * @returns what is scheduled again; null: nothing, or not yet
 */
export async function restoreNow(deps: ReleasedDeps, customer: CustomerRow): Promise<Scheduled | null> {
  const { db } = deps.store
  if ((await releasedOf(db, customer.workspaceId)) === undefined) return null
  await restoreAgainAt(db, customer.workspaceId, deps.now())
  try {
    return await inTurn(deps, customer, present => putBack(deps, customer, present))
  } catch (error) {
    if (error instanceof BillingFailed || (error instanceof Refusal && error.code === 'conflict')) return null
    throw error
  }
}
