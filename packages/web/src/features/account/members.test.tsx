import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import * as wording from '@waxseal/contract/wording'
import { type Role, roleLabels } from '@waxseal/core/plan'
import { toast } from 'sonner'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import type { Me } from '../../lib/queries.ts'
import { createQueryClient } from '../../lib/query.ts'
import { Members } from './members.tsx'

const aMember = (name: string, role: Role) => ({ person_id: name, name, email: `${name}@kite.example`, role })

beforeEach(() => registerTokenGetter(() => Promise.resolve('t')))
afterEach(() => {
  cleanup()
  toast.dismiss()
  vi.unstubAllGlobals()
})

/** The members as the first of them, an owner, sees them. */
async function membersOf(...members: ReturnType<typeof aMember>[]): Promise<void> {
  const list = { members, limit: null, used: members.length }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(list)))
  const me = { id: members[0]?.person_id, workspace: { id: 'w1', name: 'Kite', role: 'owner' } } as Me
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Members me={me} />
    </QueryClientProvider>,
  )
  await screen.findByRole('table')
}

describe('the members', () => {
  it('show the last owner why leaving and another role are locked', async () => {
    await membersOf(aMember('Ada', 'owner'), aMember('Ben', 'viewer'))
    expect(screen.getByRole('combobox', { name: 'Role of Ada' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('combobox', { name: 'Role of Ben' })).toHaveProperty('disabled', false)
    fireEvent.click(screen.getByRole('button', { name: 'Leave the workspace' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(toast.getToasts().map(item => ('title' in item ? item.title : null))).toEqual([wording.lastOwner])
  })

  it('change roles independently: one may change while another change runs', async () => {
    await membersOf(aMember('Ada', 'owner'), aMember('Ben', 'viewer'), aMember('Cyd', 'viewer'))
    const changes: string[] = []
    vi.stubGlobal('fetch', (path: string) => {
      changes.push(path)
      return new Promise(() => {})
    })
    const ben = screen.getByRole('combobox', { name: 'Role of Ben' })
    choose('Ben', 'editor')
    choose('Cyd', 'admin')
    await vi.waitFor(() => expect(ben.getAttribute('aria-busy')).toBe('true'))
    expect(ben).toHaveProperty('value', 'editor')
    await vi.waitFor(() => expect(changes).toEqual(['/api/workspace/members/Ben', '/api/workspace/members/Cyd']))
  })

  it('lock nothing if there is another owner', async () => {
    await membersOf(aMember('Ada', 'owner'), aMember('Ben', 'owner'))
    expect(screen.getByRole('combobox', { name: 'Role of Ada' })).toHaveProperty('disabled', false)
    fireEvent.click(screen.getByRole('button', { name: 'Leave the workspace' }))
    expect(await screen.findByText('Leave Kite?')).toBeTruthy()
  })
})

/** Three members; the server takes every change. @returns the bodies of the changes */
async function threeMembers(): Promise<unknown[]> {
  await membersOf(aMember('Ada', 'owner'), aMember('Ben', 'owner'), aMember('Cyd', 'viewer'))
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_path: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'PUT') sent.push(JSON.parse(body ?? ''))
    return new Promise(() => {})
  })
  return sent
}
function select(name: string, role: Role): void {
  fireEvent.change(screen.getByRole('combobox', { name: `Role of ${name}` }), { target: { value: role } })
}
function choose(name: string, role: Role): void {
  select(name, role)
  fireEvent.click(screen.getByRole('button', { name: `Change role of ${name} to ${roleLabels[role]}` }))
}

describe('a role change that is hard to undo', () => {
  it.each([
    ['Ada', 'editor', 'Change your role to Editor?', 'Only another owner can change it back.'],
    ['Ben', 'admin', 'Change Ben to Admin?', 'Ben will no longer be an owner.'],
    ['Cyd', 'owner', 'Make Cyd an owner?', 'An owner can change every role and remove every member, including you.'],
  ] as const)('needs confirmation: %s as %s', async (name, role, title, text) => {
    const sent = await threeMembers()
    choose(name, role)
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    expect(sent).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Change role' }))
    await vi.waitFor(() => expect(sent).toEqual([{ role }]))
  })

  it('keeps the role when it is canceled', async () => {
    const sent = await threeMembers()
    choose('Ada', 'viewer')
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('combobox', { name: 'Role of Ada' })).toHaveProperty('value', 'owner')
    expect(sent).toEqual([])
  })
})

describe('a chosen role', () => {
  it('is changed only by the button, so that the arrow keys may go through the roles', async () => {
    const sent = await threeMembers()
    select('Cyd', 'editor')
    select('Cyd', 'admin')
    expect(sent).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Change role of Cyd to Admin' }))
    await vi.waitFor(() => expect(sent).toEqual([{ role: 'admin' }]))
  })

  it('needs no button when it is the role that the member has', async () => {
    await threeMembers()
    select('Cyd', 'editor')
    select('Cyd', 'viewer')
    expect(screen.queryByRole('button', { name: /^Change role/ })).toBeNull()
  })

  it('stays chosen when the server fails, to be tried again', async () => {
    const members = [aMember('Ada', 'owner'), aMember('Cyd', 'viewer')]
    await membersOf(...members)
    vi.stubGlobal('fetch', (_path: string, { method }: { method: string }) =>
      Promise.resolve(
        method === 'PUT'
          ? Response.json({ detail: 'The server failed', code: 'internal' }, { status: 500 })
          : Response.json({ members, limit: null, used: 2 }),
      ),
    )
    choose('Cyd', 'editor')
    await vi.waitFor(() => expect(toast.getToasts()).toHaveLength(1))
    const button = await screen.findByRole('button', { name: 'Change role of Cyd to Editor' })
    await vi.waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
    expect(screen.getByRole('combobox', { name: 'Role of Cyd' })).toHaveProperty('value', 'editor')
  })

  it('leaves the focus on its select once it is changed', async () => {
    let role: Role = 'viewer'
    await membersOf(aMember('Ada', 'owner'), aMember('Cyd', 'viewer'))
    vi.stubGlobal('fetch', (_path: string, { method }: { method: string }) => {
      if (method !== 'PUT')
        return Promise.resolve(
          Response.json({ members: [aMember('Ada', 'owner'), aMember('Cyd', role)], limit: null, used: 2 }),
        )
      role = 'editor'
      return Promise.resolve(Response.json(aMember('Cyd', role)))
    })
    select('Cyd', 'editor')
    screen.getByRole('button', { name: 'Change role of Cyd to Editor' }).focus()
    fireEvent.click(screen.getByRole('button', { name: 'Change role of Cyd to Editor' }))
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Role of Cyd' })))
    expect(screen.queryByRole('button', { name: /^Change role/ })).toBeNull()
  })
})

it('focus moves to the heading of the list after a member is removed', async () => {
  await membersOf(aMember('Ada', 'owner'), aMember('Ben', 'viewer'))
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(
      path === '/api/workspace/members'
        ? Response.json({ members: [aMember('Ada', 'owner')], limit: null, used: 1 })
        : new Response(null, { status: 204 }),
    ),
  )
  const remove = screen.getByRole('button', { name: 'Remove Ben' })
  remove.focus()
  fireEvent.click(remove)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Members' })))
})
