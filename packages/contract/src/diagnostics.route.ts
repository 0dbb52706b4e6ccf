import type { Route } from './endpoint.ts'

export const startScanRoute = {
  id: 'diagnostics.scan',
  method: 'POST',
  path: '/diagnostics/scan/:id',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
export const scanResultsRoute = {
  id: 'diagnostics.results',
  method: 'GET',
  path: '/diagnostics/results/:id',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route

export const exportJsonRoute = {
  id: 'diagnostics.export-json',
  method: 'GET',
  path: '/diagnostics/export/json/:id',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route

export const exportCsvRoute = {
  id: 'diagnostics.export-csv',
  method: 'GET',
  path: '/diagnostics/export/csv/:id',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route

export const exportPdfRoute = {
  id: 'diagnostics.export-pdf',
  method: 'GET',
  path: '/diagnostics/export/pdf/:id',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
