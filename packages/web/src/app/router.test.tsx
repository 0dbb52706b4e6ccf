import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../lib/query.ts'
import { createEmbeddedAuth } from '../lib/session/embedded.ts'
import { SessionProvider } from '../lib/session/session.tsx'
import { routes } from './router.tsx'

const claims = { sub: 'u1', sid: 's1', name: 'Ada', email: 'ada@example.com', iat: 0, exp: 300 }
const token = `e30.${btoa(JSON.stringify(claims))}.c2ln`

/** Opens the app at an address; `tokens` are the replies of the sign-in service, in order; the last one repeats. */
function open(at: string, ...tokens: (() => Promise<Response>)[]) {
  vi.stubGlobal('fetch', (path: string) => {
    if (path === '/api/identity/token') return signedIn()
    if (path !== '/api/identity/get-session') return Promise.resolve(Response.json({ detail: 'x' }, { status: 503 }))
    const next = tokens.length > 1 ? tokens.shift() : tokens[0]
    return next?.()
  })
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  const auth = createEmbeddedAuth()
  void auth.load()
  render(
    <SessionProvider client={auth}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SessionProvider>,
  )
  return router
}

const signedIn = (): Promise<Response> => Promise.resolve(Response.json({ token }))
const signedOut = (): Promise<Response> => Promise.resolve(Response.json(null))
const broken = (): Promise<Response> => Promise.resolve(Response.json({}, { status: 503 }))
const never = (): Promise<Response> => new Promise(() => {})

beforeEach(() => {
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockReturnValue()
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the gate', () => {
  it('shows a spinner while sign-in loads', async () => {
    open('/dashboard', never)
    expect((await screen.findByRole('status')).textContent).toBe('Loading')
  })

  it('sends a signed-out visitor of a protected screen to /', async () => {
    const router = open('/domains', signedOut)
    await screen.findByRole('button', { name: 'Sign In' })
    expect(router.state.location.pathname).toBe('/')
  })

  it('sends a signed-out visitor of an unknown path to /', async () => {
    const router = open('/no/such/page', signedOut)
    await screen.findByRole('button', { name: 'Sign In' })
    expect(router.state.location.pathname).toBe('/')
  })

  it('sends a signed-out visitor of the tools to the features on the landing page', async () => {
    const router = open('/tools', signedOut)
    await screen.findByRole('button', { name: 'Sign In' })
    expect(router.state.location.pathname + router.state.location.hash).toBe('/#features')
  })

  it('sends a signed-in visitor from / to /dashboard', async () => {
    const router = open('/', signedIn)
    await screen.findByRole('heading', { name: 'Security Dashboard' })
    expect(router.state.location.pathname).toBe('/dashboard')
  })

  it('sends a signed-in visitor from the prices on the landing page to the plans of the account', async () => {
    const router = open('/#pricing', signedIn)
    await screen.findByRole('heading', { name: 'Account & Billing' })
    expect(router.state.location.pathname + router.state.location.hash).toBe('/account#plans')
  })

  it('sends a signed-in visitor of the other address of the header analyzer there', async () => {
    const router = open('/tools/header-analyzer', signedIn)
    await screen.findByRole('heading', { name: 'Email Header Analyzer' })
    expect(router.state.location.pathname).toBe('/headers')
  })

  it('shows "not found" to a signed-in visitor of an unknown path', async () => {
    open('/no/such/page', signedIn)
    await screen.findByRole('heading', { name: 'Page not found' })
  })

  it('says that sign-in did not load, and retries', async () => {
    open('/dashboard', broken, signedIn)
    await screen.findByText('Sign-in did not load')
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: 'Security Dashboard' })
  })

  it('leaves the landing page usable when sign-in did not load', async () => {
    open('/', broken)
    await screen.findByText('Sign-in did not load')
    expect(screen.getAllByRole('button', { name: 'Start Free Trial' })).not.toHaveLength(0)
  })

  it.each([
    ['/terms', 'Terms of Service'],
    ['/privacy', 'Privacy Policy'],
  ])('shows %s to everyone, signed in or not', async (path, name) => {
    for (const session of [signedOut, signedIn]) {
      const router = open(path, session)
      await screen.findByRole('heading', { name })
      expect(router.state.location.pathname).toBe(path)
      cleanup()
    }
  })

  it.each([
    ['/?reset=abc', 'Set a new password'],
    ['/?confirm=abc', 'Confirm your email address'],
    ['/?confirm-change=abc', 'Confirm your new email address'],
  ])('opens the form of the link %s, also for a signed-in visitor', async (path, name) => {
    open(path, signedIn)
    await screen.findByRole('dialog', { name })
  })

  it('opens the form to sign in from a link that lets in during a delay', async () => {
    open('/?pass=abc', signedOut)
    await screen.findByRole('dialog', { name: 'Sign in' })
  })
})
