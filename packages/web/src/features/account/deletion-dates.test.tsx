import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { SessionProvider } from '../../lib/session/session.tsx'
import type { AuthClient } from '../../lib/session/state.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { RestorePage } from './restore-page.tsx'

beforeEach(() => registerTokenGetter(() => Promise.resolve('t')))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const client = {
  hosted: () => null,
  state: () => ({ status: 'signed-out' }),
  subscribe: () => () => {},
  load: async () => {},
} as unknown as AuthClient

function show(screenOf: ReactNode, removedAt: string | null): void {
  const deletion = { email: 'ada@example.org', removed_at: removedAt, workspaces: [] }
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(Response.json(path === '/api/config' ? { billing: 'off' } : deletion)),
  )
  render(
    <MemoryRouter>
      <SessionProvider client={client}>
        <QueryClientProvider client={createQueryClient()}>{screenOf}</QueryClientProvider>
      </SessionProvider>
    </MemoryRouter>,
  )
}

it('the screen of a deleted account gives the last day as the mail does', async () => {
  show(<RestorePage />, '2026-12-26T23:30:00.000Z')
  expect(await screen.findByText(/^You can restore ada@example\.org until December 26, 2026\. /)).toBeTruthy()
})

it('the dialog that deletes an account gives the last day as the mail does', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-26T23:30:00Z'), toFake: ['Date'] })
  show(<DeleteDialog onClose={() => {}} />, null)
  expect(await screen.findByText(/^Until December 26, 2026 you can sign in and restore everything\./)).toBeTruthy()
})
