import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CheckId, checkIds } from '../check/index.ts'
import type { FailureReason, Zone, ZoneEntry } from '../dns/index.ts'
import { blacklistOf } from './healthy-checks.fixture.ts'
import { at, idsOf, judged, noMail, nullMx, reject, rua, scanOf, twelve, zoneOf } from './judged-zone.fixture.ts'
import { presentScan } from './present.ts'
import type { Sections } from './scan.ts'
import { sectionsOf } from './zone-sections.fixture.ts'

const two = (mx1: ZoneEntry, mx2: ZoneEntry): Zone => ({
  ...zoneOf({
    apex: {
      MX: [
        [10, 'mx1.example.com'],
        [20, 'mx2.example.com'],
      ],
    },
  }),
  'mx1.example.com': mx1,
  'mx2.example.com': mx2,
})

const without = (sections: Sections, failing: readonly CheckId[], reason: FailureReason): Sections => ({
  ...sections,
  ...Object.fromEntries(failing.map(check => [check, { ran: false, reason, evidence: [] }])),
})

describe('a failed look-up changes nothing', () => {
  it('the last known findings stay, and say since when', async () => {
    const before = await scanOf(zoneOf({ spf: null }))
    expect(before.score).toBe(80)
    const unanswered = zoneOf({ spf: null, apex: { fail: { TXT: 'timeout' } } })
    const after = await scanOf(unanswered, before, 3)
    expect(after).toMatchObject({
      score: 80,
      findings: [{ id: 'spf_missing', since: at(0), evidence: [`TXT example.com of ${at(0)}`] }],
    })
    expect(after.basis.unchecked).toEqual(['dns', 'spf'])
    expect(after.coverage).toBeLessThan(1)
    // Again through scans without any answer, until 30 days are over.
    const later = await scanOf(unanswered, after, 30)
    expect(later).toMatchObject({ score: 80, findings: [{ id: 'spf_missing', since: at(0) }] })
    expect(await scanOf(unanswered, later, 31)).toMatchObject({ score: null, findings: [] })
  })

  it('an answer always wins over what was known', async () => {
    const before = await scanOf(zoneOf({ spf: null }))
    expect(await scanOf(zoneOf(), before, 1)).toMatchObject({ score: 100, findings: [], remembered: {} })
  })

  it('broken DNSSEC is over when the name is answered without it', async () => {
    const bogus = zoneOf({ apex: { authentic: 'bogus' } })
    const before = await scanOf(bogus)
    const silent = await scanOf(zoneOf({ apex: { fail: 'timeout' } }), before, 1)
    expect(silent.findings).toMatchObject([{ id: 'dnssec_bogus', since: at(0) }])
    expect(await scanOf(zoneOf({ apex: { fail: { MX: 'timeout' } } }), before, 1)).toMatchObject({ findings: [] })
  })

  it('sp in a record below the organizational domain stays without meaning when the name above is silent', async () => {
    const zone: Zone = { ...zoneOf({ dmarc: `${reject}; sp=none` }), '_dmarc.com': { TXT: [reject] } }
    const before = await scanOf(zone)
    expect(before.findings).toEqual([])
    expect((await scanOf({ ...zone, '_dmarc.com': { fail: 'timeout' } }, before, 1)).findings).toEqual([])
    expect((await scanOf({ ...zone, '_dmarc.com': { fail: 'timeout' } })).findings).toEqual([])
  })

  it('a blocklist without a verdict keeps its row, which names the last known one and its day', async () => {
    const listed = blacklistOf({ spamcop: { severity: 'high', subject: '93.184.216.35' } })
    const before = await scanOf(zoneOf(), null, 0, { blacklist: listed })
    if (!listed.ran) throw new Error('the fixture ran')
    const trouble = {
      status: 'error',
      listings: [],
      trouble: 'silent',
      reason: 'It did not answer in time.',
      advice: null,
    } as const
    const rows = listed.value.rows.map(row =>
      row.list === 'spamcop' || row.list === 'psbl' ? { ...row, ...trouble } : row,
    )
    const silent = { ...listed, value: { ...listed.value, rows, listedCount: 0 } }
    const { blacklists } = presentScan(await scanOf(zoneOf(), before, 2, { blacklist: silent })).results.blacklist
    const told = (id: string) =>
      blacklists.filter(({ list }) => list === id).map(({ status, reason }) => [status, reason])
    expect(told('spamcop')).toEqual([['error', 'It did not answer in time. Last known result, from Nov 1: listed.']])
    expect(told('psbl')).toEqual([['error', 'It did not answer in time. Last known result, from Nov 1: not listed.']])
  })

  it('what was open before stays open', async () => {
    const silent = zoneOf({ apex: { MX: [], A: [], fail: { AAAA: 'timeout' } } })
    const before = await scanOf(silent)
    expect(before).toMatchObject({ score: null, findings: [] })
    expect(await scanOf(silent, before, 1)).toMatchObject({ score: null, findings: [] })
    expect(await scanOf(zoneOf({ apex: { fail: { MX: 'timeout' } } }), before, 1)).toMatchObject({ score: null })
    const missing = await scanOf(zoneOf({ apex: noMail }))
    expect(await scanOf(silent, missing, 1)).toMatchObject({
      score: 80,
      findings: [{ id: 'mx_missing', since: at(0) }],
    })
  })

  it('what was known is judged with what is known now: SPF unknown, DMARC raised', async () => {
    const before = await scanOf(zoneOf({ spf: 'v=spf1 mx ~all', dmarc: null }))
    const after = await scanOf(zoneOf({ apex: { fail: { TXT: 'timeout' } } }), before, 1)
    expect(after).toMatchObject({ score: 100, findings: [] })
  })

  it('a mail server that cannot be asked for keeps what was known of it, beside what is known now of the others', async () => {
    const good = { A: ['93.184.216.35'] }
    const before = await scanOf(two(good, {}))
    expect(idsOf(before)).toEqual(['mx_some_unresolvable'])
    const after = await scanOf(two(good, { fail: 'timeout' }), before, 1)
    expect(after.findings).toMatchObject([
      { id: 'mx_some_unresolvable', facts: { host: 'mx2.example.com' }, since: at(0) },
    ])
    expect(after.score).toBe(before.score)
    const twice = await scanOf(two({ fail: 'timeout' }, { fail: 'timeout' }), after, 2)
    expect(twice.score).toBe(before.score)
    expect(idsOf(await scanOf(two({}, { fail: 'timeout' }), twice, 3))).toEqual(['mx_all_unresolvable'])
    expect(idsOf(await scanOf(two({}, good), twice, 3))).toEqual(['mx_some_unresolvable'])
  })

  const apexes: ZoneEntry[] = [
    {},
    noMail,
    nullMx,
    { MX: [] },
    {
      MX: [
        [10, 'mx1.example.com'],
        [20, 'gone.example.com'],
      ],
    },
    { MX: [[10, 'gone.example.com']] },
    {
      MX: [
        [10, 'private.example.com'],
        [0, '.'],
      ],
    },
    { authentic: 'bogus' },
  ]
  const spfs = [
    null,
    'v=spf1 -all',
    'v=spf1 mx ~all',
    'v=spf1 include:spf.example.com ?all',
    'v=spf1 +all',
    'v=spf1 include:gone.example.com -all',
    'v=spf1 include:loop.example.com include:open.example.com ?all',
    twelve,
  ]
  const dmarcs = [
    null,
    reject,
    'v=DMARC1; p=none',
    `v=DMARC1; p=reject; t=y; sp=none; ${rua}`,
    'v=DMARC1; p=bad',
    'v=DMARC1; p=reject; rua=mailto:a@foreign.test',
  ]
  const zones = fc
    .record({ apex: fc.constantFrom(...apexes), spf: fc.constantFrom(...spfs), dmarc: fc.constantFrom(...dmarcs) })
    .map(
      (parts): Zone => ({
        ...zoneOf(parts),
        'private.example.com': { A: ['10.0.0.1'] },
        'spf.example.com': { TXT: ['v=spf1 ip4:93.184.216.0/24 -all'] },
        'loop.example.com': { TXT: ['v=spf1 a:mx1.example.com include:loop.example.com -all'] },
        'open.example.com': { TXT: ['v=spf1 +all'] },
      }),
    )
  const reasons = fc.constantFrom<FailureReason>(
    'timeout',
    'servfail',
    'refused',
    'malformed',
    'unreachable',
    'lame',
    'cancelled',
    'over-budget',
  )
  const subsets = fc.subarray([...checkIds], { minLength: 1 })

  it('whichever sections fail, whyever: the score and the findings stay', async () => {
    await fc.assert(
      fc.asyncProperty(zones, subsets, subsets, reasons, async (zone, failing, then, reason) => {
        const sections = await sectionsOf(zone)
        const before = judged(sections)
        const after = judged(without(sections, failing, reason), before, 1)
        const again = judged(without(sections, then, reason), after, 2)
        for (const [result, failed] of [
          [after, failing],
          [again, then],
        ] as const) {
          expect(idsOf(result)).toEqual(idsOf(before))
          const isEmpty = (['mx', 'spf', 'dmarc'] as const).every(check => failed.includes(check))
          expect(result.score).toBe(isEmpty ? null : before.score)
        }
        // Broken DNSSEC shows in every answer; every other finding is as old as its section.
        for (const { id, check, since } of after.findings.filter(finding => finding.id !== 'dnssec_bogus')) {
          const isOld = failing.includes(check) || (id === 'spf_softfail_unenforced' && failing.includes('dmarc'))
          expect(since).toBe(isOld ? at(0) : undefined)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('with nothing known from before, a failed section has no findings', async () => {
    await fc.assert(
      fc.asyncProperty(zones, subsets, reasons, async (zone, failing, reason) => {
        const sections = await sectionsOf({ ...zone, 'example.com': { ...zone['example.com'], authentic: 'yes' } })
        const result = judged(without(sections, failing, reason))
        expect(result.findings.filter(({ check }) => failing.includes(check))).toEqual([])
        if (failing.some(check => ['mx', 'spf', 'dmarc'].includes(check))) expect(result.score).toBeNull()
      }),
      { numRuns: 40 },
    )
  })

  it('whichever name fails, and then whichever other: the score stays', async () => {
    const names = [
      'example.com',
      'mx1.example.com',
      'gone.example.com',
      'private.example.com',
      'spf.example.com',
      'loop.example.com',
      'open.example.com',
      '_dmarc.example.com',
      '_dmarc.com',
      'example.com._report._dmarc.foreign.test',
    ]
    await fc.assert(
      fc.asyncProperty(zones, fc.shuffledSubarray(names, { minLength: 2 }), reasons, async (zone, failing, reason) => {
        const before = await scanOf(zone)
        let latest = before
        for (const [at, name] of failing.entries()) {
          latest = await scanOf({ ...zone, [name]: { fail: reason } }, latest, at + 1)
          expect(idsOf(latest)).toEqual(idsOf(before))
          expect(latest.score).toBe(before.score)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('a broken SPF record stays broken when first a part of it and then the broken part cannot be asked', async () => {
    const zone: Zone = {
      ...zoneOf({ spf: 'v=spf1 include:loop.example.com include:open.example.com -all' }),
      'loop.example.com': { TXT: ['v=spf1 a:mx1.example.com include:loop.example.com -all'] },
      'open.example.com': { TXT: ['v=spf1 +all'] },
    }
    let latest = await scanOf(zone)
    expect(idsOf(latest)).toEqual(['spf_plus_all', 'spf_permerror'])
    for (const [step, name] of ['mx1.example.com', 'loop.example.com', 'open.example.com'].entries()) {
      latest = await scanOf({ ...zone, [name]: { fail: 'timeout' } }, latest, step + 1)
      expect(idsOf(latest)).toEqual(['spf_plus_all', 'spf_permerror'])
      expect(latest.score).toBe(55)
    }
  })

  it('every finding names evidence that is there', async () => {
    await fc.assert(
      fc.asyncProperty(zones, subsets, reasons, async (zone, failing, reason) => {
        const sections = await sectionsOf(zone)
        const result = judged(without(sections, failing, reason), judged(sections), 1)
        const there = new Set([
          ...checkIds.flatMap(check => result.sections[check].evidence.map(({ id }) => id)),
          ...Object.values(result.remembered).flatMap(({ evidence }) => evidence.map(({ id }) => id)),
        ])
        for (const finding of result.findings) for (const id of finding.evidence) expect(there).toContain(id)
      }),
      { numRuns: 40 },
    )
  })
})
