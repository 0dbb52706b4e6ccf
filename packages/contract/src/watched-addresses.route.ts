import type { Route } from './endpoint.ts'

export const listWatchedRoute = {
  id: 'watched-addresses.list',
  method: 'GET',
  path: '/watched-addresses',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const addWatchedRoute = {
  id: 'watched-addresses.add',
  method: 'POST',
  path: '/watched-addresses',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
export const deleteWatchedRoute = {
  id: 'watched-addresses.delete',
  method: 'DELETE',
  path: '/watched-addresses/:id',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
