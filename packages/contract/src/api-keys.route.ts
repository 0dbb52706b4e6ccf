import type { Route } from './endpoint.ts'

export const listApiKeysRoute = {
  id: 'api-keys.list',
  method: 'GET',
  path: '/api-keys',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const createApiKeyRoute = {
  id: 'api-keys.create',
  method: 'POST',
  path: '/api-keys',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const revokeApiKeyRoute = {
  id: 'api-keys.revoke',
  method: 'DELETE',
  path: '/api-keys/:id',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
