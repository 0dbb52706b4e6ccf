import type { Route } from './endpoint.ts'

export const issueBreakdownRoute = {
  id: 'dashboard.issue-breakdown',
  method: 'GET',
  path: '/dashboard/issue-breakdown',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route

export const priorityActionsRoute = {
  id: 'dashboard.priority-actions',
  method: 'GET',
  path: '/dashboard/priority-actions',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
