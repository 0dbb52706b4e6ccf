import type { Route } from './endpoint.ts'

export const activityFeedRoute = {
  id: 'dashboard.activity-feed',
  method: 'GET',
  path: '/dashboard/activity-feed',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
