import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { toast } from 'sonner'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import { upgrade } from '../../lib/upgrade.ts'
import { ApiAccess } from './api-access.tsx'

// The form is loaded when it is opened; on a busy machine that takes longer than a test waits.
beforeAll(async () => void (await import('./create-key-dialog.tsx')))
beforeEach(() => registerTokenGetter(() => Promise.resolve('t')))
afterEach(() => {
  cleanup()
  toast.dismiss()
  upgrade.close()
  vi.unstubAllGlobals()
})

const aKey = (name: string, rest: object = {}) => ({
  id: name,
  name,
  starts_with: `ak_${name.slice(0, 5)}`,
  scopes: ['read'],
  created_at: '2026-11-20T12:00:00.000Z',
  created_by: 'Ada',
  expires_at: null,
  expired: false,
  last_used_at: null,
  ...rest,
})

interface Shown {
  keys?: object[]
  allowed?: boolean
  role?: string
  billing?: string
}

/** @returns the bodies of what is sent, in order */
async function shown({ keys = [], allowed = true, role = 'owner', billing = 'test' }: Shown): Promise<unknown[]> {
  const sent: unknown[] = []
  let list = keys
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'POST') {
      sent.push(JSON.parse(body ?? ''))
      const made = aKey('Nightly')
      list = [made, ...list]
      return Promise.resolve(Response.json({ api_key: made, key: 'ak_NightlySecret' }, { status: 201 }))
    }
    if (method === 'DELETE') {
      sent.push(path)
      list = []
      return Promise.resolve(new Response(null, { status: 204 }))
    }
    const me = { id: 'p1', workspace: { id: 'w1', name: 'Kite', role }, workspaces: [] }
    const replies: Readonly<Record<string, object>> = { '/api/auth/me': me, '/api/config': { billing } }
    return Promise.resolve(Response.json(replies[path] ?? { keys: list, allowed }))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ApiAccess tier={allowed ? 'business' : 'pro'} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('Examples')
  return sent
}

const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

describe('API access', () => {
  it('creates a key with a name, a scope and an expiry, and shows it until the person is done', async () => {
    vi.setSystemTime('2026-11-20T12:00:00Z')
    const sent = await shown({})
    expect(screen.getByText('No API keys yet.')).toBeTruthy()
    await seeState('api-keys-empty')
    click('Create API key')
    await screen.findByRole('button', { name: 'Create key' })
    click('Create key')
    expect(screen.getByRole('alert').textContent).toBe('Please enter a name')
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: ' Nightly ' } })
    fireEvent.change(screen.getByLabelText('Scopes'), { target: { value: 'scan' } })
    fireEvent.change(screen.getByLabelText('Expires'), { target: { value: '30' } })
    click('Create key')
    expect(await screen.findByText('ak_NightlySecret')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent).toEqual([{ name: 'Nightly', scopes: ['scan'], expires_at: '2026-12-20T12:00:00.000Z' }])
    click('Done')
    expect(screen.queryByText('ak_NightlySecret')).toBeNull()
    vi.useRealTimers()
  })

  it('offers full access to an owner, and says what it reaches and what it does not', async () => {
    const sent = await shown({})
    click('Create API key')
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Terraform' } })
    await screen.findByRole('option', { name: 'Full access' })
    fireEvent.change(screen.getByLabelText('Scopes'), { target: { value: 'admin' } })
    expect(
      screen.getByText(
        'Also changes the settings of alerts, blocklists and reports, asks the assistant and reads the audit log, which names people. ' +
          'Members, keys, billing and deletion stay with people. You need a sign-in within the last 10 minutes.',
      ),
    ).toBeTruthy()
    await seeState('api-keys-full-access')
    click('Create key')
    await screen.findByText('ak_NightlySecret')
    expect(sent).toMatchObject([{ name: 'Terraform', scopes: ['admin'] }])
  })

  it('offers an admin no full access', async () => {
    await shown({ role: 'admin' })
    click('Create API key')
    await screen.findByLabelText('Name')
    expect([...screen.getByLabelText('Scopes').querySelectorAll('option')].map(each => each.textContent)).toEqual([
      'Read',
      'Read and scan',
      'Read, scan and write',
    ])
  })

  it('asks before it revokes a key, and hides the key that was just created with it', async () => {
    const sent = await shown({})
    click('Create API key')
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Nightly' } })
    fireEvent.change(screen.getByLabelText('Expires'), { target: { value: 'none' } })
    click('Create key')
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke Nightly, ak_Night…' }))
    expect(sent).toEqual([{ name: 'Nightly', scopes: ['read'], expires_at: null }])
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke key' }))
    expect(await screen.findByText('No API keys yet.')).toBeTruthy()
    expect(sent[1]).toBe('/api/api-keys/Nightly')
    expect(screen.queryByText('ak_NightlySecret')).toBeNull()
  })

  it('says of each key when it was used and expires', async () => {
    const expiring = { expires_at: '2027-02-18T12:00:00.000Z', last_used_at: '2026-11-20T11:00:00.000Z' }
    await shown({ keys: [aKey('Fresh'), aKey('Old', { ...expiring, expired: true }), aKey('Used', expiring)] })
    const rows = screen.getAllByRole('row').slice(1)
    expect(rows.map(row => /Expired|Feb 18, 2027|ExpiresNever|Expires Never/.exec(row.textContent)?.[0])).toEqual([
      expect.stringContaining('Never'),
      'Expired',
      'Feb 18, 2027',
    ])
  })

  it('leads below Business to the upgrade, and keeps the keys in the list', async () => {
    await shown({ keys: [aKey('Kept')], allowed: false })
    expect(screen.getByText('API keys are not part of your Pro plan. Upgrade to Business to use them.')).toBeTruthy()
    expect(screen.getByText('Your keys are kept, but they do not work now.')).toBeTruthy()
    await seeState('api-keys-kept')
    expect(screen.queryByRole('button', { name: 'Create API key' })).toBeNull()
    expect(screen.getByRole('button', { name: /^Revoke Kept/ })).toBeTruthy()
    click('Upgrade')
    expect(upgrade.current()).toEqual({ feature: 'api_access', detail: null })
  })

  it('names the operator where nothing is sold, and no upgrade', async () => {
    await shown({ keys: [aKey('Kept')], allowed: false, billing: 'off' })
    expect(await screen.findByText('This installation does not include this. Ask its operator.')).toBeTruthy()
    await seeState('api-keys-unsold')
    expect(screen.queryByText(/upgrade/i)).toBeNull()
  })

  it('tells a viewer who may create and revoke', async () => {
    await shown({ keys: [aKey('Theirs')], role: 'viewer' })
    for (const name of [/^Create API key/, /^Revoke Theirs/]) {
      await vi.waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true'))
      click(name)
    }
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    const text = 'Your role in this workspace does not allow this. Ask an admin or owner.'
    expect(toast.getToasts().map(item => ('title' in item ? item.title : null))).toEqual([text, text])
    await seeState('api-keys-viewer')
  })

  it('shows examples with the address of this server', async () => {
    await shown({})
    expect(screen.getByText(/curl -sS/).textContent).toContain(`${window.location.origin}/api/domains`)
    expect(screen.getByText(/^waxseal scan/)).toBeTruthy()
  })
})
