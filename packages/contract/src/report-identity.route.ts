import type { Route } from './endpoint.ts'

export const reportIdentityRoute = {
  id: 'report-identity.read',
  method: 'GET',
  path: '/workspace/report-identity',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const setReportIdentityRoute = {
  id: 'report-identity.set',
  method: 'PUT',
  path: '/workspace/report-identity',
  auth: 'user',
  role: 'admin',
} as const satisfies Route
export const deleteReportLogoRoute = {
  id: 'report-identity.delete-logo',
  method: 'DELETE',
  path: '/workspace/report-identity/logo',
  auth: 'user',
  role: 'admin',
} as const satisfies Route

/** The name and the logo on reports: characters, bytes of the file, and pixels of each side. */
export const identityLimits = {
  nameCharacters: 80,
  logoBytes: 200 * 1024,
  logoPixels: { min: 16, max: 2_000 },
} as const

/**
 * The server says these, and the form says them before it sends anything. A computed text would put all routes into the first
 * script, because the bundler cannot drop it.
 */
export const logoTooLarge = 'A logo can have at most 200 KB'
export const logoWrongType = 'Please choose a PNG or JPEG image'
