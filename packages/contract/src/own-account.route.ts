import type { Route } from './endpoint.ts'

/** What deleting the account would do, and until when a deleted one can be restored. */
export const accountDeletionRoute = {
  id: 'account.deletion',
  method: 'GET',
  path: '/account/deletion',
  auth: 'session',
} as const satisfies Route
export const deleteAccountRoute = {
  id: 'account.delete',
  method: 'POST',
  path: '/account/deletion',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const restoreAccountRoute = {
  id: 'account.restore',
  method: 'DELETE',
  path: '/account/deletion',
  auth: 'session',
} as const satisfies Route
export const exportAccountRoute = {
  id: 'account.export',
  method: 'GET',
  path: '/account/export',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const listSessionsRoute = {
  id: 'account.sessions',
  method: 'GET',
  path: '/account/sessions',
  auth: 'session',
} as const satisfies Route
export const endSessionRoute = {
  id: 'account.end-session',
  method: 'DELETE',
  path: '/account/sessions/:id',
  auth: 'session',
} as const satisfies Route
export const endOtherSessionsRoute = {
  id: 'account.end-other-sessions',
  method: 'DELETE',
  path: '/account/sessions',
  auth: 'session',
} as const satisfies Route

/** What a person types to delete the account, in any case. */
export const deletionPhrase = 'delete my account'
