import type { Call } from './endpoint-call.ts'

/** Each reading at the provider leaves these. */
const read = 'billing_customer owner: next_sync_at, readings, stored_reading'

/** What is left when the cancellation is taken back. */
const released: readonly [string, string] = [
  'subscription owner: scheduled_at, scheduled_period, scheduled_plan, status',
  'test_subscription owner subscription live: cancels_at_period_end',
]

/** The calls of billing, and of the pages of test mode. */
export const billingCalls: Readonly<Record<string, Call>> = {
  'payments.subscription': { neighbor: 'their own' },
  'payments.scheduled-downgrade': { neighbor: 'their own' },
  'payments.checkout-status': {
    params: ({ checkoutId }) => ({ sessionId: checkoutId }),
    neighbor: 404,
    touches: [read, 'rate_limit payments.checkout-status person of owner: n'],
  },
  'payments.create-checkout': {
    // What the operator grants is not sold.
    granted: 'pro',
    body: () => ({ plan: 'business', billing_period: 'yearly', origin_url: 'http://localhost:3000' }),
    neighbor: 'their own',
    touches: [
      // The plan that the reading finds, the change that is taken back, and the page.
      '+ audit_event of owner',
      '+ audit_event of person of owner owner',
      '+ audit_event of person of owner owner',
      '+ checkout of person of owner owner',
      '+ test_session of owner customer owner subscription live',
      'billing_customer owner: next_sync_at, readings, released, restore_at, stored_reading',
      'checkout owner checkout open: state',
      'rate_limit payments.create-checkout person of owner: n',
      released[0],
      // Another choice closes the page of the one before.
      'test_session owner page change: state',
      released[1],
      // The reading finds less than the plan that the test has set.
      'workspace owner: tier',
    ],
  },
  'payments.cancel-downgrade': {
    neighbor: 'their own',
    touches: [
      '+ audit_event of person of owner owner',
      read,
      'rate_limit payments.cancel-downgrade person of owner: n',
      ...released,
    ],
  },
  'payments.restore-downgrade': {
    neighbor: 'their own',
    touches: ['rate_limit payments.restore-downgrade person of owner: n'],
  },
  'payments.create-portal-session': {
    neighbor: 'their own',
    touches: ['+ test_session of owner customer', 'rate_limit payments.create-portal-session person of owner: n'],
  },
  'payments.webhook': {
    body: ({ customerId }) => ({ eventId: `evt ${customerId}`, customerId }),
    headers: { 'stripe-signature': 'signed' },
    // The sender proves with a signature that it is the provider.
    neighbor: 'holder',
    touches: ['+ billing_event test evt owner customer of owner customer', read],
  },
  'billing-test.page': { params: ({ testPageId }) => ({ sessionId: testPageId }), neighbor: 404 },
  'billing-test.choose': {
    params: ({ testPageId }) => ({ sessionId: testPageId }),
    body: () => ({ outcome: 'decline' }),
    neighbor: 404,
    touches: ['+ billing_event test of owner customer', read],
  },
  'billing-test.act': {
    params: ({ testPortalId }) => ({ sessionId: testPortalId }),
    body: () => ({ action: 'fail_next_payment' }),
    neighbor: 404,
    touches: ['+ billing_event test of owner customer', read, 'test_customer owner customer: fails_next'],
  },
}
