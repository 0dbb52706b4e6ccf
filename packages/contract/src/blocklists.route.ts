import type { Route } from './endpoint.ts'

export const listBlocklistsRoute = {
  id: 'blocklists.list',
  method: 'GET',
  path: '/blocklists',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const setBlocklistsOffRoute = {
  id: 'blocklists.set-off',
  method: 'PUT',
  path: '/blocklists/off',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const addBlocklistRoute = {
  id: 'blocklists.add',
  method: 'POST',
  path: '/blocklists',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const deleteBlocklistRoute = {
  id: 'blocklists.delete',
  method: 'DELETE',
  path: '/blocklists/:id',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
