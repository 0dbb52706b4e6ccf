import type { Route } from './endpoint.ts'

export const listChangesRoute = {
  id: 'dns.changes',
  method: 'GET',
  path: '/dns/changes',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const countChangesRoute = {
  id: 'dns.change-counts',
  method: 'GET',
  path: '/dns/changes/counts',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
