import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import type { ScanReply } from '../../../lib/queries.ts'
import { Changes } from './changes.tsx'

afterEach(cleanup)

type ScanChanges = NonNullable<ScanReply['changes']>

const named = (id: string, reason: string): ScanChanges['fixed'][number] => ({
  id,
  subject: null,
  check: id.startsWith('dkim') ? 'dkim' : 'dmarc',
  title: reason,
  reason,
})
const dmarc = named('dmarc_missing', 'DMARC record missing')
const dkim = named('dkim_weak', 'DKIM key is too short')
const worse = {
  ...named('relay_open', 'Mail server is an open relay: mx1.a'),
  subject: 'mx1.a',
  was: 'Possible open relay',
  degree: 'worse',
} as const
const changes: ScanChanges = {
  since: '2026-11-20T09:00:00.000Z',
  compared: 'all',
  score_before: 60,
  score_after: 83,
  fixed: [],
  added: [],
  changed: [],
  unchanged: 0,
  unknown: 0,
  not_compared: [],
}

function shown(
  change: Partial<ScanChanges> | null,
  changed_after_scan: ScanReply['changed_after_scan'] = [],
): string[] {
  const { container } = render(
    <MemoryRouter>
      <Changes
        scan={{
          changes: change && { ...changes, ...change },
          finished_at: '2026-11-26T09:00:00.000Z',
          changed_after_scan,
        }}
        placeOf={({ id }) => `issue-${id}`}
      />
    </MemoryRouter>,
  )
  return [...container.querySelectorAll('p')].map(({ textContent }) => textContent)
}

it('says nothing for a first scan', () => {
  expect(shown(null)).toEqual([])
})

it.each<[string, Partial<ScanChanges>]>([
  ['60 → 83, fixed: DMARC record missing', { fixed: [dmarc] }],
  ['60 → 83, fixed: DMARC record missing; new: DKIM key is too short', { fixed: [dmarc], added: [dkim] }],
  ['60 → 55, new: DKIM key is too short', { score_after: 55, added: [dkim] }],
  ['60 → 60, fixed: DMARC record missing', { score_after: 60, fixed: [dmarc] }],
  [
    '60 → 20, fixed: DMARC record missing; worse: Mail server is an open relay: mx1.a (was “Possible open relay”)',
    { score_after: 20, fixed: [dmarc], changed: [worse] },
  ],
  [
    'Worse: Mail server is an open relay: mx1.a (was “Possible open relay”)',
    { compared: 'findings', score_before: null, score_after: null, changed: [worse] },
  ],
  ['No changes in the compared checks', { score_after: 60, not_compared: ['dkim', 'blacklist', 'threat'] }],
  ['60 → 75', { score_after: 75 }],
  ['No changes', { score_after: 60 }],
  ['Fixed: DMARC record missing', { compared: 'findings', score_before: null, score_after: null, fixed: [dmarc] }],
  ['New: DKIM key is too short', { compared: 'findings', score_before: null, score_after: null, added: [dkim] }],
  ['Not comparable with the last scan', { compared: 'nothing', score_before: null, score_after: null }],
])('says "%s"', (line, change) => {
  expect(shown(change)[0]).toBe(line)
})

it('says nothing of “No changes” where monitoring saw one since', () => {
  const since = {
    record: 'dmarc',
    description: 'DMARC policy weakened from reject to none',
    detected_at: '2026-11-26T21:26:00.000Z',
    severity: 'critical',
  } as const
  expect(shown({ score_after: 60 }, [since])).toEqual([])
  expect(shown({ score_after: 60, fixed: [dmarc] }, [since])[0]).toBe('60 → 60, fixed: DMARC record missing')
})

it('says what stayed, and with which scan it was compared', () => {
  expect(shown({ unchanged: 4, unknown: 1 })[1]).toMatch(
    /^4 findings unchanged\. 1 finding could not be checked in both scans\. Compared with a scan from .+\.$/,
  )
})

it('always names the checks that could not be compared', () => {
  expect(shown({ score_after: 60, not_compared: ['dkim', 'blacklist', 'threat'] })[1]).toMatch(
    /^Some checks could not be compared: DKIM, Blacklists, Threat intelligence\. Compared with/,
  )
})

it('leads from a finding that became worse to its place in the report', () => {
  shown({ changed: [worse] })
  expect(screen.getByRole('link', { name: worse.reason }).getAttribute('href')).toBe('/#issue-relay_open')
})

it('leads from a new finding to its place in the report', () => {
  shown({ added: [dkim] })
  expect(screen.getByRole('link', { name: 'DKIM key is too short' }).getAttribute('href')).toBe('/#issue-dkim_weak')
})
