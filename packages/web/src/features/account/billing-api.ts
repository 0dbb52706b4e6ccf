import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  cancelDowngradeRoute,
  createCheckoutRoute,
  createPortalSessionRoute,
  restoreDowngradeRoute,
  scheduledDowngradeRoute,
  subscriptionRoute,
} from '@waxseal/contract/routes'
import * as wording from '@waxseal/contract/wording'
import type { Subscription, Wish } from '@waxseal/core/plan'
import { useCallback } from 'react'
import { scheduledInWords } from '../../components/plans/billing-words.ts'
import { call, type Input, type Reply } from '../../lib/api.ts'
import { leavePage } from '../../lib/leave-page.ts'
import { configQuery } from '../../lib/queries.ts'
import { useAction } from '../../lib/use-action.ts'

type CheckoutReply = Reply<typeof createCheckoutRoute>
type ScheduledReply = Reply<typeof scheduledDowngradeRoute>

type CheckoutStep = NonNullable<Input<typeof createCheckoutRoute>['body']['step']>

/** What a click on a plan led to, unless the browser leaves for the page to pay on. */
export type Outcome = Exclude<CheckoutReply, { url: string } | { purchase: true }>

/** A choice on the plan cards. `agreed`: the person agreed to a downgrade. Otherwise nothing may change without a question. */
export interface Change {
  wish: Wish
  agreed: boolean
}

/** One key: while one change of the subscription runs, no second one starts. */
const billingKey = ['billing'] as const

const subscriptionQuery = queryOptions({
  queryKey: [...billingKey, 'subscription'],
  queryFn: ({ signal }) => call(subscriptionRoute, { signal }),
})

const scheduledQuery = queryOptions({
  queryKey: [...billingKey, 'scheduled'],
  queryFn: ({ signal }) => call(scheduledDowngradeRoute, { signal }),
})

/** A subscription with what earlier changes left over, in dollars: it pays the next invoices first. */
export interface Paid extends Subscription {
  credit: number
  /** The change that is taken back while the page of an upgrade is open; null: none is. */
  onHold: Subscription['scheduled']
}

/** What the workspace pays for. `off`: this installation sells nothing. */
export type Billing =
  | { state: 'off' }
  | { state: 'failed'; retry: () => void }
  /** `at`: when it was read. */
  | { state: 'ready'; present: Paid | null; at: Date }

/** The subscription of the workspace with what is scheduled for the end of its period; null while it loads. */
export function useBilling(): Billing | null {
  const config = useQuery(configQuery)
  const enabled = config.data !== undefined && config.data.billing !== 'off'
  const subscription = useQuery({ ...subscriptionQuery, enabled })
  const scheduled = useQuery({ ...scheduledQuery, enabled })
  if (config.data?.billing === 'off') return { state: 'off' }
  const queries = [config, subscription, scheduled]
  if (subscription.data && scheduled.data)
    return {
      state: 'ready',
      present: presentOf(subscription.data, scheduled.data),
      at: new Date(subscription.dataUpdatedAt),
    }
  if (!queries.some(({ isError }) => isError)) return null
  return { state: 'failed', retry: () => queries.forEach(query => query.isError && void query.refetch()) }
}

/** The subscription of the wire, as the rules of the plans take it. */
function presentOf(
  { subscription }: Reply<typeof subscriptionRoute>,
  scheduled: Reply<typeof scheduledDowngradeRoute>,
): Paid | null {
  if (subscription === null) return null
  return {
    plan: subscription.plan,
    period: subscription.billing_period,
    status: subscription.status,
    credit: subscription.credit,
    currentPeriodEnd: new Date(subscription.current_period_end),
    pastDueSince: subscription.past_due_since === null ? null : new Date(subscription.past_due_since),
    scheduled: scheduled.scheduled ? changeOf(scheduled) : null,
    onHold: scheduled.scheduled || scheduled.onHold === undefined ? null : changeOf(scheduled.onHold),
  }
}

type ShownChange = Pick<Extract<ScheduledReply, { scheduled: true }>, 'newPlan' | 'newPeriod' | 'effectiveDate'>

function changeOf({ newPlan: plan, newPeriod: period, effectiveDate }: ShownChange) {
  return { plan, period, at: new Date(effectiveDate) }
}

/**
 * Schedules the change again that an upgrade has taken back, after its page was left without paying.
 *
 * @returns what is scheduled then, in words; null: nothing
 */
export async function restoreDowngrade(): Promise<string | null> {
  const reply = await call(restoreDowngradeRoute, {})
  return reply.scheduled ? scheduledInWords({ plan: reply.currentPlan }, changeOf(reply)) : null
}

interface ChangeOptions {
  /** null: the person came back from the page to pay on with the browser's Back button. */
  onOutcome: (outcome: Outcome | null) => void
  onFailure: (error: Error) => void
}

/**
 * Chooses a plan. What this page knows of the subscription may be old, so the server says first what the choice means. For a
 * purchase the browser leaves for the page to pay on, and the action stays busy meanwhile.
 */
export function useChangePlan({ onOutcome, onFailure }: ChangeOptions) {
  const client = useQueryClient()
  return useAction({
    key: billingKey,
    run: async ({ wish, agreed }: Change) => {
      const reply = await checkout(wish, agreed ? 'schedule' : 'preview')
      const next = 'purchase' in reply ? await checkout(wish, 'buy') : reply
      if ('purchase' in next) throw new Error('a purchase was previewed twice')
      if (!('url' in next)) return next
      await leavePage(next.url)
      return null
    },
    failure: 'shown',
    onSuccess: onOutcome,
    onError: onFailure,
    // A refusal may say that the subscription is another one by now.
    onSettled: () => void client.invalidateQueries({ queryKey: billingKey }),
  })
}

function checkout({ plan, period }: Wish, step: CheckoutStep): Promise<CheckoutReply> {
  return call(createCheckoutRoute, {
    body: { plan, billing_period: period, origin_url: window.location.origin, step },
  })
}

/** Goes to the page that confirms an upgrade. It opens only now: one that is open makes other upgrades wait. */
export function useConfirmUpgrade() {
  const client = useQueryClient()
  return useAction({
    key: billingKey,
    run: async (wish: Wish) => {
      const reply = await checkout(wish, 'confirm')
      if (!('url' in reply)) return
      await leavePage(reply.url)
      // The person came back with the browser's Back button. Where this fails, the server does it by itself later.
      await restoreDowngrade().catch(() => null)
    },
    failure: { failure: wording.changeFailed, preferDetail: true },
    onSettled: () => void client.invalidateQueries({ queryKey: billingKey }),
  })
}

/** Reads again what the workspace pays for. */
export function useReloadBilling(): () => void {
  const client = useQueryClient()
  return useCallback(() => void client.invalidateQueries({ queryKey: billingKey }), [client])
}

export function useCancelDowngrade(onDone: () => void) {
  const client = useQueryClient()
  return useAction({
    key: billingKey,
    run: () => call(cancelDowngradeRoute, {}),
    success: 'The scheduled change was canceled',
    failure: { failure: wording.cancelDowngradeFailed, preferDetail: true },
    // Busy until the notice is gone.
    onSettled: () => client.invalidateQueries({ queryKey: billingKey }).then(onDone),
  })
}

/** Goes to the page of the payment provider for cards, invoices and the subscription. */
export function useOpenPortal() {
  return useAction({
    key: billingKey,
    run: async () => leavePage((await call(createPortalSessionRoute, {})).url),
    failure: { failure: wording.portalFailed, preferDetail: true },
  })
}
