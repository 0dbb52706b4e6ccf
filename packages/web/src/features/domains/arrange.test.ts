import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Domain } from '../../lib/queries.ts'
import { countByStatus, matching, needleOf, statuses, withStatus } from './arrange.ts'
import { aDomain } from './domain.fixture.ts'

const names = (domains: readonly Domain[]): string[] => domains.map(domain => domain.domain_name)

describe('searching', () => {
  const domains = [
    aDomain('perfect.example'),
    aDomain('nodmarc.example'),
    aDomain('xn--mnchen-3ya.example', { domain_unicode: 'münchen.example' }),
  ]

  it('finds a part of a name in any letter case, with or without surrounding blanks', () => {
    expect(names(matching(domains, '  DMARC '))).toEqual(['nodmarc.example'])
  })

  it('finds an internationalized name in both forms, however the ü was typed', () => {
    for (const search of ['münch', 'Mu\u0308nch', 'xn--mnchen']) {
      expect(names(matching(domains, search)), search).toEqual(['xn--mnchen-3ya.example'])
    }
  })

  it('finds a part of a tag, even if it looks like a link', () => {
    const tagged = [
      aDomain('a.example', { tags: ['Client: Müller', 'EU/West'] }),
      aDomain('b.example', { tags: ['parked'] }),
      ...domains,
    ]
    expect(names(matching(tagged, ' client:  mu\u0308'))).toEqual(['a.example'])
    expect(names(matching(tagged, 'eu/w'))).toEqual(['a.example'])
    expect(names(matching(tagged, 'PARK'))).toEqual(['b.example'])
  })

  it('extracts the host from a link or an address', () => {
    expect(needleOf('https://user@Perfect.example/path?q#f')).toBe('perfect.example')
    expect(needleOf('postmaster@perfect.example')).toBe('perfect.example')
    expect(names(matching(domains, 'https://perfect.example/a/b'))).toEqual(['perfect.example'])
  })

  it('shows everything for an empty search, and nothing for an unknown text', () => {
    expect(matching(domains, '   ')).toBe(domains)
    expect(matching(domains, 'elsewhere')).toEqual([])
  })

  it('accepts any text', () => {
    fc.assert(fc.property(fc.string(), search => matching(domains, search).every(domain => domains.includes(domain))))
  })
})

describe('the status filter', () => {
  const domains = [100, 70, 69, 40, 39, 0, null].map(score => aDomain(`d${score}.example`, { health_score: score }))

  it('is Healthy from 70, Warning from 40, Critical below', () => {
    expect(names(withStatus(domains, 'Healthy'))).toEqual(['d100.example', 'd70.example'])
    expect(names(withStatus(domains, 'Warning'))).toEqual(['d69.example', 'd40.example'])
    expect(names(withStatus(domains, 'Critical'))).toEqual(['d39.example', 'd0.example'])
  })

  it('All Status includes domains without a score', () => {
    expect(withStatus(domains, 'All Status')).toHaveLength(7)
  })

  it('Not scanned is for domains without a scan, not for scans without a score', () => {
    const fresh = aDomain('new.example', { health_score: null, last_scan: null })
    expect(names(withStatus([...domains, fresh], 'Not scanned'))).toEqual(['new.example'])
  })

  it('counts the domains it would show', () => {
    const counts = countByStatus(domains)
    expect(counts).toEqual({ 'All Status': 7, Healthy: 2, Warning: 2, Critical: 2, 'Not scanned': 0 })
    for (const status of statuses) expect(withStatus(domains, status)).toHaveLength(counts[status])
  })
})
