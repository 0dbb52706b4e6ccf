import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes.ts'
import type { FindingId } from './checks.ts'
import { follows, sameProblem, worsens } from './finding-families.data.ts'
import { degreeOf } from './finding-families.ts'
import { findingRows } from './findings.ts'
import { blacklistOf, relayOf } from './healthy-checks.fixture.ts'
import { scanOf, zoneOf } from './judged-zone.fixture.ts'
import { presentScan } from './present.ts'
import type { ScanResult, Sections } from './scan.ts'

const policy = (p: string) => zoneOf({ dmarc: `v=DMARC1; p=${p}; rua=mailto:reports@example.com` })
const softfail = {
  'example.com': { MX: [[10, 'mx1.example.com']], A: ['93.184.216.34'], TXT: ['v=spf1 mx ~all'] },
} as const
const of = (id: FindingId, subject: string | null) => ({ id, subject })
const beside = (sections: Partial<Sections>) => scanOf(zoneOf(), null, 0, sections)
const between = (before: ScanResult, after: ScanResult) => changesBetween(presentScan(before), presentScan(after))
const listed = (severity: 'low' | 'high' | 'critical') =>
  beside({ blacklist: blacklistOf({ spamcop: { severity, subject: '93.184.216.35' } }) })

describe('a problem that is in both scans in another degree', () => {
  it('became worse: a suspected open relay that is confirmed is neither fixed nor new', async () => {
    const before = await beside({ relay: relayOf('suspected') })
    const after = await beside({ relay: relayOf('open') })
    expect(between(before, after)).toMatchObject({
      fixed: [],
      added: [],
      changed: [{ id: 'relay_open', subject: 'mx1.example.com', was: 'relay_suspected', degree: 'worse' }],
      unchanged: 0,
      unknown: 0,
    })
  })

  it('became better: an open relay that was suspected once more is not fixed', async () => {
    const before = await beside({ relay: relayOf('open') })
    const after = await beside({ relay: relayOf('suspected') })
    expect(between(before, after)).toMatchObject({
      fixed: [],
      added: [],
      changed: [{ id: 'relay_suspected', was: 'relay_open', degree: 'better' }],
      unknown: 0,
    })
  })

  it('is a listing of one address on one list, of another severity', async () => {
    expect(between(await listed('high'), await listed('critical'))).toMatchObject({
      fixed: [],
      added: [],
      changed: [{ id: 'bl_critical', was: 'bl_high', degree: 'worse' }],
    })
    expect(between(await listed('high'), await listed('low')).changed).toMatchObject([{ degree: 'better' }])
  })

  it('is presented with the title it had', async () => {
    const before = await beside({ relay: relayOf('suspected') })
    const after = await beside({ relay: relayOf('open') })
    expect(presentScan({ ...after, changes: between(before, after) }).changes?.changed).toEqual([
      {
        id: 'relay_open',
        subject: 'mx1.example.com',
        check: 'relay',
        title: 'Mail server is an open relay',
        reason: 'Mail server is an open relay: mx1.example.com',
        was: 'Possible open relay',
        degree: 'worse',
      },
    ])
  })

  it('is unknown, and not fixed, while the new degree is only the last known result', async () => {
    const before = await listed('high')
    const now = await listed('critical')
    const [finding] = now.findings
    if (finding === undefined) throw new Error('the fixture has no listing')
    const after = { ...now, findings: [{ ...finding, since: before.finishedAt }] } as ScanResult
    expect(between(before, after)).toMatchObject({ fixed: [], added: [], changed: [], unknown: 2 })
  })
})

describe('a graver finding that takes the place of a milder one', () => {
  it('fixes nothing: a monitoring DMARC record that is gone', async () => {
    const before = await scanOf(policy('none'))
    const after = await scanOf(zoneOf({ dmarc: null }), before, 1)
    expect(between(before, after)).toMatchObject({
      fixed: [],
      added: [],
      changed: [{ id: 'dmarc_missing', was: 'dmarc_none', degree: 'worse' }],
    })
  })

  it('is fixed by the step back, and what is left to do is the next step, not new', async () => {
    const before = await scanOf(zoneOf({ dmarc: null }))
    const after = await scanOf(policy('none'), before, 1)
    expect(between(before, after)).toMatchObject({
      fixed: [{ id: 'dmarc_missing' }],
      added: [],
      changed: [{ id: 'dmarc_none', was: 'dmarc_missing', degree: 'next' }],
      unknown: 0,
    })
  })

  it('is what the advice about a missing SPF record leads to', async () => {
    const before = await scanOf(zoneOf({ spf: null, dmarc: 'v=DMARC1; p=none; rua=mailto:reports@example.com' }))
    const after = await scanOf({ ...policy('none'), ...softfail }, before, 1)
    expect(between(before, after)).toMatchObject({
      fixed: [{ id: 'spf_missing' }],
      added: [],
      changed: [{ id: 'spf_softfail_unenforced', was: 'spf_missing', degree: 'next' }],
    })
  })
})

describe('the same problem', () => {
  it.each<[string, ReturnType<typeof of>, ReturnType<typeof of>, 'worse' | 'better' | 'next' | null]>([
    ['of one host', of('relay_suspected', 'mx1.a'), of('relay_open', 'mx1.a'), 'worse'],
    ['not of two hosts', of('relay_suspected', 'mx1.a'), of('relay_open', 'mx2.a'), null],
    ['of the domain and a host', of('mx_some_unresolvable', 'mx1.a'), of('mx_all_unresolvable', null), 'worse'],
    ['of DKIM keys', of('dkim_weak', null), of('dkim_weak_beside', null), 'better'],
    ['a step further after a repair of the record', of('spf_permerror', null), of('spf_near_limit', null), 'next'],
    ['BIMI once the policy is enforced', of('dmarc_none', null), of('bimi_missing', null), 'next'],
    ['not BIMI that is lost with its policy', of('bimi_missing', null), of('dmarc_none', null), null],
    ['not of two facts', of('spf_missing', null), of('dmarc_missing', null), null],
    ['not of itself', of('relay_open', 'mx1.a'), of('relay_open', 'mx1.a'), null],
  ])('%s', (_, gone, come, degree) => {
    expect(degreeOf(gone, come)).toBe(degree)
  })
})

it('orders each family by its points, and never joins findings of two checks', () => {
  for (const family of [...sameProblem, ...worsens]) {
    const rows = family.map(id => findingRows[id])
    expect(new Set(rows.map(({ check }) => check)).size, family.join()).toBe(1)
    const points = rows.map(row => row.points ?? Number.NEGATIVE_INFINITY)
    expect(points, family.join()).toEqual(points.toSorted((one, other) => other - one))
  }
})

const costs = (id: FindingId) => findingRows[id].points ?? Number.NEGATIVE_INFINITY

it('what follows from an advice costs less than what the advice is about', () => {
  for (const [id, after] of Object.entries(follows))
    for (const gone of after) expect(costs(id as FindingId), `${id} after ${gone}`).toBeGreaterThanOrEqual(costs(gone))
})
