import { describe, expect, it } from 'vitest'
import { changesBetween, comparedScan } from './changes.ts'
import { blacklistOf, relayOf, transportOf } from './healthy-checks.fixture.ts'
import { scanOf, zoneOf } from './judged-zone.fixture.ts'
import { presentScan } from './present.ts'
import type { Basis, ScanResult, Sections } from './scan.ts'

const unanswered = { ran: false, reason: 'timeout', evidence: [] } as const
const beside = (sections: Partial<Sections>) => scanOf(zoneOf(), null, 0, sections)
const between = (before: ScanResult, after: ScanResult) => changesBetween(presentScan(before), presentScan(after))
const idsIn = (findings: readonly { id: string }[]) => findings.map(({ id }) => id)

describe('what changed between two scans', () => {
  it('names the findings that are gone and those that are new, and the score before', async () => {
    const before = await scanOf(zoneOf({ dmarc: null }))
    const after = await scanOf(zoneOf({ spf: 'v=spf1 mx +all' }), before, 1)
    expect(between(before, after)).toEqual({
      since: '2026-11-01T00:00:00.000Z',
      compared: 'all',
      scoreBefore: 65,
      fixed: [{ id: 'dmarc_missing', subject: null, check: 'dmarc' }],
      added: [{ id: 'spf_plus_all', subject: null, check: 'spf' }],
      changed: [],
      unchanged: 0,
      unknown: 0,
      notCompared: [],
    })
  })

  it('are worded when they are presented', async () => {
    const before = await scanOf(zoneOf({ dmarc: null }))
    const after = await scanOf(zoneOf(), before, 1)
    expect(presentScan({ ...after, changes: between(before, after) }).changes).toEqual({
      since: '2026-11-01T00:00:00.000Z',
      compared: 'all',
      score_before: 65,
      score_after: 100,
      fixed: [
        {
          id: 'dmarc_missing',
          subject: null,
          check: 'dmarc',
          title: 'DMARC record missing',
          reason: 'DMARC record missing',
        },
      ],
      added: [],
      changed: [],
      unchanged: 0,
      unknown: 0,
      not_compared: [],
    })
    expect(presentScan(after).changes).toBeNull()
  })

  it('shows a finding that this version does not know by its id', async () => {
    const after = await scanOf(zoneOf())
    const fixed = [{ id: 'of_a_newer_version', subject: 'mx1.example.com', check: 'mx' }] as const
    const { changes } = presentScan({ ...after, changes: { ...between(after, after), fixed } })
    expect(changes?.fixed[0]).toMatchObject({ title: 'of_a_newer_version', reason: 'of_a_newer_version' })
  })

  it('compares no scores when one of the scans could not complete a check, and none of its findings', async () => {
    const before = await beside({ relay: relayOf('open') })
    const after = await beside({ relay: unanswered })
    for (const [one, other] of [
      [before, after],
      [after, before],
    ] as const) {
      expect(between(one, other)).toMatchObject({
        compared: 'findings',
        scoreBefore: null,
        fixed: [],
        added: [],
        unknown: 1,
        notCompared: ['relay'],
      })
    }
  })

  it.each<Partial<Basis>>([{ model: 99 }, { catalogue: 'another' }, { tier: 'free' }])(
    'compares nothing when %j differs',
    async other => {
      const before = await scanOf(zoneOf({ dmarc: null }))
      const after = await scanOf(zoneOf())
      expect(between({ ...before, basis: { ...before.basis, ...other } }, after)).toEqual({
        since: '2026-11-01T00:00:00.000Z',
        compared: 'nothing',
        scoreBefore: null,
        fixed: [],
        added: [],
        changed: [],
        unchanged: 0,
        unknown: 0,
        notCompared: [],
      })
    },
  )
})

describe('a finding that could not be looked for', () => {
  it('is unchanged while the last known answers are judged', async () => {
    const before = await scanOf(zoneOf({ dmarc: null }))
    const sections = { dmarc: unanswered }
    const after = await scanOf(zoneOf({ dmarc: null }), before, 1, sections)
    expect(between(before, after)).toMatchObject({ fixed: [], added: [], unchanged: 1, unknown: 0 })
  })

  it('is not new when it is carried over from a scan before the compared one', async () => {
    const first = await scanOf(zoneOf({ dmarc: null }))
    const second = await scanOf(zoneOf(), first, 1)
    const carried = { ...first.findings[0], since: first.finishedAt } as (typeof first.findings)[number]
    const third = { ...second, findings: [carried] }
    expect(between(second, third)).toMatchObject({ fixed: [], added: [], unknown: 1 })
  })

  it('is not fixed when its own question failed, though its check was completed', async () => {
    const before = await beside({
      blacklist: blacklistOf({ spamcop: { severity: 'high', subject: '93.184.216.35' } }),
    })
    const piece = presentScan(before).evidence.find(({ id }) => before.findings[0]?.evidence.includes(id))
    const quiet = blacklistOf()
    if (!quiet.ran || piece === undefined) throw new Error('the fixture has no listing')
    const gap = { question: piece.question, reason: 'timeout', evidence: piece.id } as const
    const silent = await beside({ blacklist: { ...quiet, gaps: [gap] } })
    expect(between(before, silent)).toMatchObject({ compared: 'all', fixed: [], unknown: 1 })
    expect(idsIn(between(before, await beside({ blacklist: quiet })).fixed)).toEqual(['bl_high'])
    expect(between(silent, before)).toMatchObject({ added: [], unknown: 1 })
  })

  it('is not fixed by a scan that tested no mail server, or not this one', async () => {
    const before = await beside({ relay: relayOf('open') })
    const off = await beside({
      relay: { ran: true, value: { state: 'off', hosts: [] }, evidence: [], gaps: [], notes: [] },
    })
    expect(between(before, off)).toMatchObject({ fixed: [], unknown: 1 })
    const question = { name: 'mx1.example.com', type: 'A' } as const
    const lost = relayOf()
    const gap = { question, reason: 'timeout', evidence: 'A mx1.example.com' } as const
    const hidden = await beside({ relay: lost.ran ? { ...lost, gaps: [gap] } : lost })
    expect(between(before, hidden)).toMatchObject({ fixed: [], unknown: 1 })
    expect(idsIn(between(before, await beside({ relay: relayOf() })).fixed)).toEqual(['relay_open'])
  })

  it('is not fixed by a domain that does not exist any more', async () => {
    const before = await scanOf(zoneOf({ dmarc: null }))
    const gone = await scanOf({})
    expect(between(before, gone)).toMatchObject({ fixed: [], added: [{ id: 'domain_not_found' }], unknown: 1 })
    expect(between(gone, before)).toMatchObject({ fixed: [{ id: 'domain_not_found' }], added: [], unknown: 1 })
  })

  it('is not fixed by a scan stored before there was its check', async () => {
    const before = await scanOf(zoneOf())
    const { transport: _newer, ...older } = (await beside({ transport: transportOf() })).sections
    const asked = { ran: false, reason: 'not-asked', evidence: [] } as const
    const after = { ...before, sections: { ...older, transport: asked } }
    expect(between(before, after).notCompared).toEqual(['transport'])
  })
})

describe('the scan that another is compared with', () => {
  const basis: Basis = { model: 3, catalogue: '2026-11', tier: 'pro', unchecked: [] }
  const named = (name: string, change: Partial<Basis> = {}) => ({ ...basis, ...change, name })

  it.each([
    [
      'the last one on an equal basis',
      [named('silent', { unchecked: ['relay'] }), named('equal'), named('older')],
      'equal',
    ],
    ['the last one, if no earlier one has an equal basis', [named('silent', { unchecked: ['mx'] })], 'silent'],
    ['never one before a change of the basis', [named('other plan', { tier: 'free' }), named('equal')], 'other plan'],
    [
      'never one before a change of the basis, even with a check open in between',
      [named('silent', { unchecked: ['mx'] }), named('older model', { model: 2 }), named('equal')],
      'silent',
    ],
  ])('is %s', (_, earlier, name) => {
    expect(comparedScan(earlier, basis)?.name).toBe(name)
  })

  it('is none for a first scan', () => {
    expect(comparedScan([], basis)).toBeNull()
  })
})
