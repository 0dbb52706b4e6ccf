import type { Route } from './endpoint.ts'

export const visitorCheckRoute = {
  id: 'visitor-check',
  method: 'POST',
  path: '/check',
  auth: 'public',
} as const satisfies Route
