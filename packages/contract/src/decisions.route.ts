import type { Route } from './endpoint.ts'

export const listDecisionsRoute = {
  id: 'decisions.list',
  method: 'GET',
  path: '/domains/:id/decisions',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const decideRoute = {
  id: 'decisions.set',
  method: 'PUT',
  path: '/domains/:id/decisions',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
export const deleteDecisionRoute = {
  id: 'decisions.delete',
  method: 'DELETE',
  path: '/domains/:id/decisions/:decisionId',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
