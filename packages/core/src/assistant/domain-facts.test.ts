import { expect, it } from 'vitest'
import { domainFacts } from './domain-facts.ts'

it('a row gets the words of its findings, in the order in which to resolve them', () => {
  const facts = domainFacts({
    name: 'example.com',
    unicode: null,
    tags: [],
    score: 55,
    scannedAt: '2026-11-20T10:00:00.000Z',
    changes: null,
    findings: [
      { id: 'mx_some_unresolvable', subject: 'mx2.example.com', points: -5 },
      { id: 'caa_missing', subject: null, points: 0 },
      { id: 'dmarc_missing', subject: null, points: -35 },
      { id: 'of_a_newer_version', subject: null, points: -1 },
    ],
  })
  expect(facts.issues.map(({ reason, severity }) => `${severity}: ${reason}`)).toEqual([
    'critical: DMARC record missing',
    'medium: An MX host does not resolve: mx2.example.com',
    'low: of_a_newer_version',
  ])
})

it('a finding without a score is critical, and texts are visible', () => {
  const row = { name: 'a\u202e.example', unicode: null, tags: [], score: null, scannedAt: null, changes: null }
  const facts = domainFacts({ ...row, findings: [{ id: 'domain_not_found', subject: null, points: 0 }] })
  expect(facts.issues).toMatchObject([{ id: 'domain_not_found', severity: 'critical' }])
  expect(facts.name).toBe(String.raw`a\u{202e}.example`)
})
