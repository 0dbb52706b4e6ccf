import type { Route } from './endpoint.ts'

export const auditLogRoute = {
  id: 'account.audit-log',
  method: 'GET',
  path: '/account/audit-log',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
