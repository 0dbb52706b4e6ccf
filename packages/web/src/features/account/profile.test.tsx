import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import type { Me } from '../../lib/queries.ts'
import { createQueryClient } from '../../lib/query.ts'
import { Profile } from './profile.tsx'

beforeEach(() => registerTokenGetter(() => Promise.resolve('t')))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  [1000, '3 of 1000+'],
  [2500, '3 of 2500'],
])('a limit of %i threat lookups a day is shown as “%s” on Business', async (limit, shown) => {
  const usage = { current_usage: 3, daily_limit: limit }
  const scans = { scans_this_month: 7, limit: null, resets_at: '2026-12-01T00:00:00Z' }
  const chat = { messages_today: 0, limit: null, resets_at: '2026-11-21T00:00:00Z' }
  const answers = new Map<string, object>([
    ['/api/usage/scans-this-month', scans],
    ['/api/usage/chat-today', chat],
  ])
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(Response.json(answers.get(path) ?? usage)))
  const me = { name: 'Ada', email: 'ada@example.org', tier: 'business' } as Me
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Profile me={me} sellsPlans />
    </QueryClientProvider>,
  )
  const label = await screen.findByText('Threat lookups today')
  expect(label.nextElementSibling?.textContent).toBe(shown)
})
