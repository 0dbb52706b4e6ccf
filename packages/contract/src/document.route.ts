import type { Route } from './endpoint.ts'

/** The document that describes all calls. It is none of them: it does not describe itself. */
export const documentRoute = {
  id: 'openapi.read',
  method: 'GET',
  path: '/openapi.json',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
