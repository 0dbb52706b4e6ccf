import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import type { Change, Counts, Severity } from './api.ts'
import { DnsHistoryPage } from './page.tsx'

beforeEach(() => registerTokenGetter(() => Promise.resolve('t')))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const aChange = (n: number, severity: Severity): Change => ({
  id: `c${n}`,
  domain_id: 'kite',
  domain_name: 'kite.example',
  domain_unicode: null,
  change_type: 'mx_modified',
  change_description: `change ${n}`,
  severity,
  timestamp: '2026-11-20T10:00:00Z',
  old_value: ['10 a.example'],
  new_value: null,
})

/** Changes that are critical at these places, and info elsewhere. */
const changesOf = (count: number, ...critical: number[]): Change[] =>
  Array.from({ length: count }, (_, n) => aChange(n, critical.includes(n) ? 'critical' : 'info'))

/** The page of these changes. @returns the calls for changes so far */
async function history(all: readonly Change[], at = '/dns-history'): Promise<string[]> {
  const calls: string[] = []
  const of = (severity: Severity): number => all.filter(change => change.severity === severity).length
  const counts: Counts = {
    total: all.length,
    domains: [{ domain_id: 'kite', domain_name: 'kite.example', domain_unicode: null, count: all.length }],
    severities: { info: of('info'), warning: of('warning'), critical: of('critical') },
    monitoring: { enabled: true, frequency: 1, checked_at: null },
    kept_days: 30,
  }
  vi.stubGlobal('fetch', (path: string) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    if (pathname === '/api/dns/changes/counts') return Promise.resolve(Response.json(counts))
    calls.push(path)
    const from = all.findIndex(({ id }) => id === searchParams.get('before')) + 1
    return Promise.resolve(Response.json(all.slice(from, from + Number(searchParams.get('limit')))))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <DnsHistoryPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Monitored records' })
  await vi.waitFor(() => expect(screen.queryByText('Loading DNS changes...')).toBeNull())
  return calls
}

const shown = (): number =>
  within(screen.getByRole('region', { name: 'Change Timeline' })).queryAllByRole('listitem').length

describe('the DNS change history', () => {
  it('loads 200 changes, and older ones page by page', async () => {
    const calls = await history(changesOf(450))
    expect(shown()).toBe(200)
    fireEvent.click(screen.getByRole('button', { name: 'Show older changes' }))
    await vi.waitFor(() => expect(shown()).toBe(400))
    fireEvent.click(screen.getByRole('button', { name: 'Show older changes' }))
    await vi.waitFor(() => expect(shown()).toBe(450))
    expect(screen.queryByRole('button', { name: 'Show older changes' })).toBeNull()
    expect(calls).toEqual([
      '/api/dns/changes?limit=200',
      '/api/dns/changes?limit=200&before=c199',
      '/api/dns/changes?limit=200&before=c399',
    ])
  })

  it('shows only a severity at the press of its counter, also when its changes are old', async () => {
    await history(changesOf(450, 10, 420))
    const critical = screen.getByRole('button', { name: '2 Critical' })
    fireEvent.click(critical)
    await vi.waitFor(() => expect(shown()).toBe(2))
    expect(critical.getAttribute('aria-pressed')).toBe('true')
    await seeState('dns-history-filtered')
    fireEvent.click(critical)
    expect(shown()).toBe(450)
  })

  it('opens a change to its values, and closes it', async () => {
    await history(changesOf(1))
    const line = screen.getByRole('button', { name: /change 0/ })
    expect(screen.queryByText('Previous Value')).toBeNull()
    fireEvent.click(line)
    expect(screen.getByText('10 a.example').tagName).toBe('DEL')
    expect(screen.getByText('N/A')).toBeTruthy()
    fireEvent.click(line)
    expect(screen.queryByText('Previous Value')).toBeNull()
  })

  it('names the frequency of the account where nothing changed', async () => {
    await history([])
    expect(screen.getByText('DNS monitoring runs every hour. Changes will appear here when detected.')).toBeTruthy()
    expect(screen.getByRole('option', { name: 'All Domains (0 changes)' })).toBeTruthy()
  })

  it('says so where nothing has the severity of the address', async () => {
    await history(changesOf(2), '/dns-history?severity=critical')
    await seeState('dns-history-no-match')
    expect(shown()).toBe(0)
  })

  it('asks for the domain of the address', async () => {
    const calls = await history(changesOf(1), '/dns-history?domain=kite')
    expect(calls).toEqual(['/api/dns/changes?limit=200&domain_id=kite'])
    expect(screen.getByRole('combobox', { name: 'Domain' })).toHaveProperty('value', 'kite')
  })
})
