import type { Route } from './endpoint.ts'

export const savedSpfRoute = {
  id: 'spf.saved',
  method: 'GET',
  path: '/spf/:domainId',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const generateSpfRoute = {
  id: 'spf.generate',
  method: 'POST',
  path: '/spf/generate',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
export const previewSpfRoute = {
  id: 'spf.preview',
  method: 'POST',
  path: '/spf/preview',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
