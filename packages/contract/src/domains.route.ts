import type { Route } from './endpoint.ts'

export const listDomainsRoute = {
  id: 'domains.list',
  method: 'GET',
  path: '/domains',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const addDomainRoute = {
  id: 'domains.add',
  method: 'POST',
  path: '/domains',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
export const addDomainsRoute = {
  id: 'domains.add-bulk',
  method: 'POST',
  path: '/domains/bulk',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
export const deleteDomainRoute = {
  id: 'domains.delete',
  method: 'DELETE',
  path: '/domains/:id',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
export const setTagsRoute = {
  id: 'domains.set-tags',
  method: 'PUT',
  path: '/domains/:id/tags',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
export const changeTagsRoute = {
  id: 'domains.change-tags',
  method: 'POST',
  path: '/domains/tags',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
export const setScheduleRoute = {
  id: 'domains.set-schedule',
  method: 'PUT',
  path: '/domains/:id/schedule',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
export const listSelectorsRoute = {
  id: 'domains.selectors',
  method: 'GET',
  path: '/domains/:id/selectors',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const addSelectorRoute = {
  id: 'domains.add-selector',
  method: 'POST',
  path: '/domains/:id/selectors',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
export const deleteSelectorRoute = {
  id: 'domains.delete-selector',
  method: 'DELETE',
  path: '/domains/:id/selectors/:selector',
  auth: 'user',
  role: 'editor',
} as const satisfies Route
export const latestScanRoute = {
  id: 'domains.latest-scan',
  method: 'GET',
  path: '/domains/:id/latest-scan',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const scanHistoryRoute = {
  id: 'domains.history',
  method: 'GET',
  path: '/domains/:id/history',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
