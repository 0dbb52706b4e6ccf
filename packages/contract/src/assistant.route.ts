import type { Route } from './endpoint.ts'

export const analyzeScanRoute = {
  id: 'diagnostics.ai-analysis',
  method: 'POST',
  path: '/diagnostics/ai-analysis/:id',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const askAboutScanRoute = {
  id: 'diagnostics.ai-chat',
  method: 'POST',
  path: '/diagnostics/ai-chat/:id',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const analyzeMessageRoute = {
  id: 'headers.ai-analysis',
  method: 'POST',
  path: '/headers/ai-analysis/:id',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const askAboutMessageRoute = {
  id: 'headers.ai-chat',
  method: 'POST',
  path: '/headers/ai-chat/:id',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const chatHistoryRoute = {
  id: 'chat.history',
  method: 'GET',
  path: '/chat/history',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const chatQueryRoute = {
  id: 'chat.query',
  method: 'POST',
  path: '/chat/query',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
export const clearChatRoute = {
  id: 'chat.clear',
  method: 'DELETE',
  path: '/chat/history',
  auth: 'user',
  role: 'viewer',
} as const satisfies Route
