import { describe, expect, it } from 'vitest'
import type { Domain } from '../../lib/queries.ts'
import { aDomain } from './domain.fixture.ts'
import { directionOf, inOrder, type Order, orderWords, pressed, type SortKey, sorts } from './order.ts'

const names = (domains: readonly Domain[]): string[] => domains.map(domain => domain.domain_name)
const by = (key: SortKey, reversed = false): Order => ({ by: key, reversed })

describe('the four orders', () => {
  const old = { last_scan: '2026-11-01T10:00:00Z', created_at: '2026-10-01T10:00:00Z' }
  const domains = [
    aDomain('customer-10.example', {
      health_score: 55,
      last_scan: '2026-11-20T10:00:00Z',
      created_at: '2026-11-19T08:00:00Z',
    }),
    aDomain('new.example', { health_score: null, last_scan: null, created_at: '2026-11-20T08:00:00Z' }),
    aDomain('customer-2.example', { health_score: 97, ...old }),
    aDomain('also-new.example', { health_score: null, last_scan: null, created_at: '2026-11-20T07:00:00Z' }),
    aDomain('bare.example', { health_score: 0, ...old }),
  ]

  it('A to Z reads numbers as numbers', () => {
    expect(names(inOrder(domains, by('name')))).toEqual([
      'also-new.example',
      'bare.example',
      'customer-2.example',
      'customer-10.example',
      'new.example',
    ])
  })

  it('Health Score puts the worst first, domains without a score last', () => {
    expect(names(inOrder(domains, by('score')))).toEqual([
      'bare.example',
      'customer-10.example',
      'customer-2.example',
      'also-new.example',
      'new.example',
    ])
  })

  it('Recently Scanned puts the newest scan first, the never scanned last', () => {
    expect(names(inOrder(domains, by('scanned')))).toEqual([
      'customer-10.example',
      'bare.example',
      'customer-2.example',
      'also-new.example',
      'new.example',
    ])
  })

  it('Recently Added puts the newest first', () => {
    expect(names(inOrder(domains, by('added')))).toEqual([
      'new.example',
      'also-new.example',
      'customer-10.example',
      'bare.example',
      'customer-2.example',
    ])
  })

  it('each keeps all domains, adds none, and leaves its input unchanged', () => {
    const given = [...domains]
    for (const key of Object.keys(sorts) as SortKey[]) {
      for (const reversed of [false, true]) {
        expect(new Set(inOrder(domains, by(key, reversed)))).toEqual(new Set(domains))
        expect(inOrder(domains, by(key, reversed))).toHaveLength(domains.length)
      }
    }
    expect(domains).toEqual(given)
  })

  it('sorts by the name as displayed', () => {
    const foreign = aDomain('xn--mnchen-3ya.example', { domain_unicode: 'münchen.example' })
    expect(names(inOrder([aDomain('new.example'), foreign, aDomain('luna.example')], by('name')))).toEqual([
      'luna.example',
      'xn--mnchen-3ya.example',
      'new.example',
    ])
  })
})

describe('an order from the heading of a column', () => {
  it('is turned round by a second press', () => {
    const first = pressed(by('name'), 'score')
    expect([orderWords(first), directionOf(first, 'score')]).toEqual(['lowest score first', 'ascending'])
    const second = pressed(first, 'score')
    expect([orderWords(second), directionOf(second, 'score')]).toEqual(['highest score first', 'descending'])
    expect(pressed(second, 'score')).toEqual(first)
    expect(directionOf(second, 'name')).toBeUndefined()
  })

  it('says that the values of the last scan fall from the newest', () => {
    expect(directionOf(by('scanned'), 'scanned')).toBe('descending')
    expect(directionOf(by('scanned', true), 'scanned')).toBe('ascending')
  })

  it('keeps domains without a value last in both directions', () => {
    const domains = [
      aDomain('unknown.example', {
        auth_status: 'unknown',
        mx_count: null,
        blacklist_count: null,
        relay_test_result: 'unknown',
      }),
      aDomain('bad.example', { auth_status: 'fail', mx_count: 0, blacklist_count: 3, relay_test_result: 'open' }),
      aDomain('good.example'),
    ]
    for (const key of ['authentication', 'mx', 'blacklists', 'relay'] as const) {
      expect(names(inOrder(domains, by(key)))).toEqual(['bad.example', 'good.example', 'unknown.example'])
      expect(names(inOrder(domains, by(key, true)))).toEqual(['good.example', 'bad.example', 'unknown.example'])
    }
  })

  it('puts a suspected open relay between open and closed ones', () => {
    const { badges } = aDomain('a.example')
    if (badges === null) throw new Error('the fixture has badges')
    const suspected = { ...badges, relay: { state: 'warning' as const, text: 'To be confirmed' } }
    const domains = [
      aDomain('closed.example'),
      aDomain('suspected.example', { relay_test_result: 'unknown', badges: suspected }),
      aDomain('open.example', { relay_test_result: 'open' }),
    ]
    expect(names(inOrder(domains, by('relay')))).toEqual(['open.example', 'suspected.example', 'closed.example'])
  })

  it('Z to A turns the names round', () => {
    const domains = [aDomain('a.example'), aDomain('b.example')]
    expect(names(inOrder(domains, by('name', true)))).toEqual(['b.example', 'a.example'])
  })
})
