import {
  type createPortalSession,
  type ReplyOf,
  type subscription as subscriptionEndpoint,
  wording,
} from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { CustomerGone, type ProviderSubscription } from '../../ports.ts'
import type { Actor } from '../workspaces/actor.ts'
import { customerOf, subscriptionOf } from './customer-store.ts'
import { askingAbout } from './gone-customer.ts'
import { asking, providerOf } from './provider.ts'

/** The page of the provider for cards and invoices. @throws Refusal `validation` without a customer, `upstream` */
export async function openPortal(
  deps: Pick<Deps, 'store' | 'billing' | 'env' | 'now'>,
  actor: Actor,
): Promise<ReplyOf<typeof createPortalSession>> {
  const billing = providerOf(deps)
  const customer = await customerOf(deps.store.db, billing.kind, actor.workspace.id)
  if (customer === undefined) throw new Refusal('validation', wording.noBillingAccount)
  const returnUrl = `${new URL(deps.env.publicUrl).origin}/account`
  const { customerId } = customer
  return asking(wording.portalFailed, async () => {
    try {
      const { url } = await askingAbout(deps, customer, () => billing.openPortal({ customerId, returnUrl }))
      return { url }
    } catch (error) {
      if (error instanceof CustomerGone) throw new Refusal('validation', wording.noBillingAccount)
      throw error
    }
  })
}

/** The subscription of a workspace as it is stored. */
export async function readSubscription(
  deps: Pick<Deps, 'store' | 'billing'>,
  actor: Actor,
): Promise<ReplyOf<typeof subscriptionEndpoint>> {
  const found = await subscriptionOf(deps.store.db, providerOf(deps).kind, actor.workspace.id)
  return { subscription: found && presentSubscription(found) }
}

/** A subscription on the wire. */
export function presentSubscription(subscription: ProviderSubscription) {
  const { plan, period, status, currentPeriodEnd, pastDueSince, creditCents } = subscription
  return {
    plan,
    billing_period: period,
    status,
    current_period_end: currentPeriodEnd.toISOString(),
    past_due_since: pastDueSince?.toISOString() ?? null,
    credit: creditCents / 100,
  }
}
