import { describe, expect, it } from 'vitest'
import { presentScan, type ScanReply } from '../health/index.ts'
import { reject, rua, scanOf, zoneOf } from '../health/judged-zone.fixture.ts'
import { strengthInScan, strengthOfTexts } from './dmarc-strength.ts'
import { alertsOfScan } from './scan-rules.ts'
import { scanWith, unanswered } from './scans.fixture.ts'

const broken = {
  authentic: 'bogus',
  broken: { zone: 'example.com', whole: false, fault: { code: 'expired', date: '2026-10-30' } },
} as const
const unsigned = async () =>
  presentScan(await scanOf({ ...zoneOf(), '_dmarc.example.com': { TXT: [reject], ...broken } }))
const strength = async (scan: Promise<ScanReply>) => strengthInScan(await scan)

describe('the strength of a DMARC policy in a scan', () => {
  it.each([
    [null, 0],
    ['v=DMARC1; p=', 0],
    [`v=DMARC1; p=none; ${rua}`, 1],
    [`v=DMARC1; p=quarantine; t=y; ${rua}`, 1],
    [`v=DMARC1; p=none; t=y; ${rua}`, 1],
    [`v=DMARC1; p=quarantine; ${rua}`, 2],
    [`${reject}; t=y`, 2],
    [reject, 3],
  ])('of %s is %i', async (record, expected) => {
    expect(await strength(scanWith({ record }))).toBe(expected)
    expect(strengthOfTexts(record)).toBe(expected)
  })

  it('is none where DNSSEC breaks the record, and the loss raises an alert', async () => {
    const after = await unsigned()
    expect(after.findings.map(({ id }) => id)).toContain('dmarc_bogus')
    expect(strengthInScan(after)).toBe(0)
    const before = presentScan(await scanOf(zoneOf()))
    expect(alertsOfScan({ before, after, memory: [] })).toMatchObject([
      { type: 'dmarc_fail', state: 'raised', severity: 'critical', cause: { strength: 3, now: 0 } },
    ])
  })

  it('is unknown where the record was not looked up, or an earlier answer takes its place', async () => {
    expect(await strength(scanWith({ dmarc: unanswered }))).toBeNull()
    const scan = await scanWith({ record: reject })
    const { dmarc } = scan.sections
    const gap = { question: { name: '_dmarc.example.com', type: 'TXT' }, reason: 'timeout', evidence: 'TXT' } as const
    const gapIn = (name: string) => ({
      ...scan,
      sections: { ...scan.sections, dmarc: { ...dmarc, gaps: [{ ...gap, question: { ...gap.question, name } }] } },
    })
    expect(strengthInScan(gapIn('_dmarc.example.com') as ScanReply)).toBeNull()
    expect(strengthInScan(gapIn('example.net._report._dmarc.example.org') as ScanReply)).toBe(3)
    const [finding] = (await scanWith({ record: `v=DMARC1; p=none; ${rua}` })).findings
    const having = (check: string, since: string | null) =>
      ({ ...scan, findings: [{ ...finding, check, since }] }) as ScanReply
    expect(strengthInScan(having('dmarc', '2026-11-01T00:00:00Z'))).toBeNull()
    expect(strengthInScan(having('spf', '2026-11-01T00:00:00Z'))).toBe(3)
    expect(strengthInScan(having('dmarc', null))).toBe(3)
  })

  it('is unknown where the servers of the zone did not confirm that there is no record', async () => {
    const scan = await scanWith({ record: null })
    const unconfirmed = (name: string) =>
      ({
        ...scan,
        evidence: scan.evidence.map(piece =>
          piece.kind === 'dns' && piece.question.name.startsWith(name)
            ? { ...piece, via: { ...piece.via, unconfirmed: 'timeout' } }
            : piece,
        ),
      }) as ScanReply
    expect(strengthInScan(scan)).toBe(0)
    expect(strengthInScan(unconfirmed('_dmarc.'))).toBeNull()
    expect(strengthInScan(unconfirmed('mx1.'))).toBe(0)
  })
})

describe('the strength of the texts of a record', () => {
  it('is none with two records, and milder with a percentage', () => {
    expect(strengthOfTexts([reject, reject])).toBe(0)
    expect(strengthOfTexts(['v=spf1 -all', reject])).toBe(3)
    expect(strengthOfTexts([])).toBe(0)
    expect(strengthOfTexts('v=DMARC1; p=reject; pct=99')).toBe(2)
    expect(strengthOfTexts('v=DMARC1; p=reject; pct=100')).toBe(3)
    expect(strengthOfTexts('v=DMARC1; p=none; pct=0')).toBe(1)
  })
})
