import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkIds } from '../check/index.ts'
import type { Finding } from './checks.ts'
import { scanOf, zoneOf } from './judged-zone.fixture.ts'
import { scoreModel, scoreOf } from './score.ts'

const evidence = ['MX example.com'] as const
const all: readonly Finding[] = [
  { id: 'dnssec_bogus', check: 'dns', facts: { domain: 'example.com', detail: 'x' }, evidence },
  { id: 'mx_implicit', check: 'mx', facts: { domain: 'example.com' }, evidence },
  { id: 'mx_some_unresolvable', check: 'mx', facts: { host: 'mx1.example.com' }, evidence },
  { id: 'mx_some_unresolvable', check: 'mx', facts: { host: 'mx2.example.com' }, evidence },
  { id: 'mx_private_address', check: 'mx', facts: { host: 'mx3.example.com', address: '10.0.0.1' }, evidence },
  { id: 'mx_cname', check: 'mx', facts: { host: 'mx4.example.com', target: 'x.example' }, evidence },
  { id: 'null_mx_mixed', check: 'mx', facts: { domain: 'example.com' }, evidence },
  { id: 'spf_plus_all', check: 'spf', facts: { term: '+all' }, evidence },
  { id: 'spf_permerror', check: 'spf', facts: { problem: 'two records' }, evidence },
  { id: 'spf_ptr', check: 'spf', facts: { term: 'ptr' }, evidence },
  { id: 'dmarc_missing', check: 'dmarc', facts: { domain: 'example.com' }, evidence },
  { id: 'dmarc_invalid', check: 'dmarc', facts: { location: 'example.com', problem: 'x' }, evidence },
  { id: 'dmarc_none', check: 'dmarc', facts: { location: 'example.com' }, evidence },
  { id: 'dmarc_rua_missing', check: 'dmarc', facts: { location: 'example.com' }, evidence },
]
const pick = (...ids: Finding['id'][]) => scoreOf(all.filter(({ id }) => ids.includes(id)))

describe('the score', () => {
  it('is 100 without findings', () => {
    expect(scoreOf([])).toEqual({ score: 100, deductions: [] })
  })

  it('lists what each finding costs, the dearest first', () => {
    expect(pick('dmarc_none', 'dmarc_rua_missing', 'spf_ptr')).toEqual({
      score: 80,
      deductions: [
        { finding: 'dmarc_none', check: 'dmarc', reason: 'DMARC only monitors', points: -15 },
        { finding: 'dmarc_rua_missing', check: 'dmarc', reason: 'No aggregate reports', points: -3 },
        { finding: 'spf_ptr', check: 'spf', reason: 'SPF uses ptr: ptr', points: -2 },
      ],
    })
  })

  it('never takes more than the cap of a check: the smallest are trimmed first, and vanish at 0', () => {
    const { score, deductions } = pick('mx_implicit', 'mx_private_address', 'mx_some_unresolvable', 'mx_cname')
    expect(deductions.map(({ finding, points }) => [finding, points])).toEqual([
      ['mx_implicit', -10],
      ['mx_private_address', -10],
      ['mx_some_unresolvable', -5],
    ])
    expect(score).toBe(75)
    expect(pick('spf_plus_all', 'spf_permerror').score).toBe(75)
    expect(pick('dmarc_invalid', 'dmarc_none').deductions.map(({ points }) => points)).toEqual([-30, -5])
  })

  it('stops at 0', () => {
    const many = Array.from(
      { length: 9 },
      (_, n): Finding => ({
        id: 'dnssec_bogus',
        check: 'dns',
        facts: { domain: 'example.com', detail: String(n) },
        evidence,
      }),
    )
    const { score, deductions } = scoreOf([...many, ...all])
    expect(score).toBe(0)
    expect(deductions.reduce((sum, { points }) => sum + points, 0)).toBe(-100)
  })

  it('is none when there is nothing to score', () => {
    const gone: Finding = { id: 'domain_not_found', check: 'dns', facts: { domain: 'example.com' }, evidence }
    expect(scoreOf([gone, ...all])).toEqual({ score: null, deductions: [] })
  })

  it('always adds up: 100 and the deductions are the score, reasons are unique, every line costs something', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...all]), findings => {
        const { score, deductions } = scoreOf(findings)
        const sum = (check?: string) =>
          deductions
            .filter(line => check === undefined || line.check === check)
            .reduce((s, { points }) => s + points, 0)
        expect(100 + sum()).toBe(score)
        expect(score).toBeGreaterThanOrEqual(0)
        expect([-sum('mx') <= 25, -sum('spf') <= 25, -sum('dmarc') <= 35]).toEqual([true, true, true])
        expect(new Set(deductions.map(({ reason }) => reason)).size).toBe(deductions.length)
        expect(deductions.every(({ points }) => Number.isInteger(points) && points < 0)).toBe(true)
      }),
    )
  })

  it('does not depend on the order of the findings', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...all], { minLength: all.length }), findings => {
        expect(scoreOf(findings).score).toBe(scoreOf(all).score)
      }),
    )
  })
})

describe('docs/scoring.md', () => {
  const page = readFileSync(new URL('../../../../docs/scoring.md', import.meta.url), 'utf8')
  const table = [...page.matchAll(/^\| [A-Z][\w ]+ \| (\d+|no limit) \| (\d+) \|$/gm)]

  it('describes this model', () => {
    expect(page).toContain(`this page describes model ${scoreModel}.`)
  })

  it('tells what each check can cost', () => {
    const dear: readonly Finding[] = [
      ...all,
      { id: 'dkim_weak', check: 'dkim', facts: { selectors: 's1', bits: 512 }, evidence },
      { id: 'threat_malicious', check: 'threat', facts: { domain: 'example.com', sources: 'x' }, evidence },
      { id: 'relay_open', check: 'relay', facts: { host: 'mx1.example.com', address: '192.0.2.1' }, evidence },
      {
        id: 'bl_critical',
        check: 'blacklist',
        facts: { list: 'x', subject: 'example.com', meaning: 'x', delisting: 'x' },
        evidence,
      },
      { id: 'caa_missing', check: 'transport', facts: { domain: 'example.com' }, evidence },
    ]
    const most = checkIds.map(check => {
      const own = dear.filter(finding => finding.check === check)
      const { deductions } = scoreOf([own, own, own, own, own].flat())
      return check === 'dns' ? 'no limit' : String(-deductions.reduce((sum, { points }) => sum + points, 0))
    })
    expect(table.map(([, limit]) => limit)).toEqual(most)
  })

  it('tells what each check weighs in the coverage', async () => {
    const failed = { ran: false, reason: 'timeout', evidence: [] } as const
    const weights = await Promise.all(
      checkIds.map(async check => {
        const { coverage } = await scanOf(zoneOf(), null, 0, { [check]: failed })
        return String(Math.round((1 - coverage) * 100))
      }),
    )
    expect(table.map(([, , weight]) => weight)).toEqual(weights)
  })
})
