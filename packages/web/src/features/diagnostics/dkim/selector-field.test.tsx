import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { toast } from 'sonner'
import { afterEach, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../../lib/api.ts'
import { createQueryClient } from '../../../lib/query.ts'
import { seeState } from '../../../lib/see-state.fixture.ts'
import { aDomain } from '../../domains/domain.fixture.ts'
import { SelectorField } from './selector-field.tsx'

afterEach(() => {
  cleanup()
  toast.dismiss()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Adds a selector, which the server answers so. @returns the calls that change something */
function add(selector: string, status = 500, body: object = {}): string[] {
  const sent: string[] = []
  registerTokenGetter(() => Promise.resolve('t'))
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    if (path === '/api/auth/me') return Promise.resolve(Response.json({ tier: 'pro', workspace: { role: 'owner' } }))
    if (method === 'GET') return Promise.resolve(Response.json({ selectors: [] }))
    sent.push(path)
    return Promise.resolve(Response.json(body, { status }))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <SelectorField domain={aDomain('kite.example', { id: 'kite' })} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText('Add a DKIM selector'), { target: { value: selector } })
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  return sent
}

const invalid = 'Please enter a DKIM selector, the value after s= in a DKIM-Signature'

it('asks for a selector before it sends anything', async () => {
  const sent = add(' ')
  await seeState('diagnostics-selector-empty')
  expect(sent).toEqual([])
})

it.each([
  ['diagnostics-selector-refused', 400, { code: 'validation', detail: invalid }],
  ['diagnostics-selector-again', 409, { code: 'conflict', detail: 'Selector already added' }],
  ['diagnostics-selector-failed', 500, {}],
] as const)('says beside the field why it was not added: %s', async (state, status, body) => {
  const sent = add('spring2024', status, body)
  await seeState(state)
  expect(sent).toEqual(['/api/domains/kite/selectors'])
  expect(screen.getByLabelText('Add a DKIM selector').getAttribute('aria-invalid')).toBe('true')
})
