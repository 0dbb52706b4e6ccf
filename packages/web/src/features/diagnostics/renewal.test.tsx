import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { paths, patterns } from '../../lib/paths.ts'
import { type Domain, domainsQuery, type ScanReply } from '../../lib/queries.ts'
import { createQueryClient } from '../../lib/query.ts'
import { DiagnosticsPage } from './page.tsx'
import { aFinding, nothingThere } from './scan.fixture.ts'

const domain: Domain = {
  id: 'd1',
  domain_name: 'example.com',
  domain_unicode: null,
  health_score: 90,
  last_scan: '2026-11-20T12:00:01.000Z',
  scored_at: '2026-11-20T12:00:01.000Z',
  created_at: '2026-11-01T10:00:00.000Z',
  mx_count: 1,
  blacklist_count: 0,
  auth_status: 'fail',
  auth_text: 'Not found',
  badges: null,
  worst: null,
  partly_checked: null,
  relay_test_result: 'closed',
  scan_schedule: 'none',
  next_scan_at: null,
  read_only: false,
  score_is_old: false,
  changed_after_scan: [],
  scanning: false,
  tags: [],
}

/** A scan whose SPF query got `answer`. */
function scanWith(answer: string, finishedAt: string): ScanReply {
  return {
    ...nothingThere,
    finished_at: finishedAt,
    findings: [{ ...aFinding, evidence: ['TXT example.com'] }],
    evidence: [
      {
        id: 'TXT example.com',
        kind: 'dns',
        question: { name: 'example.com', type: 'TXT' },
        outcome: 'records',
        answers: [answer],
        via: {
          server: '192.0.2.53:53',
          authoritative: false,
          rcode: 'NOERROR',
          ede: [],
          authentic: 'no',
          cnames: [],
          ttl: 300,
          ms: 5,
          askedAt: 0,
          cached: false,
        },
      },
    ],
  }
}

let now: { domain: Domain; scan: ScanReply }

beforeEach(() => {
  registerTokenGetter(() => Promise.resolve('t'))
  vi.spyOn(console, 'error').mockReturnValue()
  now = { domain, scan: scanWith('before', '2026-11-20T12:00:01.000Z') }
  vi.stubGlobal('fetch', (path: string) => {
    const answers: Record<string, () => object> = {
      '/api/domains': () => [now.domain],
      '/api/diagnostics/results/d1': () => now.scan,
      '/api/domains/d1/decisions': () => ({ decisions: [] }),
    }
    const answer = answers[path]
    return Promise.resolve(answer ? Response.json(answer()) : Response.json({ detail: 'x' }, { status: 404 }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Shows the report; the returned function simulates a new scan from another tab. */
async function openReport(at = paths.diagnostics('d1')): Promise<() => Promise<void>> {
  const client = createQueryClient()
  const routes = [{ path: patterns.diagnostics, element: <DiagnosticsPage /> }]
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Issues Found' })
  return async () => {
    const later = '2026-11-20T13:00:00.000Z'
    now = { domain: { ...domain, last_scan: later }, scan: { ...scanWith('after', later), coverage: 0.5 } }
    await act(() => client.invalidateQueries({ queryKey: domainsQuery.queryKey }))
    await screen.findByText('Partly checked: 50% of checks could not run')
  }
}

it('a note that is being typed stays when a new scan arrives', async () => {
  const scanAgain = await openReport()
  fireEvent.click(screen.getByRole('button', { name: 'Accept or mute: SPF record missing' }))
  const note = await screen.findByLabelText<HTMLTextAreaElement>('Note')
  fireEvent.change(note, { target: { value: 'The newsletter moves first.' } })
  await scanAgain()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('The newsletter moves first.')
})

it('evidence that is open stays that of its own scan', async () => {
  const scanAgain = await openReport()
  fireEvent.click(screen.getByRole('button', { name: 'Evidence: SPF record missing' }))
  const drawer = await screen.findByRole('dialog')
  expect(within(drawer).getByText('before')).toBeDefined()
  await scanAgain()
  expect(within(drawer).getByText('before')).toBeDefined()
})
