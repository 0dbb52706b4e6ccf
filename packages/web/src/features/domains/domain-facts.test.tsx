import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Domain } from '../../lib/queries.ts'
import { aDomain } from './domain.fixture.ts'
import { facts, Health } from './domain-facts.tsx'

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
  const badge = { state, text: state === 'unchecked' ? '?' : 'Not applicable' } as const
  return { mx: badge, dkim: badge, blacklists: badge, relay: badge }
}

it('shows the results of a checked domain', () => {
  expect(cellsOf({})).toEqual(['OK', '1', '0 of 34', 'Clean'])
})

it('shows every check that could not run alike', () => {
  const silent = { ...noResults, relay_test_result: 'unknown', badges: all('unchecked') } as const
  const open = 'Could not check'
  expect(cellsOf(silent)).toEqual([open, open, open, open])
  expect(cellsOf({ ...silent, badges: null })).toEqual([open, open, open, open])
})

it('shows a dash, with a name, for what does not apply', () => {
  const none = '–Not applicable'
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

it('says the same as the report, with the points that a section loses', () => {
  const badges = {
    mx: { state: 'ok', text: 'OK −3' },
    dkim: { state: 'ok', text: '1 selector −2' },
    blacklists: { state: 'error', text: '2 of 34 −12' },
    relay: { state: 'error', text: 'Open −40' },
  } as const
  const lost = { mx_count: 2, blacklist_count: 2, relay_test_result: 'open', badges } as const
  expect(cellsOf({ ...lost, auth_text: 'OK −8' })).toEqual(['OK −8', '2OK −3', '2 of 34 −12', 'Open −40'])
})

const shownOf = (fields: Partial<Domain>) => {
  const { container } = render(<Health domain={aDomain('a.example', fields)} />)
  return [
    container.textContent,
    container
      .querySelector('path')
      ?.getAttribute('stroke')
      ?.replace(/\W|var|fill/g, ''),
  ]
}

describe('the health of a domain', () => {
  const broken = { id: 'spf_permerror', text: 'SPF broken', severity: 'high' } as const

  it.each<[string, string | undefined, Partial<Domain>]>([
    ['97Excellent', 'excellent', {}],
    ['82SPF brokenExcellent', 'fair', { health_score: 82, worst: broken }],
    [
      '95SPF ends in ?allExcellent',
      'excellent',
      { health_score: 95, worst: { ...broken, text: 'SPF ends in ?all', severity: 'medium' } },
    ],
    [
      '60Open relayNeeds Attention',
      'poor',
      { health_score: 60, worst: { ...broken, text: 'Open relay', severity: 'critical' } },
    ],
    [
      '0Does not existCritical',
      'poor',
      { health_score: 0, worst: { id: 'domain_not_found', text: 'Does not exist', severity: 'critical' } },
    ],
    ['82Not checkedExcellent · Score from Nov 20, 2026', 'idle', { health_score: 82, score_is_old: true }],
    ['–Not checked', undefined, { health_score: null, scored_at: null }],
    ['–', undefined, { health_score: null, last_scan: null }],
  ])('is shown as %j with a seal in %s: never greener than its worst finding', (text, tone, fields) => {
    expect(shownOf(fields)).toEqual([text, tone])
  })
})
