import type { Route } from './endpoint.ts'

export const alertSettingsRoute = {
  id: 'alerts.settings',
  method: 'GET',
  path: '/alerts/settings',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const saveAlertSettingsRoute = {
  id: 'alerts.save-settings',
  method: 'PUT',
  path: '/alerts/settings',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const testAlertRoute = {
  id: 'alerts.test',
  method: 'POST',
  path: '/alerts/test',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const resumeChannelRoute = {
  id: 'alerts.resume',
  method: 'POST',
  path: '/alerts/resume',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const newWebhookSecretRoute = {
  id: 'alerts.new-webhook-secret',
  method: 'POST',
  path: '/alerts/webhook-secret',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const sendConfirmationRoute = {
  id: 'alerts.send-confirmation',
  method: 'POST',
  path: '/alerts/send-confirmation',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const confirmAddressRoute = {
  id: 'alerts.confirm-address',
  method: 'POST',
  path: '/alerts/confirm-address',
  auth: 'public',
} as const satisfies Route
/** RFC 8058: mail programs post a form to it, people follow the page `/unsubscribe`. */
export const unsubscribeRoute = {
  id: 'alerts.unsubscribe',
  method: 'POST',
  path: '/alerts/unsubscribe/:token',
  auth: 'public',
} as const satisfies Route
export const listDeliveriesRoute = {
  id: 'alerts.deliveries',
  method: 'GET',
  path: '/alerts/deliveries',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
