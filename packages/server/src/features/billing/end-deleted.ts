import { isOpen, type Subscription } from '@waxseal/core/plan'
import type { Deps } from '../../deps.ts'
import { BillingFailed } from '../../ports.ts'
import { deletedAmong } from '../workspaces/deletion-store.ts'
import { customerOf, renewing, subscriptionOf } from './customer-store.ts'
import type { SyncDeps } from './sync.ts'
import { inTurn } from './turn.ts'

/** Workspaces that are read at once. */
const batch = 200

/**
 * Ends the subscriptions of deleted workspaces at the end of their periods, so that nothing more is charged. One whose
 * provider fails is tried again with the next run.
 */
export async function endOfDeleted(deps: SyncDeps & Pick<Deps, 'log'>, stopping?: AbortSignal): Promise<void> {
  const { store, billing, log } = deps
  if (billing === null) return
  let after: string | null = null
  for (;;) {
    const some: string[] = await renewing(store.db, billing.kind, { after, limit: batch })
    for (const workspaceId of await deletedAmong(store.db, some)) {
      if (stopping?.aborted === true) return
      try {
        await endSubscription(deps, workspaceId)
      } catch (err) {
        log.warn({ err, workspaceId }, 'the subscription of a deleted workspace could not be ended')
      }
    }
    after = some.at(-1) ?? null
    if (some.length < batch) return
  }
}

/** Whether nothing more will be charged to a workspace, as far as the last reading knows. */
export async function isEnding({ store, billing, now }: SyncDeps, workspaceId: string): Promise<boolean> {
  if (billing === null) return true
  const present = await subscriptionOf(store.db, billing.kind, workspaceId)
  return present === null || !renews(present, now())
}

/** @throws BillingFailed; Refusal `conflict` while another change is in progress */
async function endSubscription(deps: SyncDeps, workspaceId: string): Promise<void> {
  const { store, billing, now } = deps
  const customer = billing && (await customerOf(store.db, billing.kind, workspaceId))
  if (!billing || customer === undefined || customer === null) return
  await inTurn(deps, customer, async present => {
    if (present === null || !renews(present, now())) return
    if (present.scheduled !== null) await billing.release(present.id)
    await billing.cancelAtPeriodEnd(present.id)
  })
  // Our row follows what the provider has now.
  await inTurn(deps, customer, async present => {
    if (present !== null && renews(present, now())) throw new BillingFailed('the subscription still renews')
  })
}

const renews = (present: Subscription, at: Date): boolean =>
  isOpen(present, at) && present.status !== 'cancelled' && present.scheduled?.plan !== 'free'
