/** What each screen and section shows before its reply, after a failure, and when what it asks for is gone. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiAccess } from '../features/account/api-access.tsx'
import { Blocklists } from '../features/account/blocklists.tsx'
import { IdentityOnReports } from '../features/account/identity-on-reports.tsx'
import { Invitations } from '../features/account/invitations.tsx'
import { Members } from '../features/account/members.tsx'
import { Sessions } from '../features/account/sessions.tsx'
import { AlertsPage } from '../features/alerts/page.tsx'
import { WatchedAddresses } from '../features/alerts/watched-addresses.tsx'
import { AnalyticsPage } from '../features/analytics/page.tsx'
import { ApiReferencePage } from '../features/api-reference/page.tsx'
import { TestBillingPage } from '../features/billing/page.tsx'
import { SelectorField } from '../features/diagnostics/dkim/selector-field.tsx'
import { ScoreHistory } from '../features/diagnostics/history/score-history.tsx'
import { ShareDialog } from '../features/diagnostics/sharing/share-dialog.tsx'
import { DmarcBuilderPage } from '../features/dmarc-builder/page.tsx'
import { DnsHistoryPage } from '../features/dns-history/page.tsx'
import { HeadersPage } from '../features/headers/page.tsx'
import { JoinPage } from '../features/join/page.tsx'
import { LinkedCheckPage } from '../features/linked-check/page.tsx'
import { SharedReportPage } from '../features/shared-report/page.tsx'
import { SpfBuilderPage } from '../features/spf-builder/page.tsx'
import { aConfiguration, aList } from '../features/spf-flattening/flattening.fixture.ts'
import { History } from '../features/spf-flattening/history.tsx'
import { SpfFlatteningPage } from '../features/spf-flattening/page.tsx'
import { SubdomainSpfPage } from '../features/subdomain-spf/page.tsx'
import { registerTokenGetter } from '../lib/api.ts'
import type { StateName } from '../lib/held-states.data.ts'
import { keepInvitation } from '../lib/pending-invitation.ts'
import type { Domain, Me } from '../lib/queries.ts'
import { createQueryClient } from '../lib/query.ts'
import { seeState } from '../lib/see-state.fixture.ts'
import { SessionProvider } from '../lib/session/session.tsx'
import type { AuthClient, SessionState } from '../lib/session/state.ts'

beforeEach(() => {
  registerTokenGetter(() => Promise.resolve('t'))
  keepInvitation('link')
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  cleanup()
  toast.dismiss()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const domain = { id: 'kite', domain_name: 'kite.example', domain_unicode: null, last_scan: null } as unknown as Domain
const me = { id: 'p1', tier: 'business', workspace: { id: 'w1', name: 'Kite', role: 'owner' }, workspaces: [] }
const known: Readonly<Record<string, object>> = {
  '/api/auth/me': me,
  '/api/config': { billing: 'test' },
  '/api/domains': [domain],
  '/api/watched-addresses': { addresses: [], used: 0, limit: 256, allowed: true },
  '/api/alerts/deliveries?limit=20': { deliveries: [] },
  '/api/diagnostics/shares/kite': { shares: [] },
  '/api/spf-flattening/configurations': aList([]),
}

/** Opens a part of the product whose calls below this path, or to it with a method, get this answer; null: none. */
function open(element: ReactNode, path: string, answer: (() => Response) | null, at = '/'): void {
  vi.stubGlobal('fetch', (asked: string, { method }: { method: string }) => {
    if (!asked.startsWith(path) && !`${method} ${asked}`.startsWith(path))
      return Promise.resolve(Response.json(known[asked] ?? {}))
    return answer === null ? new Promise(() => {}) : Promise.resolve(answer())
  })
  const session = { status: 'signed-in', user: { name: 'Ada', email: 'ada@kite.example' } } as SessionState
  const client = { hosted: () => null, state: () => session, subscribe: () => () => {}, load: async () => {} }
  render(
    <StrictMode>
      <SessionProvider client={client as unknown as AuthClient}>
        <QueryClientProvider client={createQueryClient()}>
          <MemoryRouter initialEntries={[at]}>{element}</MemoryRouter>
        </QueryClientProvider>
      </SessionProvider>
    </StrictMode>,
  )
}

// The client asks once more after a 500.
const failure = () => Response.json({ code: 'rate_limited', detail: 'Too many requests' }, { status: 429 })
const gone = () => Response.json({ code: 'not_found', detail: 'Not found' }, { status: 404 })
const Report = () => null
const withToken = (element: ReactNode) => (
  <Routes>
    <Route path="/:token" element={element} />
  </Routes>
)

const ofDomain = (element: ReactNode) => (
  <Routes>
    <Route path="/:domainId" element={element} />
  </Routes>
)

const configurations = '/api/spf-flattening/configurations'
const workspace = () => (
  <>
    <Members me={me as unknown as Me} />
    <Invitations />
  </>
)
const payment = () => (
  <Routes>
    <Route path="/:sessionId" element={<TestBillingPage />} />
  </Routes>
)

it.each<[StateName, () => ReactNode, string, string?]>([
  ['alerts-loading', () => <AlertsPage />, '/api/alerts/settings'],
  ['analytics-loading', () => <AnalyticsPage />, '/api/domains/kite/analytics'],
  ['api-keys-loading', () => <ApiAccess tier="business" />, '/api/api-keys'],
  ['api-reference-loading', () => <ApiReferencePage />, '/api/openapi.json'],
  ['blocklists-loading', () => <Blocklists tier="business" />, '/api/blocklists'],
  ['diagnostics-history-loading', () => <ScoreHistory domain={domain} isFirst={false} />, '/api/domains/kite/history'],
  ['diagnostics-selectors-loading', () => <SelectorField domain={domain} />, '/api/domains/kite/selectors'],
  ['dns-history-loading', () => <DnsHistoryPage />, '/api/dns/changes'],
  ['flattening-loading', () => <SpfFlatteningPage />, configurations],
  ['headers-loading', () => <HeadersPage />, '/api/headers', '/headers?analysis=a1'],
  ['join-loading', () => <JoinPage />, '/api/invitations'],
  ['linked-check-loading', () => withToken(<LinkedCheckPage Report={Report} />), '/api/check/links', '/abc'],
  ['report-identity-loading', () => <IdentityOnReports tier="business" />, '/api/workspace/report-identity'],
  ['security-loading', () => <Sessions />, '/api/account/sessions'],
  ['share-loading', () => <ShareDialog domain={domain} onClose={() => {}} />, '/api/diagnostics/shares'],
  ['spf-builder-loading', () => ofDomain(<SpfBuilderPage />), '/api/domains', '/kite'],
  ['shared-report-loading', () => withToken(<SharedReportPage Report={Report} />), '/api/shared/reports', '/abc'],
  ['test-checkout-loading', payment, '/api/billing', '/s1'],
  ['workspace-loading', workspace, '/api/workspace/'],
])('%s', async (state, element, path, at) => {
  open(element(), path, null, at)
  await seeState(state)
  expect(screen.queryByText(/could not be loaded/)).toBeNull()
})

it.each<[StateName, () => ReactNode, string, string?]>([
  ['alerts-failed', () => <AlertsPage />, '/api/alerts/settings'],
  ['analytics-failed', () => <AnalyticsPage />, '/api/domains/kite/analytics'],
  ['api-keys-failed', () => <ApiAccess tier="business" />, '/api/api-keys'],
  ['api-reference-failed', () => <ApiReferencePage />, '/api/openapi.json'],
  ['blocklists-failed', () => <Blocklists tier="business" />, '/api/blocklists'],
  ['diagnostics-history-failed', () => <ScoreHistory domain={domain} isFirst={false} />, '/api/domains/kite/history'],
  ['diagnostics-selectors-failed', () => <SelectorField domain={domain} />, '/api/domains/kite/selectors'],
  ['flattening-failed', () => <SpfFlatteningPage />, configurations],
  ['join-failed', () => <JoinPage />, '/api/invitations'],
  ['linked-check-failed', () => withToken(<LinkedCheckPage Report={Report} />), '/api/check/links', '/abc'],
  ['report-identity-failed', () => <IdentityOnReports tier="business" />, '/api/workspace/report-identity'],
  ['security-failed', () => <Sessions />, '/api/account/sessions'],
  ['share-failed', () => <ShareDialog domain={domain} onClose={() => {}} />, '/api/diagnostics/shares'],
  ['dmarc-builder-load-failed', () => <DmarcBuilderPage />, '/api/domains'],
  ['spf-builder-load-failed', () => <SpfBuilderPage />, '/api/domains'],
  ['test-checkout-failed', payment, '/api/billing', '/s1'],
  ['watched-addresses-failed', () => <WatchedAddresses />, '/api/watched-addresses'],
  ['workspace-failed', workspace, '/api/workspace/'],
])('%s', async (state, element, path, at) => {
  open(element(), path, failure, at)
  await seeState(state)
  expect(screen.queryByText(/^Loading/)).toBeNull()
})

it.each<[StateName, () => ReactNode, string, string]>([
  ['analytics-gone', () => <AnalyticsPage />, '/api/domains/deleted/analytics', '/analytics?domain=deleted'],
  ['dns-history-gone', () => <DnsHistoryPage />, '/api/dns/changes', '/dns-history?domain=deleted'],
])('%s', async (state, element, path, at) => {
  open(element(), path, gone, at)
  await seeState(state)
  expect(screen.queryByText(/could not be loaded/)).toBeNull()
})

it.each<[StateName, () => ReactNode, string, object]>([
  ['dmarc-builder-not-found', () => ofDomain(<DmarcBuilderPage />), '/api/domains', []],
  ['spf-builder-not-found', () => ofDomain(<SpfBuilderPage />), '/api/domains', []],
  ['analytics-no-domains', () => <AnalyticsPage />, '/api/domains', []],
  ['analytics-locked', () => <AnalyticsPage />, '/api/auth/me', { ...me, tier: 'pro' }],
  [
    'report-identity-empty',
    () => <IdentityOnReports tier="business" />,
    '/api/workspace/report-identity',
    { name: '', logo: null, allowed: true },
  ],
  [
    'diagnostics-history-one',
    () => <ScoreHistory domain={domain} isFirst />,
    '/api/domains/kite/history',
    [{ scan_id: 's1', at: '2026-11-20T12:00:00.000Z', score: 70, basis_changed: false, fixed: 0, added: 0 }],
  ],
  [
    'diagnostics-history-empty',
    () => <ScoreHistory domain={domain} isFirst={false} />,
    '/api/domains/kite/history',
    [],
  ],
])('%s', async (state, element, path, reply) => {
  open(element(), path, () => Response.json(reply), '/kite')
  await seeState(state)
})

it.each<[StateName, number, string]>([
  ['join-used', 410, 'This invitation has already been used. Ask for a new one.'],
  ['join-unknown', 404, 'This invitation does not exist. It may have been revoked.'],
])('%s', async (state, status, detail) => {
  open(<JoinPage />, '/api/invitations', () => Response.json({ code: 'gone', detail }, { status }))
  await seeState(state)
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
})

const refusal = (detail: string) => () => Response.json({ code: 'validation', detail }, { status: 400 })

it('a link that is one too many is refused in the dialog', async () => {
  const detail = 'A domain can have at most 20 share links. Revoke one first.'
  open(<ShareDialog domain={domain} onClose={() => {}} />, '/api/diagnostics/share/', refusal(detail))
  fireEvent.click(await screen.findByRole('button', { name: 'Create link' }))
  await seeState('share-refused')
})

it('a range that is too large is refused beside its field', async () => {
  const detail = 'A range can have at most 256 addresses.'
  open(<WatchedAddresses />, 'POST /api/watched-addresses', refusal(detail))
  fireEvent.change(await screen.findByLabelText('IP address or range'), { target: { value: '192.0.0.0/16' } })
  fireEvent.click(screen.getByRole('button', { name: 'Watch' }))
  await seeState('watched-addresses-refused')
})

it('a search of the API reference that finds no call says so', async () => {
  const call = { operationId: 'domains.list', summary: 'Lists the domains', responses: {} }
  const document = { openapi: '3.1.0', paths: { '/api/domains': { get: call } }, components: { schemas: {} } }
  open(<ApiReferencePage />, '/api/openapi.json', () => Response.json(document))
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Search calls' }), { target: { value: 'teapot' } })
  await seeState('api-reference-no-match')
})

it('without a domain there is no configuration to create', async () => {
  open(<SpfFlatteningPage />, '/api/domains', () => Response.json([]))
  fireEvent.click(await screen.findByRole('button', { name: 'New Configuration' }))
  await seeState('flattening-no-domains')
})

it('the generator of subdomains asks for the domain', async () => {
  open(<SubdomainSpfPage />, '/none', null)
  fireEvent.click(screen.getByRole('button', { name: 'Generate SPF Records' }))
  await seeState('subdomain-spf-nothing-set')
})

it('the version history of a hosted record is asked for when it is opened, and may fail', async () => {
  open(<History configuration={aConfiguration()} />, `${configurations}/`, failure)
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Version history of kite.example' }))
  await seeState('flattening-history-failed')
})
