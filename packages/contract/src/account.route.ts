import type { Route } from './endpoint.ts'

export const meRoute = {
  id: 'auth.me',
  method: 'GET',
  path: '/auth/me',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const scansThisMonthRoute = {
  id: 'usage.scans-this-month',
  method: 'GET',
  path: '/usage/scans-this-month',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const chatTodayRoute = {
  id: 'usage.chat-today',
  method: 'GET',
  path: '/usage/chat-today',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const vtUsageRoute = {
  id: 'vt.usage',
  method: 'GET',
  path: '/vt/usage',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const dashboardStatsRoute = {
  id: 'vt.dashboard-stats',
  method: 'GET',
  path: '/vt/dashboard-stats',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const configRoute = { id: 'config', method: 'GET', path: '/config', auth: 'public' } as const satisfies Route
