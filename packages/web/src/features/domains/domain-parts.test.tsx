import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Role } from '@waxseal/core/plan'
import { MemoryRouter } from 'react-router'
import { toast } from 'sonner'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { aDomain } from './domain.fixture.ts'
import { Actions } from './domain-parts.tsx'

beforeEach(() => registerTokenGetter(() => Promise.resolve('t')))
afterEach(() => {
  cleanup()
  toast.dismiss()
  vi.unstubAllGlobals()
})

/** The actions of a domain, used by a member with this role, once the role is known. */
async function actionsOf(role: Role) {
  const me = { id: 'p1', workspace: { id: 'w1', name: 'Kite', role }, workspaces: [] }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(me)))
  const onAct = vi.fn()
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Actions domain={aDomain('a.example')} scanning={false} onScan={() => {}} onAct={onAct} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  return onAct
}

function deleteAndTag(): void {
  fireEvent.click(screen.getByRole('button', { name: 'Delete a.example' }))
  fireEvent.click(screen.getByRole('button', { name: 'More for a.example' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Tags' }))
}

describe('the actions of a domain', () => {
  it('let an editor delete and tag it', async () => {
    const onAct = await actionsOf('editor')
    deleteAndTag()
    expect(onAct.mock.calls.map(([what]) => what)).toEqual(['delete', 'tags'])
  })

  it('tell a viewer which role may, and do nothing', async () => {
    const onAct = await actionsOf('viewer')
    deleteAndTag()
    expect(onAct).not.toHaveBeenCalled()
    const shown = toast.getToasts().map(item => ('title' in item ? item.title : null))
    const refusal = 'Your role in this workspace does not allow this. Ask an editor, admin or owner.'
    expect(shown).toEqual([refusal, refusal])
  })
})
