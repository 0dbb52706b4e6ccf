import { screen, waitForElementToBeRemoved, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { seeState } from '../../lib/see-state.fixture.ts'
import { anAnalysis, anEntry } from './analysis.fixture.ts'
import type { Analysis } from './api.ts'
import { leave, opened, press, tab } from './screen.fixture.tsx'

afterEach(leave)

type Reputation = Analysis['vt_results']

async function openTab(
  fields: Partial<Reputation>,
  world: Parameters<typeof opened>[0] = {},
  sendingIp: string | null = '203.0.113.17',
): Promise<void> {
  const { parsed_data: data, vt_results: results } = anAnalysis()
  const parsed_data = { ...data, sending_ip: sendingIp }
  await opened({ ...world, analysis: anAnalysis({ parsed_data, vt_results: { ...results, ...fields } }) })
  // The code of the tab follows the analysis.
  if (screen.queryByText('Loading the reputation') !== null)
    await waitForElementToBeRemoved(() => screen.queryByText('Loading the reputation'))
  tab('VirusTotal')
}

const vendor = (name: string, tier: 1 | 2 | 3 | null = 3): Reputation['domains'][string]['vendor_results'][number] => ({
  vendor: name,
  category: 'harmless',
  tier,
  detail: 'knows example.com',
})

describe('VirusTotal', () => {
  const empty = { overall_verdict: null, ips: {}, domains: {} }

  it('shows the verdict, and the reputation of address and domain', async () => {
    await openTab({})
    screen.getByText('Clean')
    screen.getByRole('heading', { name: 'IP Reputation' })
    screen.getByText('Sender Example BV')
    screen.getByRole('heading', { name: 'Domain Reputation' })
    screen.getByText('business')
    expect(screen.getAllByText('62 harmless')).toHaveLength(2)
  })

  it.each([
    ['192.0.2.1', 'No source was asked about the sending address 192.0.2.1: it is not a public one.'],
    ['10.0.0.1', 'No source was asked about the sending address 10.0.0.1: it is not a public one.'],
    [null, 'No source was asked about an address: the header does not show the sending address.'],
    ['8.8.8.8', 'No source answered about the sending address 8.8.8.8.'],
  ])('says why there is nothing about the sending address: %s', async (address, words) => {
    await openTab({ ips: {} }, {}, address)
    screen.getByRole('heading', { name: 'IP Reputation' })
    screen.getByText(words)
    screen.getByText('business')
  })

  it('says why there is nothing about a domain', async () => {
    await openTab({ domains: {} })
    screen.getByRole('heading', { name: 'Domain Reputation' })
    screen.getByText('No source was asked about a domain: From has no valid one, and no check passed for one.')
  })

  it('shows what was asked about each subject, and what came back', async () => {
    const asked = {
      id: 'HTTP https://www.virustotal.com/api/v3/domains/example.com',
      kind: 'http',
      question: { name: 'https://www.virustotal.com/api/v3/domains/example.com', type: 'HTTP' },
      outcome: 'response',
      status: 200,
      lines: ['malicious: 0, suspicious: 0, harmless: 62'],
      ms: 212,
      askedAt: Date.parse('2026-11-24T09:20:00Z'),
    } as const
    const domains = { 'example.com': { ...anEntry({ evidence: [asked.id] }), categories: [] } }
    await openTab({ domains, evidence: [asked] })
    expect(screen.queryByRole('button', { name: 'Evidence: 203.0.113.17' })).toBeNull()
    press('Evidence: example.com')
    const drawer = within(await screen.findByRole('dialog', { name: 'Evidence: example.com' }))
    drawer.getByText('1 lookup with the answers')
    drawer.getByText('HTTP status 200')
    drawer.getByText('malicious: 0, suspicious: 0, harmless: 62')
  })

  it('shows the failed queries where no source answered', async () => {
    const failed = {
      id: 'A example.com @quad9',
      kind: 'http',
      question: { name: 'https://dns.example/', type: 'HTTP' },
      outcome: 'failed',
      reason: 'timeout',
      status: null,
      lines: [],
      ms: 3000,
      askedAt: 0,
    } as const
    await openTab({ ...empty, error: 'unavailable', evidence: [failed] })
    press('Evidence: all sources')
    await screen.findByText('the web server did not answer in time')
  })

  it('shows the first 5 vendors with their tiers, and the others at a press', async () => {
    const vendors = [vendor('Google', 1), vendor('Avast', 2), ...['A', 'B', 'C', 'D', 'E'].map(name => vendor(name))]
    await openTab({ domains: { 'example.com': { ...anEntry({ vendor_results: vendors }), categories: [] } } })
    const list = screen.getByRole('list', { name: 'Vendors on example.com' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(5)
    expect(within(list).getAllByRole('listitem')[0]?.textContent).toMatch(/^Google T1 \(Trusted\)/)
    expect(within(list).getAllByRole('listitem')[1]?.textContent).toMatch(/^Avast T2 \(Reliable\)/)
    expect(within(list).getAllByRole('listitem')[2]?.textContent).toMatch(/^A T3 \(Lesser-Known\)/)
    press('+2 more')
    expect(within(list).getAllByRole('listitem')).toHaveLength(7)
    await seeState('headers-virustotal-all')
    expect(screen.queryByRole('button', { name: /more$/ })).toBeNull()
    await vi.waitFor(() => expect(document.activeElement).toBe(list))
  })

  it('shows a vendor that does not know the subject as one without an opinion, and a failed one apart', async () => {
    const unknown = {
      ...vendor('VirusTotal', null),
      category: 'undetected',
      detail: 'does not know example.com',
    } as const
    const failed = { ...vendor('Quad9', null), category: 'unknown', detail: 'could not check example.com' } as const
    await openTab({ domains: { 'example.com': { ...anEntry({ vendor_results: [failed, unknown] }), categories: [] } } })
    const list = screen.getByRole('list', { name: 'Vendors on example.com' })
    const [first, second] = within(list).getAllByRole('listitem')
    expect(first?.textContent).toMatch(/Could not check$/)
    expect(second?.textContent).toMatch(/does not know example\.com.*No opinion$/)
  })

  it('does not call a sender clean when too few sources answered', async () => {
    await openTab({ overall_verdict: null })
    screen.getByText('Could not check')
    screen.getByText(/^Too few sources answered/)
  })

  it('says that there are no results', async () => {
    await openTab(empty)
    screen.getByText('No reputation results')
    await seeState('headers-virustotal-none')
  })

  it('names the sources when no key is set', async () => {
    await openTab({ note: 'No VirusTotal key: these results come from Quad9.' })
    screen.getByText('No VirusTotal key: these results come from Quad9.')
  })

  const limit = 'Daily VirusTotal query limit reached. Upgrade for more queries.'
  const offer = 'Upgrade to Pro ($49/mo) for 250 VT queries/day'

  it('at the limit says so, and below Pro what Pro has', async () => {
    await openTab({ ...empty, error: 'rate_limit_exceeded' }, { tier: 'free' })
    screen.getByText(limit)
    expect((await screen.findByRole('link', { name: offer })).getAttribute('href')).toBe('/account#plans')
    await seeState('headers-virustotal-limit')
  })

  it.each([
    ['pro', 'test'],
    ['free', 'off'],
  ] as const)('at the limit offers nothing on %s with billing %s', async (tier, billing) => {
    await openTab({ ...empty, error: 'rate_limit_exceeded' }, { tier, billing })
    screen.getByText(limit)
    expect(screen.queryByText(offer)).toBeNull()
  })

  const unavailable = 'VirusTotal check temporarily unavailable'
  const notConfigured = 'Threat intelligence is not configured on this server'

  it('is temporarily unavailable when the sources failed, and offers no plan', async () => {
    await openTab({ ...empty, error: 'unavailable' }, { tier: 'free' })
    screen.getByText(unavailable)
    screen.getByText(/gave no answer/)
    await seeState('headers-virustotal-unavailable')
    expect(screen.queryByRole('link', { name: /^Upgrade/ })).toBeNull()
  })

  it('says that the server has no sources, not that they will answer later, and offers no plan', async () => {
    await openTab({ ...empty, error: 'not_configured' }, { tier: 'free' })
    screen.getByText(notConfigured)
    expect(screen.queryByText(unavailable)).toBeNull()
    await seeState('headers-virustotal-not-configured')
    expect(screen.queryByRole('link', { name: /^Upgrade/ })).toBeNull()
  })

  it('below Pro says which plan interprets the reports', async () => {
    await openTab({}, { tier: 'free' })
    expect(await screen.findAllByRole('link', { name: 'Upgrade to Pro for smart interpretation' })).toHaveLength(2)
  })
})
