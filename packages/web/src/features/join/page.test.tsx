import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { keepInvitation, pendingInvitation } from '../../lib/pending-invitation.ts'
import { createQueryClient } from '../../lib/query.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import { SessionProvider } from '../../lib/session/session.tsx'
import type { AuthClient, SessionState } from '../../lib/session/state.ts'
import { JoinPage } from './page.tsx'

const signedIn: SessionState = {
  status: 'signed-in',
  user: { name: 'Ada', email: 'ada@kite.example' },
  session: {
    sessionId: 's1',
    sessionStatus: 'active',
    userId: 'u1',
  },
}

beforeEach(() => {
  registerTokenGetter(() => Promise.resolve('t'))
  keepInvitation('link')
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** The page of a readable invitation in this state of the session; the server answers its acceptance with `accept`. */
async function joinPage(session: SessionState, accept = Response.json({}, { status: 500 }), may_sign_up = true) {
  const invitation = { workspace_name: 'Kite', role: 'viewer', expires_at: '2026-11-29T10:00:00.000Z', may_sign_up }
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(path === '/api/invitations/accept' ? accept : Response.json(invitation)),
  )
  const load = vi.fn(() => Promise.resolve())
  const client = { state: () => session, subscribe: () => () => {}, load } satisfies Partial<AuthClient>
  render(
    <SessionProvider client={client as unknown as AuthClient}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={['/join']}>
          <JoinPage />
        </MemoryRouter>
      </QueryClientProvider>
    </SessionProvider>,
  )
  await screen.findByRole('heading', { name: 'Join Kite as Viewer?' })
  return load
}

it('without a link, the page asks for one instead of naming an invitation', async () => {
  localStorage.clear()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/join']}>
        <JoinPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getByRole('heading', { name: 'Join a workspace' })).toBeTruthy()
  expect(screen.getByText('Open the link in your invitation.')).toBeTruthy()
  await seeState('join-bare')
})

describe('an invitation', () => {
  it('asks for a sign-in only after the session check found none', async () => {
    await joinPage({ status: 'loading' })
    expect(screen.getByText('Loading the sign-in')).toBeTruthy()
    expect(screen.queryByText(/^Sign in or create/)).toBeNull()
    cleanup()
    await joinPage({ status: 'signed-out' })
    expect(screen.getByText(/^Sign in or create/)).toBeTruthy()
  })

  it('offers sign-up only if accounts can be created', async () => {
    await joinPage({ status: 'signed-out' })
    expect(screen.getByRole('link', { name: 'Create an account' })).toBeTruthy()
    cleanup()
    await joinPage({ status: 'signed-out' }, undefined, false)
    expect(screen.getByText('Sign in first. Then you return to this invitation.')).toBeTruthy()
    await seeState('join-sign-in-only')
    expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
  })

  it('says that sign-in did not load, and retries', async () => {
    const load = await joinPage({ status: 'error', code: 'failed_to_load_auth' })
    expect(screen.queryByText(/^Sign in or create/)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(load).toHaveBeenCalledOnce()
  })

  it.each([404, 410])('is not offered again when it cannot be accepted any more (%i)', async status => {
    await joinPage(signedIn, Response.json({ detail: 'This invitation has expired' }, { status }))
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
    expect(await screen.findByText('This invitation has expired')).toBeTruthy()
    expect(pendingInvitation()).toBeNull()
  })

  it('is kept when accepting it failed for another reason', async () => {
    await joinPage(signedIn)
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
    expect(await screen.findByText('You could not join. Please try again.')).toBeTruthy()
    expect(pendingInvitation()).toBe('link')
  })
})
