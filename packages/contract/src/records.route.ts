import type { Route } from './endpoint.ts'

export const checkRecordRoute = {
  id: 'records.check',
  method: 'POST',
  path: '/records/check',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
