import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Tier } from '@waxseal/core/plan'
import { toast } from 'sonner'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { Blocklists } from './blocklists.tsx'

beforeEach(() => registerTokenGetter(() => Promise.resolve('t')))
afterEach(() => {
  cleanup()
  toast.dismiss()
  upgrade.close()
  vi.unstubAllGlobals()
})

const list = { zone: 'list.example', kind: 'ip', off: false, off_here: false }
const three = ['one', 'two', 'three'].map(id => ({
  ...list,
  id,
  name: `List ${id}`,
  off: id === 'two',
  off_here: id === 'three',
}))

/** @returns what is sent: the method, the path and the body of each call */
async function shown({
  tier = 'business',
  catalogue = three,
  refusal = '',
  summary = 'Blocklists of the catalog: 1 of 3 on',
}: {
  tier?: Tier
  catalogue?: typeof three
  refusal?: string
  summary?: string
} = {}): Promise<unknown[]> {
  const allowed = tier === 'business'
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'GET') {
      const me = { id: 'p1', workspace: { id: 'w1', name: 'Kite', role: 'owner' }, workspaces: [] }
      return Promise.resolve(Response.json(path === '/api/auth/me' ? me : { catalogue, own: [], limit: 20, allowed }))
    }
    sent.push([method, path, JSON.parse(body ?? 'null')])
    if (refusal !== '') {
      return Promise.resolve(Response.json({ detail: refusal, code: 'validation' }, { status: 400 }))
    }
    return Promise.resolve(Response.json({ test: { state: 'passed', reason: null } }, { status: 201 }))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Blocklists tier={tier} />
    </QueryClientProvider>,
  )
  await screen.findByText(summary)
  return sent
}

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(name), hidden: true })

describe('the blacklists of a workspace', () => {
  it('get an own list with its codes, and say what is missing', async () => {
    const sent = await shown()
    click('Add blocklist')
    await seeState('blocklists-empty')
    await screen.findByRole('button', { name: 'Add list' })
    click('Add list')
    expect(screen.getByText('Please enter a name')).toBeTruthy()
    type('Name', ' Ours ')
    click('Add list')
    expect(screen.getByText('Please enter the zone of the list, for example dnsbl.example.org')).toBeTruthy()
    type('Zone', 'bl.example.org')
    type('Checks', 'domain')
    for (let n = 0; n < 2; n++) click('Add code')
    fireEvent.change(screen.getAllByLabelText('Code')[0] ?? document.body, { target: { value: '127.0.0.2' } })
    click('Add list')
    expect(screen.getByText('Please enter what each return code means')).toBeTruthy()
    fireEvent.change(screen.getAllByLabelText('Meaning')[0] ?? document.body, { target: { value: 'Spam' } })
    click('Add list')
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const codes = [{ address: '127.0.0.2', meaning: 'Spam' }]
    expect(sent).toEqual([['POST', '/api/blocklists', { name: 'Ours', zone: 'bl.example.org', kind: 'domain', codes }]])
  })

  it('show what the server refuses beside the field', async () => {
    await shown({ refusal: 'Waxseal already checks this list' })
    click('Add blocklist')
    await screen.findByRole('button', { name: 'Add list' })
    type('Name', 'Ours')
    type('Zone', 'zen.spamhaus.org')
    click('Add list')
    expect((await screen.findByText('Waxseal already checks this list')).getAttribute('role')).toBe('alert')
    expect(screen.getByLabelText('Zone').getAttribute('aria-invalid')).toBe('true')
    await seeState('blocklists-refused')
  })

  it('are turned off and on together, but not those that the operator turned off', async () => {
    const sent = await shown()
    expect(['List one', 'List two', 'List three'].map(name => box(name).checked)).toEqual([true, false, false])
    expect(box('List three').disabled).toBe(true)
    fireEvent.click(box('List one'))
    fireEvent.click(box('List two'))
    fireEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }))
    await vi.waitFor(() => expect(sent).toEqual([['PUT', '/api/blocklists/off', { off: ['one'] }]]))
  })

  it('lead below Business to the upgrade', async () => {
    // List two was turned off on a plan that allowed it: scans ask it again.
    const sent = await shown({ tier: 'pro', summary: 'Blocklists of the catalog: 2 of 3 on' })
    expect(
      screen.getByText('Custom blocklists are not part of your Pro plan. Upgrade to Business to use them.'),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add blocklist' })).toBeNull()
    await seeState('blocklists-locked')
    await seeState('blocklists-kept')
    fireEvent.click(screen.getByRole('checkbox', { name: /List one/, hidden: true }))
    expect(upgrade.current()).toEqual({ feature: 'custom_blocklists', detail: null })
    expect(sent).toEqual([])
  })

  it('beyond the first ten are off on Starter, whose scans do not ask them', async () => {
    const all = Array.from({ length: 34 }, (_, at) => ({ ...list, id: `l${at}`, name: `List ${at}.` }))
    await shown({ tier: 'free', catalogue: all, summary: 'Blocklists of the catalog: 10 of 34 on' })
    expect(['List 0.', 'List 9.', 'List 10.', 'List 33.'].map(name => box(name).checked)).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(screen.getAllByText('Not part of your plan')).toHaveLength(24)
    await seeState('blocklists-starter')
  })
})
