import type { Route } from './endpoint.ts'

export const savedDmarcRoute = {
  id: 'dmarc.saved',
  method: 'GET',
  path: '/dmarc/:domainId',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const generateDmarcRoute = {
  id: 'dmarc.generate',
  method: 'POST',
  path: '/dmarc/generate',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
