import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Domain } from '../../lib/queries.ts'
import { aDomain } from './domain.fixture.ts'
import { facts } from './domain-facts.tsx'

afterEach(cleanup)

/** The text of each column, with the words for screen readers. */
function cellsOf(fields: Partial<Domain>): string[] {
  return facts.map(({ value }) => {
    const { container } = render(value(aDomain('a.example', fields)))
    return container.textContent
  })
}

const noResults = {
  auth_status: 'unknown',
  auth_text: null,
  mx_count: null,
  blacklist_count: null,
  relay_test_result: null,
} as const

const all = (state: 'unchecked' | 'not-applicable') => {
  const badge = { state, text: '?' } as const
  return { mx: badge, dkim: badge, blacklists: badge, relay: badge }
}

it('shows the results of a checked domain', () => {
  expect(cellsOf({})).toEqual(['OK', '1', 'Clean', 'Closed'])
})

it('shows every check that could not run alike', () => {
  const silent = { ...noResults, relay_test_result: 'unknown', badges: all('unchecked') } as const
  expect(cellsOf(silent)).toEqual(['Unknown', 'Unknown', 'Unknown', 'Unknown'])
  expect(cellsOf({ ...silent, badges: null })).toEqual(['Unknown', 'Unknown', 'Unknown', 'Unknown'])
})

it('shows a dash, with a name, for what does not apply', () => {
  const none = '–not applicable'
  expect(cellsOf({ ...noResults, badges: all('not-applicable') })).toEqual([none, none, none, none])
})

it('shows a dash for a domain that was never scanned', () => {
  const never = '–not scanned'
  expect(cellsOf({ ...noResults, last_scan: null, badges: null })).toEqual([never, never, never, never])
})

it('shows a suspected open relay in the words of the report', () => {
  const badges = { ...all('unchecked'), relay: { state: 'warning', text: 'To be confirmed' } } as const
  expect(cellsOf({ relay_test_result: 'unknown', badges }).at(-1)).toBe('To be confirmed')
})
