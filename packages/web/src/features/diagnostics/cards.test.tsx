import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { checkIds } from '@waxseal/core/check'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import type { Domain, ScanReply } from '../../lib/queries.ts'
import { createQueryClient } from '../../lib/query.ts'
import { Cards, cards } from './cards.tsx'
import { nothingThere } from './scan.fixture.ts'

beforeEach(() => {
  registerTokenGetter(() => Promise.resolve('t'))
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ detail: 'x' }, { status: 404 })))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const domain: Domain = {
  id: 'd1',
  domain_name: 'example.com',
  domain_unicode: null,
  health_score: 25,
  last_scan: '2026-11-20T12:00:01.000Z',
  scored_at: '2026-11-20T12:00:01.000Z',
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

const scan: ScanReply = {
  ...nothingThere,
  results: {
    ...nothingThere.results,
    relay: { is_open_relay: null, test_details: [], state: 'not-applicable', hosts: [] },
  },
}

function titlesOf(content: ReactNode): string[] {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>{content}</MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent ?? '')
}

it.each(checkIds)('%s has a card with a title', check => {
  const Card = cards[check]
  expect(titlesOf(<Card domain={domain} scan={scan} />)).toEqual([expect.stringMatching(/^[A-Z]\w/)])
})

it('shows each card once, in the order of the checks', () => {
  const titles = titlesOf(<Cards domain={domain} scan={scan} />)
  expect(titles).toHaveLength(new Set(checkIds.map(check => cards[check])).size)
  expect(new Set(titles).size).toBe(titles.length)
})
