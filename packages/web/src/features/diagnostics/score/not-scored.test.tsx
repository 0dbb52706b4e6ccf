import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Domain, ScanReply } from '../../../lib/queries.ts'
import { nothingThere } from '../scan.fixture.ts'
import { NotScored } from './not-scored.tsx'

afterEach(cleanup)

const domain: Domain = {
  id: 'd1',
  domain_name: 'example.com',
  domain_unicode: null,
  health_score: null,
  last_scan: '2026-11-20T12:00:01.000Z',
  scored_at: null,
  created_at: '2026-11-01T10:00:00.000Z',
  mx_count: 0,
  blacklist_count: null,
  auth_status: 'fail',
  auth_text: 'Not found',
  badges: null,
  worst: null,
  partly_checked: null,
  relay_test_result: null,
  scan_schedule: 'none',
  next_scan_at: null,
  read_only: false,
  score_is_old: false,
  changed_after_scan: [],
  scanning: false,
  tags: [],
}

function finding(id: string): ScanReply['findings'][number] {
  const words = { title: 't', reason: 't', meaning: 'm', advice: 'a', clause: 'RFC 1034 section 4.2.2' }
  const action = { kind: 'selector' } as const
  return {
    id,
    check: 'dns',
    subject: null,
    severity: 'critical',
    points: 0,
    ...words,
    action,
    score_after: null,
    remains: null,
    evidence: [],
    since: null,
  }
}

it.each([
  [
    'domain_not_found',
    'example.com does not exist',
    /Only the configured resolver says so .* Check the spelling first/,
  ],
  ['delegation_dead', 'No name server answers for example.com', /None of its name servers serves the zone/],
  ['spf_missing', 'This scan could not be scored', /needs answers for MX, SPF and DMARC/],
])('a scan without a score and with %s says why', (id, title, reason) => {
  render(<NotScored domain={domain} scan={{ ...nothingThere, domain_name: 'example.com', findings: [finding(id)] }} />)
  expect(screen.getByText(title)).toBeDefined()
  expect(screen.getByText(reason)).toBeDefined()
  // It may be a subdomain, which no one registers.
  expect(screen.queryByText(/regist/)).toBeNull()
})

type Delegation = NonNullable<ScanReply['results']['dns']['delegation']>

function withServers(...states: readonly Delegation['servers'][number]['state'][]): ScanReply {
  const servers = states.map((state, index) => ({
    host: `ns${index + 1}.example.com`,
    addresses: ['192.0.2.53'],
    lame: [],
    listed: 'both' as const,
    state,
  }))
  const delegation: Delegation = { zone: 'example.com', parent: 'com', servers, not_asked: 0 }
  return { ...nothingThere, results: { ...nothingThere.results, dns: { ...nothingThere.results.dns, delegation } } }
}

it('a scan without a score of a domain whose name servers are silent says that first', () => {
  render(<NotScored domain={domain} scan={withServers('silent', 'lame')} />)
  expect(screen.getByText('No name server of example.com answered')).toBeDefined()
  expect(screen.getByText(/Nothing counts as missing\. Check that the name servers run/)).toBeDefined()
})

it('a scan in which each name server refuses says that monitoring looks again', () => {
  render(<NotScored domain={domain} scan={withServers('lame', 'no-address')} />)
  expect(screen.getByText('No name server of example.com answered for it')).toBeDefined()
  expect(screen.getByText(/an issue once monitoring has seen it in three checks, half an hour apart/)).toBeDefined()
})

it.each([[['silent', 'answers']], [['unknown', 'unknown']]] as const)(
  'name servers that are %s are not the reason for a missing score',
  states => {
    render(<NotScored domain={domain} scan={withServers(...states)} />)
    expect(screen.getByText('This scan could not be scored')).toBeDefined()
  },
)
