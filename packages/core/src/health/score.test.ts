import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkIds, findingsIn } from '../check/index.ts'
import { checks, type Finding, type FindingFacts } from './checks.ts'
import { findingRows, reasonOf } from './findings.ts'
import { scanOf, zoneOf } from './judged-zone.fixture.ts'
import { scoreModel, scoreOf } from './score.ts'

const evidence = ['MX example.com'] as const
const from = <Id extends Finding['id']>(id: Id, facts: FindingFacts[Id]): Finding =>
  findingsIn(findingRows)(id, facts, evidence)
const all: readonly Finding[] = [
  from('dnssec_bogus', { domain: 'example.com', detail: 'x' }),
  from('mx_implicit', { domain: 'example.com' }),
  from('mx_some_unresolvable', { host: 'mx1.example.com' }),
  from('mx_some_unresolvable', { host: 'mx2.example.com' }),
  from('mx_private_address', { host: 'mx3.example.com', address: '10.0.0.1' }),
  from('mx_cname', { host: 'mx4.example.com', target: 'x.example' }),
  from('null_mx_mixed', { domain: 'example.com' }),
  from('spf_plus_all', { term: '+all' }),
  from('spf_permerror', { code: 'several_records', count: 2, domain: null }),
  from('spf_ptr', { term: 'ptr' }),
  from('dmarc_missing', { domain: 'example.com' }),
  from('dmarc_invalid', { location: 'example.com', problem: 'x' }),
  from('dmarc_none', { location: 'example.com' }),
  from('dmarc_rua_missing', { location: 'example.com' }),
]
const costs = (...findings: readonly Finding[]) =>
  scoreOf(findings).deductions.map(({ finding, points }) => [finding, points])
const pick = (...ids: Finding['id'][]) => scoreOf(all.filter(({ id }) => ids.includes(id)))

/**
 * The fingerprint of the points, caps and weights of each version of the model. A version that was released keeps its
 * line: stored scores name it.
 */
const models: Readonly<Record<number, string>> = {
  2: '6b363bab817024df9fdf889ed0a33954be0462d682b8accdab9b775694b9a1d7',
  3: '2de5a8c0cb899ce45b031a21954969725e98d2b6353a32148807d9e18ccf6c91',
  4: '8cec795e797d094437dd2f50b6fd02798abbe59eb015f962e5c2a4d36ca9b150',
  // The same points, and more that they are for: what no sender of a kind delivers.
  5: '8cec795e797d094437dd2f50b6fd02798abbe59eb015f962e5c2a4d36ca9b150',
}

it('points, caps and weights change only with the version of the model', () => {
  // Without points, cap and weight nothing affects a score.
  const costly = Object.entries(findingRows).filter(([, { points }]) => points !== 0)
  const points = costly.map(([id, row]) => `${id} of ${row.check}: ${row.points}`)
  const limits = checkIds.flatMap(check => {
    const { cap, weight } = checks[check]
    return cap === null && weight === 0 ? [] : [`${check}: cap ${cap}, weight ${weight}`]
  })
  const fingerprint = createHash('sha256')
    .update([...points, ...limits].toSorted().join('\n'))
    .digest('hex')
  const whatToDo =
    'Points, a cap or a weight of the score changed. Raise `scoreModel` in core/src/health/score.ts, so that scores ' +
    `before and after are not compared, and in docs/scoring.md. Then add its line to \`models\` above: '${fingerprint}'.`
  expect(models[scoreModel], whatToDo).toBe(fingerprint)
})

describe('the score', () => {
  it('is 100 without findings', () => {
    expect(scoreOf([])).toEqual({ score: 100, deductions: [] })
  })

  it('lists what each finding costs, the dearest first', () => {
    expect(pick('dmarc_none', 'dmarc_rua_missing', 'spf_ptr')).toEqual({
      score: 80,
      deductions: [
        { finding: 'dmarc_none', subject: null, check: 'dmarc', points: -15 },
        { finding: 'dmarc_rua_missing', subject: null, check: 'dmarc', points: -3 },
        { finding: 'spf_ptr', subject: 'ptr', check: 'spf', points: -2 },
      ],
    })
  })

  it('never takes more than the cap of a check: the smallest are trimmed first, and vanish at 0', () => {
    const ids = ['mx_implicit', 'mx_private_address', 'null_mx_mixed', 'mx_some_unresolvable', 'mx_cname'] as const
    const { score, deductions } = pick(...ids)
    expect(deductions.map(({ finding, points }) => [finding, points])).toEqual([
      ['mx_implicit', -10],
      ['mx_private_address', -10],
      ['null_mx_mixed', -10],
      ['mx_some_unresolvable', -5],
    ])
    expect(score).toBe(65)
    expect(pick('spf_plus_all', 'spf_permerror').score).toBe(55)
    expect(pick('dmarc_invalid', 'dmarc_none').deductions.map(({ points }) => points)).toEqual([-35])
  })

  it('never takes more for broken DNSSEC, of one zone or of several, than for that of the own zone', () => {
    const domain = 'example.com'
    const broken = { zone: 'example.net', whole: true, fault: { code: 'expired' } } as const
    const mx = from('mx_bogus', { hosts: 'mx.example.net', domain, broken, inSpf: false })
    const all = from('mx_all_unresolvable', { hosts: 'mx.example.net', domain, broken: [broken] })
    const others = [
      from('spf_include_bogus', { domain, terms: 'include:example.net', own: ['include:example.net'], broken }),
      from('dmarc_bogus', { domain, location: domain, broken }),
      from('dkim_bogus', { domain, selectors: 's1', broken }),
    ]
    expect(costs(mx, ...others)).toEqual([
      ['mx_bogus', -15],
      ['dmarc_bogus', -15],
      ['spf_include_bogus', -10],
    ])
    expect(costs(all, ...others)).toEqual([
      ['mx_all_unresolvable', -35],
      ['dmarc_bogus', -5],
    ])
    expect(costs(from('dnssec_bogus', { domain, broken }), mx, ...others)).toEqual([['dnssec_bogus', -40]])
    // Hosts without an address are another cause.
    const gone = from('mx_all_unresolvable', { hosts: 'mx.example.com', domain })
    expect(scoreOf([gone, from('dnssec_bogus', { domain, broken })]).score).toBe(25)
  })

  it('never takes more for SPF terms in several zones with broken DNSSEC than for a broken record', () => {
    const terms = ['example.net', 'example.org', 'example.edu'].map(zone => {
      const broken = { zone, whole: true, fault: { code: 'expired' } } as const
      const own = [`include:${zone}`]
      return from('spf_include_bogus', { domain: 'example.com', terms: `include:${zone}`, own, broken })
    })
    expect(costs(...terms)).toEqual([
      ['spf_include_bogus', -12],
      ['spf_include_bogus', -6],
    ])
  })

  it('stops at 0', () => {
    const many = Array.from(
      { length: 9 },
      (_, n): Finding => from('dnssec_bogus', { domain: 'example.com', detail: String(n) }),
    )
    const { score, deductions } = scoreOf([...many, ...all])
    expect(score).toBe(0)
    expect(deductions.reduce((sum, { points }) => sum + points, 0)).toBe(-100)
  })

  it('is none when there is nothing to score', () => {
    const gone = from('delegation_dead', { zone: 'example.com', parent: null, servers: 'ns1.example.net' })
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
        const over = checkIds.filter(check => -sum(check) > (checks[check].cap ?? 100))
        expect(over).toEqual([])
        const told = deductions.map(({ finding: id, subject }) => reasonOf({ id, subject }))
        expect(new Set(told).size).toBe(deductions.length)
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
    const limits = checkIds.map(check => {
      const { cap, findings } = checks[check]
      const isFree = Object.values(findings).every(({ points }) => points === 0)
      return isFree ? '0' : String(cap ?? 'no limit')
    })
    expect(table.map(([, limit]) => limit)).toEqual(limits)
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
