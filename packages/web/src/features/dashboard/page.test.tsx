import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { Tier } from '@waxseal/core/plan'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import type { Breakdown, PriorityAction } from './api.ts'
import type { Stats } from './health-overview.tsx'
import { DashboardPage } from './page.tsx'

beforeEach(() => registerTokenGetter(() => Promise.resolve('t')))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const none: Breakdown = { scanned_domains: 0, total_domains: 0, issues: [], unchecked: [] }
const clean: Breakdown = { ...none, scanned_domains: 2, total_domains: 2 }

const attention = (n: number) => ({
  domain_id: `id-${n}`,
  domain_name: `bad-${n}.example`,
  health_score: 20 + n,
  issues: ['DMARC record missing', 'SPF record missing', 'PTR record missing'],
})

function statsOf(bands: Partial<Stats['security_summary']> = {}, worst = 0): Stats {
  const security_summary = { excellent: 0, good: 0, fair: 0, poor: 0, not_scanned: 0, not_scored: 0, ...bands }
  const total_domains = Object.values(security_summary).reduce((sum, n) => sum + n, 0)
  return {
    security_summary,
    total_domains,
    requiring_attention: Array.from({ length: worst }, (_, n) => attention(n)),
    changed_after_scan: [],
    changed_beyond: 0,
  }
}

const anAction: PriorityAction = {
  priority: 'critical',
  title: 'DMARC record missing',
  description: 'Affects bad-0.example. Spoofed mail from bad-0.example is delivered.',
  action_url: '/dmarc-wizard/id-0?finding=dmarc_missing',
  action_label: 'Open the DMARC builder',
  finding: 'dmarc_missing',
  domains: 1,
  points: 30,
}

interface Replies {
  tier?: Tier
  stats?: Stats | 'fails' | 'never'
  breakdown?: Breakdown | 'fails' | 'never'
  actions?: readonly PriorityAction[] | 'fails' | 'never'
  activity?: readonly object[] | 'fails' | 'never'
}

/** The calls of the page in the order they were made; each call may be answered differently later. */
function shown(replies: Replies): string[] {
  const calls: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    const { pathname, search } = new URL(path, 'http://localhost')
    calls.push(pathname + search)
    const { tier = 'pro', stats = statsOf(), breakdown = none, actions = [], activity = [] } = replies
    const reply = {
      '/api/auth/me': { tier },
      '/api/vt/dashboard-stats': stats,
      '/api/dashboard/issue-breakdown': breakdown,
      '/api/dashboard/priority-actions': actions,
      '/api/dashboard/activity-feed': activity,
    }[pathname]
    if (reply === undefined) throw new Error(`the dashboard called ${pathname}`)
    if (reply === 'never') return new Promise(() => {})
    return Promise.resolve(
      reply === 'fails'
        ? Response.json({ detail: 'No', code: 'forbidden_key' }, { status: 403 })
        : Response.json(reply),
    )
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <DashboardPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return calls
}

/** A section once no call is waited for. */
async function section(name: string) {
  await vi.waitFor(() => expect(screen.queryByText(/^Loading /)).toBeNull())
  return within(screen.getByRole('region', { name }))
}

const sections = ['Issue Breakdown', 'Priority Actions', 'Critical Domains', 'Recent Activity'] as const

it('has its empty states in a workspace where nothing was scanned', async () => {
  shown({})
  expect(await screen.findByText('No scan data available yet')).toBeTruthy()
  expect(screen.getByText('0 of 0 domains scanned')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Add a domain' }).getAttribute('href')).toBe('/domains')
  expect(await screen.findByText('No recent activity')).toBeTruthy()
  for (const claim of ['No Issues Detected!', 'All Clear!', 'No priority actions required'])
    expect(screen.queryByText(claim)).toBeNull()
})

it('says that all is clear after scans that found nothing and checked everything', async () => {
  shown({ stats: statsOf({ excellent: 2 }), breakdown: clean })
  expect(await screen.findByText('No Issues Detected!')).toBeTruthy()
  expect(screen.getByText('All Clear!')).toBeTruthy()
  expect(screen.getByText('No priority actions required')).toBeTruthy()
  expect(screen.getByText('No domain needed attention at its last scan.')).toBeTruthy()
})

it('names the domains that changed after their scans, counts the others, and calls nothing clear', async () => {
  const description = 'DMARC policy weakened from reject to none'
  const changes = [
    { record: 'dmarc' as const, description, detected_at: '2026-11-26T21:26:00Z', severity: 'critical' as const },
  ]
  const changed = { domain_id: 'id-0', domain_name: 'shop.example', domain_unicode: null, changes }
  const stats = { ...statsOf({ excellent: 12 }), changed_after_scan: [changed], changed_beyond: 3 }
  shown({ stats, breakdown: clean })
  expect(await screen.findByText('Changed after the last scan')).toBeTruthy()
  expect(screen.getByText(/^DMARC policy weakened from reject to none,|: DMARC policy weakened/)).toBeTruthy()
  expect(screen.getByText('3 more changed. A new scan starts automatically and shows the result.')).toBeTruthy()
  expect(screen.getByText('The last scans found no issues.')).toBeTruthy()
  expect(screen.getByText('No priority actions found.')).toBeTruthy()
  expect(screen.getByText('No domain needed attention at its last scan.')).toBeTruthy()
  for (const claim of ['No Issues Detected!', 'All Clear!']) expect(screen.queryByText(claim)).toBeNull()
})

it('claims nothing where checks could not run, and names them', async () => {
  const unchecked = [
    { label: 'Open relay', count: 2 },
    { label: 'DKIM', count: 1 },
  ]
  shown({ stats: statsOf({ excellent: 2 }), breakdown: { ...clean, unchecked } })
  expect(await screen.findByText('Could not be checked: Open relay (2 domains), DKIM (1 domain).')).toBeTruthy()
  expect(screen.getAllByText('No issues found, but some checks could not run.')).toHaveLength(2)
  await seeState('dashboard-unchecked')
  for (const claim of ['No Issues Detected!', 'All Clear!']) expect(screen.queryByText(claim)).toBeNull()
})

it('claims nothing about actions where the breakdown could not be loaded', async () => {
  shown({ stats: statsOf({ excellent: 2 }), breakdown: 'fails' })
  expect(await screen.findByText('Issue Breakdown could not be loaded')).toBeTruthy()
  expect(screen.getByText('No priority actions found.')).toBeTruthy()
  expect(screen.queryByText('All Clear!')).toBeNull()
})

it('has each issue with its count, percentage and the word of its color', async () => {
  const issues = (['red', 'orange', 'yellow', 'blue'] as const).map((color, n) => ({
    id: `id-${n}`,
    label: `Issue ${n}`,
    count: n === 0 ? 1_234 : 1,
    percentage: 40 - n,
    color,
  }))
  shown({ breakdown: { scanned_domains: 3_000, total_domains: 3_100, issues, unchecked: [] } })
  expect(await screen.findByText('3,000 of 3,100 domains scanned')).toBeTruthy()
  const list = await section('Issues')
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Issue 0Critical1,234 domains · 40%',
    'Issue 1High1 domain · 39%',
    'Issue 2Medium1 domain · 38%',
    'Issue 3Low1 domain · 37%',
  ])
})

it('leads with each action to the address that the server gives', async () => {
  const unscored = { ...anAction, finding: 'domain_not_found', title: 'Domain does not exist', points: null }
  shown({ breakdown: clean, actions: [unscored, anAction] })
  const list = await section('Priority Actions')
  expect((await list.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)).toEqual([
    'Domain does not exist',
    'DMARC record missing',
    'Quick Actions',
  ])
  const [, link] = list.getAllByRole('link', { name: 'Open the DMARC builder' })
  expect(link?.getAttribute('href')).toBe('/dmarc-wizard/id-0?finding=dmarc_missing')
  expect(list.getByText('Regains 30 points')).toBeTruthy()
  expect(list.getByText('Nothing else can be judged until this is fixed')).toBeTruthy()
})

it('asks for the newest 15 activities', async () => {
  const calls = shown({})
  await vi.waitFor(() => expect(calls).toContain('/api/dashboard/activity-feed?limit=15'))
})

it('shows at most eight actions', async () => {
  shown({ actions: Array.from({ length: 9 }, (_, n) => ({ ...anAction, finding: `f-${n}`, title: `Action ${n}` })) })
  expect(await screen.findByText('Action 7')).toBeTruthy()
  expect(screen.queryByText('Action 8')).toBeNull()
})

it('has quick actions to the screens of the product', async () => {
  shown({})
  const list = await section('Priority Actions')
  const targets = ['/domains', '/tools', '/tools/spf-builder', '/tools/dmarc-builder', '/account']
  expect(list.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual(targets)
})

it.each([
  [3, false],
  [4, true],
])('of %i critical domains shows three, and View All: %s', async (worst, hasMore) => {
  shown({ stats: statsOf({ poor: worst }, worst) })
  const list = await section('Critical Domains')
  expect((await list.findAllByRole('listitem')).length).toBe(3)
  const all = list.queryByRole('link', { name: 'View All' })
  expect(all?.getAttribute('href') ?? null).toBe(hasMore ? '/domains?sort=score' : null)
  expect(list.getAllByRole('link', { name: /bad-0/ })[0]?.getAttribute('href')).toBe('/diagnostics/id-0')
})

it('a critical domain without an open finding says that its findings are accepted', async () => {
  const stats = statsOf({ poor: 1 }, 1)
  shown({ stats: { ...stats, requiring_attention: stats.requiring_attention.map(each => ({ ...each, issues: [] })) } })
  await (await section('Critical Domains')).findByText('Accepted findings only')
})

it.each([
  ['free', false],
  ['pro', true],
  ['business', true],
] as const)('on the plan %s has the overview: %s', async (tier, hasOverview) => {
  shown({ tier, stats: statsOf({ good: 1, not_scanned: 2, not_scored: 1 }) })
  await screen.findByText('2 not scanned yet · 1 could not be scored')
  expect(screen.queryByText('Email Health Overview') !== null).toBe(hasOverview)
})

it('asks again for a section that failed, alone', async () => {
  const replies: Replies = { breakdown: 'fails', stats: statsOf({ excellent: 2 }) }
  const calls = shown(replies)
  await screen.findByText('Issue Breakdown could not be loaded')
  replies.breakdown = clean
  calls.length = 0
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('No Issues Detected!')).toBeTruthy()
  expect(calls).toEqual(['/api/dashboard/issue-breakdown'])
})

it.each([
  ['stats', ['Email Health Overview', 'Critical Domains'], []],
  ['breakdown', ['Issue Breakdown'], ['dashboard-issues-failed']],
  ['actions', ['Priority Actions'], ['dashboard-actions-failed']],
  ['activity', ['Recent Activity'], ['dashboard-activity-failed']],
] as const)('where the call for %s fails, shows the other sections', async (call, failing, states) => {
  shown({ stats: statsOf({ excellent: 2 }), breakdown: clean, [call]: 'fails' })
  for (const title of failing) expect(await screen.findByText(`${title} could not be loaded`)).toBeTruthy()
  for (const state of states) await seeState(state)
  expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(failing.length)
  for (const title of sections) expect(await section(title)).toBeTruthy()
  expect(screen.getByText('Quick Actions')).toBeTruthy()
})

it('waits a second for a call that takes long, and shows the other sections then', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    shown({ stats: statsOf({ excellent: 2 }), breakdown: clean, actions: 'never' })
    await vi.waitFor(() => expect(screen.getByText('Loading Issue Breakdown')).toBeTruthy())
    await vi.advanceTimersByTimeAsync(1_100)
    expect(await screen.findByText('No Issues Detected!')).toBeTruthy()
    expect(screen.getByText('Loading Priority Actions')).toBeTruthy()
  } finally {
    vi.useRealTimers()
  }
})

it('asks again for the issues while the server has not counted the newest scan', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const replies: Replies = { stats: statsOf({ excellent: 2 }), breakdown: { ...none, total_domains: 2 } }
    shown(replies)
    expect(await screen.findByText('0 of 2 domains scanned')).toBeTruthy()
    replies.breakdown = { ...clean, issues: [{ id: 'x', label: 'An issue', count: 1, percentage: 50, color: 'red' }] }
    replies.actions = [anAction]
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await screen.findByText('An issue')).toBeTruthy()
    expect(await screen.findByText('Regains 30 points')).toBeTruthy()
  } finally {
    vi.useRealTimers()
  }
})
