import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import { AddDomainDialog, type AddDraft, emptyDraft } from './add-domain-dialog.tsx'

beforeEach(() => {
  registerTokenGetter(() => Promise.resolve('t'))
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  cleanup()
  toast.dismiss()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const none = () => {}

function Dialog({ start }: { start: AddDraft }): ReactNode {
  const [draft, setDraft] = useState(start)
  return (
    <AddDomainDialog
      domains={[]}
      draft={draft}
      onDraft={change => setDraft({ ...draft, ...change })}
      onClose={none}
      onSelect={none}
      onScan={none}
    />
  )
}

/** The dialog with this text, sent. @returns the bodies of what is sent */
function send(draft: Partial<AddDraft>, refusal?: { status: number; body: object }): unknown[] {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body: string }) => {
    if (method === 'GET') return Promise.resolve(Response.json(path === '/api/config' ? { billing: 'test' } : {}))
    sent.push(JSON.parse(body))
    return Promise.resolve(Response.json(refusal?.body ?? {}, { status: refusal?.status ?? 201 }))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Dialog start={{ ...emptyDraft, ...draft }} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: draft.way === 'many' ? 'Add Domains' : 'Add' }))
  return sent
}

it('asks for a name before it sends anything', async () => {
  const sent = send({ name: '   ' })
  await seeState('domains-add-empty')
  expect(sent).toEqual([])
})

it.each([
  ['domains-add-invalid', 400, { code: 'invalid_domain', detail: 'Please enter a valid domain name' }],
  ['domains-add-duplicate', 409, { code: 'conflict', detail: 'Domain already added' }],
  ['domains-add-failed', 502, {}],
] as const)('says why a domain was not added, and keeps its name: %s', async (state, status, body) => {
  const sent = send({ name: 'kite.example' }, { status, body })
  await seeState(state)
  expect(sent).toMatchObject([{ domain_name: 'kite.example' }])
  expect(screen.getByLabelText('Domain Name')).toHaveProperty('value', 'kite.example')
})

it.each([
  ['domains-list-nothing', ' ,; '],
  ['domains-list-too-many', Array.from({ length: 1_001 }, (_, at) => `client-${at}.example`).join()],
  ['domains-list-too-large', 'client.example '.repeat(5_000)],
] as const)('sends no list that has nothing or too much: %s', async (state, list) => {
  const sent = send({ way: 'many', list })
  await seeState(state)
  expect(sent).toEqual([])
})
