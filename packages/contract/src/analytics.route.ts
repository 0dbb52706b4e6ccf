import type { Route } from './endpoint.ts'

export const domainAnalyticsRoute = {
  id: 'domains.analytics',
  method: 'GET',
  path: '/domains/:id/analytics',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
