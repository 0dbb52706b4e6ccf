import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import type { ScanReply } from '../../../lib/queries.ts'
import { createQueryClient } from '../../../lib/query.ts'
import { nothingThere, withResults } from '../scan.fixture.ts'
import { StatusBadges } from './status-badges.tsx'

afterEach(cleanup)

function linksOf(scan: ScanReply): Record<string, string | null> {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <StatusBadges scan={scan} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return Object.fromEntries(
    screen.getAllByRole('listitem').map(row => {
      const name = row.querySelector('span')?.textContent ?? ''
      return [name, row.querySelector('a')?.getAttribute('href') ?? null]
    }),
  )
}

it('each badge leads to its section', () => {
  const relay = { is_open_relay: null, test_details: [], state: 'not-applicable', hosts: [] } as const
  expect(linksOf(withResults({ relay: { ...relay, hosts: [], test_details: [] } }))).toEqual({
    MX: '/#dns',
    'SPF/DMARC': '/#authentication',
    DKIM: '/#dkim',
    Blacklists: '/#blacklist',
    'Threat intelligence': '/#threat',
    'Open Relay': '/#relay',
  })
})

it('the badge of the open relay leads to the failed checks where its section is not there', () => {
  expect(linksOf({ ...nothingThere, unchecked: ['Open relay: no answer'] })['Open Relay']).toBe('/#could-not-check')
})

it('the badge of the open relay leads nowhere where nothing explains it', () => {
  expect(linksOf(nothingThere)['Open Relay']).toBeNull()
})
