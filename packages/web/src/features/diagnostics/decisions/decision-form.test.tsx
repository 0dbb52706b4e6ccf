import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../../lib/api.ts'
import { createQueryClient } from '../../../lib/query.ts'
import { seeState } from '../../../lib/see-state.fixture.ts'
import { aDomain } from '../../domains/domain.fixture.ts'
import type { Finding } from '../report.ts'
import { DecideButton, DecisionPart } from './decision-control.tsx'
import { DecisionsProvider } from './decisions-context.tsx'

const finding = { id: 'dmarc_missing', subject: null, reason: 'DMARC record missing' } as Finding
const decided = {
  id: 'd1',
  finding: 'dmarc_missing',
  subject: null,
  reason: 'DMARC record missing',
  kind: 'accepted',
  note: 'Known since spring.',
  decided_at: '2026-11-20T12:00:00.000Z',
  decided_by: null,
  expires_at: null,
  expired: false,
}

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

/** A finding with these decisions; the server refuses each change. @returns the methods of the changes */
function open(decisions: object[], status = 500, body: object = {}): string[] {
  const sent: string[] = []
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    if (path === '/api/auth/me') return Promise.resolve(Response.json({ tier: 'pro', workspace: { role: 'owner' } }))
    if (method === 'GET') return Promise.resolve(Response.json({ decisions }))
    sent.push(method)
    return Promise.resolve(Response.json(body, { status }))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <DecisionsProvider domain={aDomain('kite.example')} findings={[finding]}>
          <DecideButton place="list" finding={finding} />
          <DecisionPart place="list" finding={finding} />
        </DecisionsProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return sent
}

async function openForm(...refusal: [status?: number, body?: object]): Promise<string[]> {
  const sent = open([], ...refusal)
  fireEvent.click(await screen.findByRole('button', { name: 'Accept or mute: DMARC record missing' }))
  await screen.findByRole('form', {}, { timeout: 20_000 })
  return sent
}

const change = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('takes no day after two years', async () => {
  const sent = await openForm()
  change('Applies until', 'day')
  change('Last day', '2099-01-01')
  press('Accept finding')
  await seeState('diagnostics-decide-late')
  expect(sent).toEqual([])
})

it.each([
  ['diagnostics-decide-refused', 400, { code: 'validation', detail: 'A note can only have visible characters' }],
  ['diagnostics-decide-failed', 500, {}],
] as const)('keeps what was typed when it is not saved, and says why: %s', async (state, status, body) => {
  const sent = await openForm(status, body)
  change('Note', 'Known since spring.')
  press('Accept finding')
  await seeState(state)
  expect(sent).toEqual(['PUT'])
  expect(screen.getByLabelText('Note')).toHaveProperty('value', 'Known since spring.')
})

it('stays when it could not be undone', async () => {
  const sent = open([decided])
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await seeState('diagnostics-undo-failed')
  expect(sent).toEqual(['DELETE'])
  expect(screen.getByText(/Known since spring\./)).toBeTruthy()
})
