import type { Route } from './endpoint.ts'

export const shareReportRoute = {
  id: 'diagnostics.share',
  method: 'POST',
  path: '/diagnostics/share/:id',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
export const listSharesRoute = {
  id: 'diagnostics.shares',
  method: 'GET',
  path: '/diagnostics/shares/:id',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const revokeShareRoute = {
  id: 'diagnostics.revoke-share',
  method: 'DELETE',
  path: '/diagnostics/shares/:id',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
/** What the page of a share link shows. The token is all that it needs. */
export const sharedReportRoute = {
  id: 'shared-reports.read',
  method: 'GET',
  path: '/shared/reports/:token',
  auth: 'public',
} as const satisfies Route

/** The page that a share link opens. */
export const sharedPage = '/shared/:token'

/** Days until a share link expires: what may be asked for, and what the screen offers. */
export const shareDays = { min: 1, max: 90, default: 30 } as const

/** Share links of one domain that have not expired. */
export const sharesOfDomain = 20
