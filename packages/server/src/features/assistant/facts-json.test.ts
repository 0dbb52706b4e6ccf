import { type Facts, headerFactsOf, type ScanFacts, scanFacts } from '@waxseal/core/assistant'
import { presentScan } from '@waxseal/core/health'
import { describe, expect, it } from 'vitest'
import { aScanResult } from '../../testing/factories.ts'
import { aHeaderAnalysis } from '../../testing/header-analysis.ts'
import { factsJson, scanJson } from './facts-json.ts'

const scan = scanFacts(presentScan(aScanResult()))
const facts: Facts = {
  scope: 'pro',
  scan,
  header: null,
  domains: [],
  dnsChanges: [],
  scans: [],
  account: null,
  now: '2026-11-28T09:00:00.000Z',
}
const domain = { name: 'two.example', unicode: null, tags: [], score: 40, scannedAt: null, issues: [], changes: null }

/** A scan with many long texts, as a hostile zone gives. */
const large = (count: number): ScanFacts => ({
  ...scan,
  findings: Array.from({ length: count }, () => scan.findings.slice(0, 1)).flat(),
  records: Array.from({ length: count }, () => ({
    kind: 'spf' as const,
    name: 'example.com',
    type: 'TXT' as const,
    value: `v=spf1 ${'x'.repeat(2_000)}`,
    when: 'scan of Nov 20, 2026, 09:00 UTC',
  })),
  unchecked: Array.from({ length: count }, () => 'x'.repeat(2_000)),
})

describe('the facts for a language model', () => {
  it('have the findings with their fixes, and the published records', () => {
    const json = JSON.parse(factsJson(facts, 40_000))
    expect(json.scan).toMatchObject({ domain: 'example.com', score: 60, findings_in_all: 2 })
    expect(json.scan.records).toMatchObject([{ type: 'MX', value: '10 mail.example.com' }])
    expect(json.scan.findings[1]).toMatchObject({
      id: 'dmarc_missing',
      fix: { kind: 'publish', record: { name: '_dmarc.example.com', type: 'TXT' } },
    })
  })

  it.each([1_000, 10_000, 40_000])('are whole JSON of at most %d characters, however large the scan is', max => {
    const changes = Array.from({ length: 50 }, () => {
      return { at: '', type: '', severity: 'info' as const, description: 'x'.repeat(2_000) }
    })
    for (const count of [3, 40, 300]) {
      const json = factsJson({ ...facts, scan: large(count), dnsChanges: changes, domains: [domain] }, max)
      expect(json.length).toBeLessThanOrEqual(max)
      expect(() => JSON.parse(json)).not.toThrow()
      expect(scanJson(large(count), max).length).toBeLessThanOrEqual(max)
    }
  })

  it('keep findings when DNS changes do not fit', () => {
    const changes = [{ at: '', type: '', severity: 'info' as const, description: 'x'.repeat(9_000) }]
    const json = JSON.parse(factsJson({ ...facts, dnsChanges: changes }, 9_000))
    expect(json.scan.findings).toHaveLength(2)
    expect(json.dns_changes).toBe('left out: too long')
  })

  it('have the domains of the user from Pro on, and only their number on Starter', () => {
    expect(factsJson({ ...facts, domains: [domain] }, 40_000)).toContain('two.example')
    const starter = factsJson({ ...facts, scope: 'free', domains: [domain] }, 40_000)
    expect(starter).not.toContain('two.example')
    expect(JSON.parse(starter).domains_in_all).toBe(1)
  })

  it('have no address of a recipient that a return path names', () => {
    const header = headerFactsOf(aHeaderAnalysis({ returnPath: 'bounce+sam=corp.example@lists.example' }))
    const json = factsJson({ ...facts, scan: null, header }, 40_000)
    expect(json).not.toContain('corp.example')
    expect(JSON.parse(json).header.return_path_domain).toBe('lists.example')
  })

  it('have the values of a repeated Subject, and of repeated recipients only that they are repeated', () => {
    const at = { line: 1, text: 'sam@corp.example' }
    const repeated = ['Subject', 'To'].map(label => ({
      name: label.toLowerCase(),
      label,
      count: 2,
      values: [{ ...at, label, text: label === 'To' ? at.text : 'YOU HAVE WON' }],
      isDifferent: true,
    }))
    const json = factsJson({ ...facts, scan: null, header: headerFactsOf(aHeaderAnalysis({ repeated })) }, 40_000)
    expect(JSON.parse(json).header.repeated).toEqual([{ label: 'Subject', values: ['YOU HAVE WON'] }, { label: 'To' }])
  })
})
