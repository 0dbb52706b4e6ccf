import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { wording } from '@waxseal/contract/wording'
import type { Role } from '@waxseal/core/plan'
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
  it('tell the last owner why leaving and another role are locked', async () => {
    await membersOf(aMember('Ada', 'owner'), aMember('Ben', 'viewer'))
    expect(screen.getByRole('combobox', { name: 'Role of Ada' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('combobox', { name: 'Role of Ben' })).toHaveProperty('disabled', false)
    fireEvent.click(screen.getByRole('button', { name: 'Leave the workspace' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(toast.getToasts().map(item => ('title' in item ? item.title : null))).toEqual([wording.lastOwner])
  })

  it('get their roles independently: one is busy while its change runs, and another one changes meanwhile', async () => {
    await membersOf(aMember('Ada', 'owner'), aMember('Ben', 'viewer'), aMember('Cyd', 'viewer'))
    const changes: string[] = []
    vi.stubGlobal('fetch', (path: string) => {
      changes.push(path)
      return new Promise(() => {})
    })
    const ben = screen.getByRole('combobox', { name: 'Role of Ben' })
    fireEvent.change(ben, { target: { value: 'editor' } })
    fireEvent.change(screen.getByRole('combobox', { name: 'Role of Cyd' }), { target: { value: 'admin' } })
    await vi.waitFor(() => expect(ben.getAttribute('aria-busy')).toBe('true'))
    expect(ben).toHaveProperty('value', 'editor')
    await vi.waitFor(() => expect(changes).toEqual(['/api/workspace/members/Ben', '/api/workspace/members/Cyd']))
  })

  it('lock nothing where there is another owner', async () => {
    await membersOf(aMember('Ada', 'owner'), aMember('Ben', 'owner'))
    expect(screen.getByRole('combobox', { name: 'Role of Ada' })).toHaveProperty('disabled', false)
    fireEvent.click(screen.getByRole('button', { name: 'Leave the workspace' }))
    expect(await screen.findByText('Leave Kite?')).toBeTruthy()
  })
})
