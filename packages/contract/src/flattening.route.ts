import type { Route } from './endpoint.ts'

export const listFlatteningRoute = {
  id: 'spf-flattening.list',
  method: 'GET',
  path: '/spf-flattening/configurations',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const flattenRoute = {
  id: 'spf-flattening.flatten',
  method: 'POST',
  path: '/spf-flattening/flatten',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
export const checkFlatteningRoute = {
  id: 'spf-flattening.check',
  method: 'POST',
  path: '/spf-flattening/configurations/:id/check',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
export const decideFlatteningRoute = {
  id: 'spf-flattening.decide',
  method: 'POST',
  path: '/spf-flattening/configurations/:id/decision',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
export const listVersionsRoute = {
  id: 'spf-flattening.versions',
  method: 'GET',
  path: '/spf-flattening/configurations/:id/versions',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const deleteFlatteningRoute = {
  id: 'spf-flattening.delete',
  method: 'DELETE',
  path: '/spf-flattening/configurations/:id',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
