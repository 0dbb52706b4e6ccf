import type { Route } from './endpoint.ts'

export const analyzeHeadersRoute = {
  id: 'headers.analyze',
  method: 'POST',
  path: '/headers/analyze',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
export const listHeadersRoute = {
  id: 'headers.list',
  method: 'GET',
  path: '/headers',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const readHeadersRoute = {
  id: 'headers.read',
  method: 'GET',
  path: '/headers/:id',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const deleteHeadersRoute = {
  id: 'headers.delete',
  method: 'DELETE',
  path: '/headers/:id',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
export const exportHeadersPdfRoute = {
  id: 'headers.export-pdf',
  method: 'GET',
  path: '/headers/export/pdf/:id',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
