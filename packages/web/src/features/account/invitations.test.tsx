import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { Invitations } from './invitations.tsx'
import { membersQuery } from './workspace-api.ts'

beforeEach(() => registerTokenGetter(() => Promise.resolve('t')))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const expiring = (id: string, day: string) => ({
  id,
  role: 'viewer',
  created_at: '2026-11-20T12:00:00.000Z',
  created_by: 'Ada',
  expires_at: `2026-11-${day}T12:00:00.000Z`,
})

it('invitations for the same role are distinguished by their expiry, also in accessible names', async () => {
  const answers: Record<string, object> = {
    '/api/auth/me': { id: 'p1', workspace: { id: 'w1', name: 'Kite', role: 'owner' }, workspaces: [] },
    '/api/workspace/invitations': { invitations: [expiring('i1', '27'), expiring('i2', '28')] },
  }
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(Response.json(answers[path] ?? {}, { status: path in answers ? 200 : 404 })),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Invitations />
    </QueryClientProvider>,
  )
  const buttons = await screen.findAllByRole('button', { name: /^Revoke/ })
  expect(buttons.map(button => button.getAttribute('aria-label'))).toEqual([
    'Revoke the invitation as Viewer that expires on November 27',
    'Revoke the invitation as Viewer that expires on November 28',
  ])
})

it('focus moves to the heading of the list after an invitation is revoked', async () => {
  let open = [expiring('i1', '27'), expiring('i2', '28')]
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    if (method === 'DELETE') {
      open = open.slice(1)
      return Promise.resolve(new Response(null, { status: 204 }))
    }
    const me = { id: 'p1', workspace: { id: 'w1', name: 'Kite', role: 'owner' }, workspaces: [] }
    return Promise.resolve(Response.json(path === '/api/auth/me' ? me : { invitations: open, members: [] }))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Invitations />
    </QueryClientProvider>,
  )
  const [first] = await screen.findAllByRole('button', { name: /^Revoke/ })
  first?.focus()
  first?.click()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Invitations' })))
})

it('the link of a new invitation goes with it when it is revoked, also when the list is reloaded first', async () => {
  const link = 'https://waxseal.example/join#secret'
  const listShown = Promise.withResolvers<void>()
  let open: object[] = []
  let revoked = false
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    if (method === 'POST') {
      const invitation = expiring('i1', '27')
      open = [invitation]
      return Promise.resolve(Response.json({ invitation, link }, { status: 201 }))
    }
    if (method === 'DELETE') {
      open = []
      revoked = true
      return Promise.resolve(new Response(null, { status: 204 }))
    }
    const me = { id: 'p1', workspace: { id: 'w1', name: 'Kite', role: 'owner' }, workspaces: [] }
    const reply = Response.json(path === '/api/auth/me' ? me : { invitations: open, members: [] })
    // The members are reloaded too, and come later.
    return revoked && path === '/api/workspace/members' ? listShown.promise.then(() => reply) : Promise.resolve(reply)
  })
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <MembersBeside />
      <Invitations />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Create invitation' }))
  expect(await screen.findByText(link)).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: /^Revoke/ }))
  expect(await screen.findByText('No open invitations.')).toBeTruthy()
  listShown.resolve()
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  expect(screen.queryByText(link)).toBeNull()
})

/** The members of the same page. */
function MembersBeside(): ReactNode {
  useQuery(membersQuery)
  return null
}
