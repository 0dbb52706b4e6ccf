import { billingPeriods, paidTiers, subscriptionStatuses, tiers } from '@waxseal/core/plan'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  actInTestPortalRoute,
  billingWebhookRoute,
  cancelDowngradeRoute,
  checkoutStatusRoute,
  chooseTestOutcomeRoute,
  createCheckoutRoute,
  createPortalSessionRoute,
  restoreDowngradeRoute,
  scheduledDowngradeRoute,
  subscriptionRoute,
  testPageRoute,
} from './payments.route.ts'

const period = z.enum(billingPeriods)
const sessionId = z.object({ sessionId: z.string().max(64) })

/** Times are ISO 8601 in UTC. */
const subscriptionShown = z
  .object({
    plan: z.enum(paidTiers),
    billing_period: period,
    /** `cancelled`: it ends, or ended, at `current_period_end`. */
    status: z.enum(subscriptionStatuses),
    current_period_end: z.string(),
    /** Its plan is lost seven days later. */
    past_due_since: z.string().nullable(),
    /** What earlier changes left over, in US dollars. It pays the next invoices first. */
    credit: z.number(),
  })
  .meta({ id: 'Subscription' })

export const subscription = endpoint({
  route: subscriptionRoute,
  summary: 'Returns the subscription of the workspace.',
  status: 200,
  reply: z.object({ subscription: subscriptionShown.nullable() }),
  errors: ['unauthorized', 'not_found'],
})

const change = z.object({
  currentPlan: z.enum(paidTiers),
  newPlan: z.enum(tiers),
  newPeriod: period,
  effectiveDate: z.string(),
  /** In US dollars for one period: of a yearly plan twelve months. */
  newPrice: z.number().int(),
})

const scheduledReply = z.union([
  change.extend({ scheduled: z.literal(true) }),
  z.object({
    scheduled: z.literal(false),
    /** The change that is taken back while the page of an upgrade is open. Unless it is paid, the change is scheduled again. */
    onHold: change.optional(),
  }),
])

export const scheduledDowngrade = endpoint({
  route: scheduledDowngradeRoute,
  summary: 'Returns the change of plan that is scheduled for the end of the billing period.',
  status: 200,
  reply: scheduledReply,
  errors: ['unauthorized', 'not_found'],
})

export const checkoutStatus = endpoint({
  route: checkoutStatusRoute,
  summary: 'Asks the payment provider for the state of a checkout or a confirmed change.',
  status: 200,
  params: sessionId,
  reply: z.object({
    payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
    status: z.enum(['open', 'complete', 'expired']),
    plan: z.enum(paidTiers),
  }),
  errors: ['unauthorized', 'not_found', 'upstream'],
})

export const createCheckout = endpoint({
  route: createCheckoutRoute,
  summary:
    'Changes the plan: opens a page to pay or to confirm an upgrade, or schedules a downgrade for the end of the billing period. Or only says which of them it would do.',
  status: 200,
  body: z.object({
    /** starter, pro or business, and their other names. */
    plan: z.string().max(20),
    billing_period: period,
    /** The address of this server as the browser sees it. */
    origin_url: z.string().max(2_000),
    /**
     * `preview`: the reply says what the wish would lead to. It changes nothing and opens no page. `buy`: only a purchase is
     * done, `confirm`: only an upgrade, `schedule`: only a downgrade; where the subscription has changed since its preview, so
     * that the wish means something else, the call is refused. Absent: the wish is done, whatever it means.
     */
    step: z.enum(['preview', 'buy', 'confirm', 'schedule']).optional(),
  }),
  reply: z.union([
    z.object({
      /** `false`: a preview of it. */
      downgrade_scheduled: z.boolean(),
      effective_date: z.string(),
      message: z.string(),
    }),
    z.object({
      /** In US dollars; nothing is charged before it is confirmed at `url`. */
      prorated_amount: z.number(),
      /** What is left over then, in US dollars. It pays the next invoices first. */
      credit: z.number(),
      new_subscription_start: z.string(),
      url: z.string(),
    }),
    z.object({ url: z.string() }),
    z.object({ prorated_amount: z.number(), credit: z.number(), new_subscription_start: z.string() }),
    z.object({
      /** A preview of the first payment for a new subscription. */
      purchase: z.literal(true),
      /** In US dollars for one period: of a yearly plan twelve months. */
      price: z.number(),
    }),
  ]),
  errors: ['unauthorized', 'validation', 'not_found', 'conflict', 'upstream'],
})

export const cancelDowngrade = endpoint({
  route: cancelDowngradeRoute,
  summary: 'Takes back the change that is scheduled for the end of the billing period.',
  status: 200,
  reply: z.object({ cancelled: z.literal(true) }),
  errors: ['unauthorized', 'not_found', 'conflict', 'upstream'],
})

export const restoreDowngrade = endpoint({
  route: restoreDowngradeRoute,
  summary:
    'Schedules the change again that the page of an upgrade has taken back, because that page was left without paying. Returns what is scheduled then.',
  status: 200,
  reply: scheduledReply,
  errors: ['unauthorized', 'not_found', 'conflict', 'upstream'],
})

export const createPortalSession = endpoint({
  route: createPortalSessionRoute,
  summary: 'Opens the page of the payment provider on which cards, invoices and the subscription are managed.',
  status: 200,
  reply: z.object({ url: z.string() }),
  errors: ['unauthorized', 'validation', 'not_found', 'upstream'],
})

/** Its body is read as the bytes that were signed, so it has no schema. */
export const billingWebhook = endpoint({
  route: billingWebhookRoute,
  summary:
    'Receives a JSON event of the payment provider, signed in the header `stripe-signature` (BILLING=stripe). Each event counts once.',
  status: 200,
  reply: z.object({ received: z.literal(true) }),
  errors: ['validation', 'not_found', 'too_large', 'unsupported_media_type', 'upstream', 'unavailable'],
})

/** What the hosted page of test mode shows. Amounts are in US dollars. */
const testPageShown = z
  .object({
    kind: z.enum(['checkout', 'change', 'portal']),
    state: z.enum(['open', 'complete', 'expired']),
    /** What is bought; null in the portal. */
    plan: z.enum(paidTiers).nullable(),
    billing_period: period.nullable(),
    /** What Pay charges now; in the portal the overdue invoice. */
    amount: z.number(),
    expires_at: z.string(),
    return_url: z.string(),
    subscription: subscriptionShown.nullable(),
    /** The next payment will fail. */
    fails_next: z.boolean(),
  })
  .meta({ id: 'TestPage' })

const testResult = z.object({
  page: testPageShown,
  /** Where the browser goes; null: it stays. */
  url: z.string().nullable(),
  /** The payment was declined. */
  declined: z.boolean(),
})

export const testPage = endpoint({
  route: testPageRoute,
  summary: 'Returns what a hosted page of test mode shows (BILLING=test).',
  status: 200,
  params: sessionId,
  reply: testPageShown,
  errors: ['unauthorized', 'not_found', 'upstream'],
})

export const chooseTestOutcome = endpoint({
  route: chooseTestOutcomeRoute,
  summary:
    'Chooses what happens on a page of test mode: the payment, a declined card, expiry, or going back (BILLING=test).',
  status: 200,
  params: sessionId,
  body: z.object({ outcome: z.enum(['pay', 'decline', 'expire', 'cancel']) }),
  reply: testResult,
  errors: ['unauthorized', 'not_found', 'upstream'],
})

export const actInTestPortal = endpoint({
  route: actInTestPortalRoute,
  summary: 'Acts in the portal of test mode, also on the clock of the customer (BILLING=test).',
  status: 200,
  params: sessionId,
  body: z.object({ action: z.enum(['cancel', 'resume', 'fail_next_payment', 'pay_overdue', 'move_clock']) }),
  reply: testResult,
  errors: ['unauthorized', 'not_found', 'upstream'],
})
