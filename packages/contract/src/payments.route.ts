import type { Route } from './endpoint.ts'

export const subscriptionRoute = {
  id: 'payments.subscription',
  method: 'GET',
  path: '/payments/subscription',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const scheduledDowngradeRoute = {
  id: 'payments.scheduled-downgrade',
  method: 'GET',
  path: '/payments/scheduled-downgrade',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const checkoutStatusRoute = {
  id: 'payments.checkout-status',
  method: 'GET',
  path: '/payments/checkout-status/:sessionId',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const createCheckoutRoute = {
  id: 'payments.create-checkout',
  method: 'POST',
  path: '/payments/create-checkout',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const cancelDowngradeRoute = {
  id: 'payments.cancel-downgrade',
  method: 'POST',
  path: '/payments/cancel-downgrade',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const restoreDowngradeRoute = {
  id: 'payments.restore-downgrade',
  method: 'POST',
  path: '/payments/restore-downgrade',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const createPortalSessionRoute = {
  id: 'payments.create-portal-session',
  method: 'POST',
  path: '/payments/create-portal-session',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
/** Without sign-in: the signature of the provider says who calls. */
export const billingWebhookRoute = {
  id: 'payments.webhook',
  method: 'POST',
  path: '/payments/webhook',
  auth: 'public',
} as const satisfies Route
export const testPageRoute = {
  id: 'billing-test.page',
  method: 'GET',
  path: '/billing/test/:sessionId',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const chooseTestOutcomeRoute = {
  id: 'billing-test.choose',
  method: 'POST',
  path: '/billing/test/:sessionId/outcome',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const actInTestPortalRoute = {
  id: 'billing-test.act',
  method: 'POST',
  path: '/billing/test/:sessionId/action',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
