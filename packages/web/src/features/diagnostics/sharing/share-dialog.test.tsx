import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { Domain } from '../../../lib/queries.ts'
import { createQueryClient } from '../../../lib/query.ts'
import { seeState } from '../../../lib/see-state.fixture.ts'
import type { Share } from './api.ts'
import { ShareDialog } from './share-dialog.tsx'

const domain = { id: 'd', domain_name: 'xn--bcher-kva.example', domain_unicode: 'bücher.example' } as Domain
const share: Share = {
  id: 's',
  created_at: '2026-11-20T09:00:00.000Z',
  created_by: 'Ada',
  expires_at: '2026-12-20T09:00:00.000Z',
  last_opened_on: '2026-11-21',
  opened: 3,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens the dialog before a server with these links. @returns the calls that change something */
function open({
  role = 'editor',
  tier = 'pro',
  shares = [share],
}: {
  role?: string
  tier?: string
  shares?: Share[]
} = {}) {
  const calls: string[] = []
  let now = shares
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body: string | null }) => {
    if (method !== 'GET') calls.push([method, path, body].filter(part => part !== null).join(' '))
    if (path === '/api/auth/me') return Promise.resolve(Response.json({ tier, workspace: { role } }))
    if (path === '/api/config') return Promise.resolve(Response.json({ billing: 'test' }))
    if (method === 'POST') {
      now = [{ ...share, id: 'new', opened: 0, last_opened_on: null }, ...now]
      return Promise.resolve(
        Response.json({ share: now[0], url: 'https://waxseal.example/shared/abc' }, { status: 201 }),
      )
    }
    if (method === 'DELETE') {
      now = now.filter(({ id }) => !path.endsWith(id))
      return Promise.resolve(new Response(null, { status: 204 }))
    }
    return Promise.resolve(Response.json({ shares: now }))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ShareDialog domain={domain} onClose={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return calls
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

it('lists the links with their end, their creator and their openings', async () => {
  open({
    shares: [share, { ...share, id: 't', created_by: null, opened: 1 }, { ...share, id: 'u', last_opened_on: null }],
  })
  await screen.findByText('Created Nov 20, 2026 by Ada. Opened 3 times, last on Nov 21, 2026.')
  expect(screen.getByText('Created Nov 20, 2026. Opened once, last on Nov 21, 2026.')).toBeTruthy()
  expect(screen.getByText('Created Nov 20, 2026 by Ada. Not opened yet.')).toBeTruthy()
  expect(screen.getByText(/^Anyone with the link can read the report of bücher\.example\./)).toBeTruthy()
})

it('creates a link, and shows it until it is revoked', async () => {
  const calls = open({ shares: [] })
  await screen.findByText('No links yet.')
  await seeState('share-empty')
  fireEvent.change(screen.getByLabelText('Link expires after'), { target: { value: '7' } })
  await press('Create link')
  await screen.findByText('https://waxseal.example/shared/abc')
  await press(/^Revoke the link/)
  await press('Revoke link')
  await screen.findByText('No links yet.')
  expect(screen.queryByText('https://waxseal.example/shared/abc')).toBeNull()
  expect(calls).toEqual(['POST /api/diagnostics/share/d {"expires_in_days":7}', 'DELETE /api/diagnostics/shares/new'])
})

it('asks before it revokes, and the answer has the focus', async () => {
  const calls = open()
  await press(/^Revoke the link/)
  expect(document.activeElement?.textContent).toBe('Revoke link')
  await seeState('share-revoke')
  await press('Keep')
  await screen.findByRole('button', { name: /^Revoke the link/ })
  expect(calls).toEqual([])
})

it('a viewer sees the links and cannot change them', async () => {
  const calls = open({ role: 'viewer' })
  await waitFor(() => expect(screen.getByRole('button', { name: /^Create link/ }).ariaDisabled).toBe('true'))
  await press(/^Create link/)
  await press(/^Revoke the link/)
  expect(screen.queryByText('The link stops working at once.')).toBeNull()
  await seeState('share-viewer')
  expect(calls).toEqual([])
})

it('without the plan no link is created and no file is made; links can be revoked', async () => {
  open({ tier: 'free' })
  await screen.findByText('Links that you have created keep working until they expire.')
  await seeState('share-locked')
  expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Download JSON' })).toBeNull()
  await screen.findByRole('button', { name: /^Revoke the link/ })
})
