import { type checkoutStatus as endpoint, type ReplyOf, wording } from '@waxseal/contract'
import { isOpen, isSame } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { ProviderSubscription } from '../../ports.ts'
import type { Actor } from '../workspaces/actor.ts'
import { type CheckoutRow, checkoutOf, closeCheckout } from './checkout-store.ts'
import { customerOf } from './customer-store.ts'
import { asking, providerOf } from './provider.ts'
import { sync } from './sync.ts'

type Reply = ReplyOf<typeof endpoint>
type StatusDeps = Pick<Deps, 'store' | 'billing' | 'now'>

/**
 * Where a purchase or a confirmed change is. Asks the provider, because its events may be late, and makes the plan of the
 * workspace what was paid.
 *
 * @throws Refusal `not_found` for one of another workspace, `upstream`
 */
export async function checkoutStatus(deps: StatusDeps, actor: Actor, id: string): Promise<Reply> {
  const { db } = deps.store
  const { kind } = providerOf(deps)
  const workspaceId = actor.workspace.id
  const [row, customer] = await Promise.all([checkoutOf(db, workspaceId, id), customerOf(db, kind, workspaceId)])
  if (row === undefined || row.provider !== kind || customer === undefined)
    throw new Refusal('not_found', wording.notFound)
  return asking(wording.paymentNotVerified, async () => {
    const present = await sync(deps, customer)
    const { status, payment } = await settled(deps, row, present)
    // It may have been paid since the subscription was read.
    if (status === 'complete' && row.state === 'open') await sync(deps, customer)
    return { payment_status: payment, status, plan: row.plan }
  })
}

/** A purchase or a change, with the state it is in now. */
interface Settled {
  row: CheckoutRow
  status: Reply['status']
  payment: Reply['payment_status']
}

/** Finds out whether one that was open has ended, and stores that. `present`: the subscription as it is now. */
export async function settled(
  deps: StatusDeps,
  row: CheckoutRow,
  present: ProviderSubscription | null,
): Promise<Settled> {
  const found = row.sessionId === null ? changeState(deps, row, present) : await sessionState(deps, row, row.sessionId)
  if (row.state === 'open' && found.status !== 'open') await closeCheckout(deps.store.db, row.id, found.status)
  return { row, ...found }
}

async function sessionState(deps: StatusDeps, row: CheckoutRow, sessionId: string): Promise<Omit<Settled, 'row'>> {
  if (row.state === 'expired') return { status: 'expired', payment: 'unpaid' }
  return providerOf(deps).readCheckout(sessionId)
}

/** Stripe keeps no state of the page of a change: the subscription says whether it was confirmed. */
function changeState(
  { now }: StatusDeps,
  row: CheckoutRow,
  present: ProviderSubscription | null,
): Omit<Settled, 'row'> {
  const at = now()
  const isMade = present?.status === 'active' && isOpen(present, at) && isSame(present, row)
  // Also when our row has expired: a customer may confirm on a page that was opened in time.
  if (row.state === 'complete' || isMade) return { status: 'complete', payment: 'paid' }
  return { status: row.state === 'expired' || at >= row.expiresAt ? 'expired' : 'open', payment: 'unpaid' }
}
