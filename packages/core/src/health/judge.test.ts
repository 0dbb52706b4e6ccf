import { describe, expect, it } from 'vitest'
import { checkIds } from '../check/index.ts'
import type { Zone } from '../dns/index.ts'
import type { RelayValue } from '../relay/index.ts'
import type { ThreatValue } from '../threat/index.ts'
import { checks } from './checks.ts'
import {
  aKey,
  blacklistOf,
  dkimOf,
  noKeySure,
  noKeyUnsure,
  ranOn,
  relayOf,
  silentChecks,
  threatOf,
} from './healthy-checks.fixture.ts'
import { at, lost, noMail, nullMx, rua, scanOf, twelve, zoneOf } from './judged-zone.fixture.ts'
import { presentScan } from './present.ts'
import type { ScanResult, Sections } from './scan.ts'
import { sectionsOf } from './zone-sections.fixture.ts'

/** The checks with findings that cost points. */
const costing = checkIds.filter(check => Object.values(checks[check].findings).some(({ points }) => points !== 0))
const mx1 = '93.184.216.35'
const critical = (subject: string) => ({ severity: 'critical', subject }) as const

describe('the worked examples of the score model', () => {
  it.each<[string, Zone, Partial<Sections>, number, object]>([
    ['everything right: MX, SPF -all, DKIM 2048, DMARC reject with rua, no listing', zoneOf(), {}, 100, {}],
    ['the same with p=quarantine', zoneOf({ dmarc: `v=DMARC1; p=quarantine; ${rua}` }), {}, 100, {}],
    [
      'new Google Workspace domain: SPF ~all, DKIM 2048, DMARC p=none with rua',
      zoneOf({ spf: 'v=spf1 mx ~all', dmarc: `v=DMARC1; p=none; ${rua}` }),
      {},
      83,
      { dmarc_none: -15, spf_softfail_unenforced: -2 },
    ],
    [
      'the same without rua and with a 1024-bit key',
      zoneOf({ spf: 'v=spf1 mx ~all', dmarc: 'v=DMARC1; p=none' }),
      { dkim: dkimOf({ keys: [aKey(1024)] }) },
      78,
      { dmarc_none: -15, spf_softfail_unenforced: -2, dmarc_rua_missing: -3, dkim_1024: -2 },
    ],
    [
      'SPF ~all and DKIM, no DMARC',
      zoneOf({ spf: 'v=spf1 mx ~all', dmarc: null }),
      {},
      63,
      { dmarc_missing: -35, spf_softfail_unenforced: -2 },
    ],
    ['SPF with 12 lookups, DKIM, DMARC reject', zoneOf({ spf: twelve }), {}, 82, { spf_permerror: -18 }],
    [
      'SPF only, no DKIM found (unsure), no DMARC',
      zoneOf({ spf: 'v=spf1 mx ~all', dmarc: null }),
      { dkim: noKeyUnsure() },
      58,
      { dmarc_missing: -35, dkim_not_found_unsure: -5, spf_softfail_unenforced: -2 },
    ],
    [
      'nothing but an MX',
      zoneOf({ spf: null, dmarc: null }),
      { dkim: noKeySure() },
      35,
      { spf_missing: -20, dkim_not_found_sure: -10, dmarc_missing: -35 },
    ],
    [
      'no records at all, not declared',
      zoneOf({ spf: null, dmarc: null, apex: noMail }),
      { dkim: noKeySure() },
      15,
      { mx_missing: -20, spf_missing: -20, dkim_not_found_sure: -10, dmarc_missing: -35 },
    ],
    [
      'perfect set-up, sending address on ZEN (CSS) and on SpamCop',
      zoneOf(),
      { blacklist: blacklistOf({ 'spamhaus-zen': critical(mx1), spamcop: { severity: 'high', subject: mx1 } }) },
      60,
      { bl_critical: -35, bl_high: -5 },
    ],
    [
      'perfect set-up, one minor list',
      zoneOf(),
      { blacklist: blacklistOf({ s5h: { severity: 'low', subject: mx1 } }) },
      98,
      { bl_low: -2 },
    ],
    ['perfect set-up, open relay', zoneOf(), { relay: relayOf('open') }, 60, { relay_open: -40 }],
    [
      'non-mail: null MX, v=spf1 -all, DMARC reject',
      zoneOf({ spf: 'v=spf1 -all', dmarc: 'v=DMARC1; p=reject', apex: nullMx }),
      { dkim: noKeySure() },
      100,
      {},
    ],
    [
      'non-mail: no MX, v=spf1 -all, DMARC reject',
      zoneOf({ spf: 'v=spf1 -all', apex: noMail }),
      { dkim: noKeySure() },
      97,
      { nonmail_no_null_mx: -3 },
    ],
    [
      'non-mail: null MX, v=spf1 -all, no DMARC',
      zoneOf({ spf: 'v=spf1 -all', dmarc: null, apex: nullMx }),
      { dkim: noKeySure() },
      80,
      { nonmail_dmarc_missing: -20 },
    ],
    [
      'sending only: null MX, SPF that allows senders, reports to the domain itself',
      zoneOf({ spf: 'v=spf1 ip4:93.184.216.0/24 -all', apex: nullMx }),
      {},
      97,
      { dmarc_rua_missing: -3 },
    ],
    [
      'SPF +all, no DKIM, no DMARC, open relay: 30 points trimmed',
      zoneOf({ spf: 'v=spf1 +all', dmarc: null }),
      { dkim: noKeySure(), relay: relayOf('open') },
      0,
      { spf_plus_all: -45, dmarc_missing: -15, relay_open: -40 },
    ],
  ])('%s', async (_, zone, beside, score, deductions) => {
    const result = await scanOf(zone, null, 0, beside)
    expect(lost(result)).toEqual(deductions)
    expect(result.score).toBe(score)
    expect(result.coverage).toBe(1)
    expect(result.basis).toMatchObject({ model: 5, tier: 'business', unchecked: [] })
  })

  it('perfect set-up, DBL and SURBL phishing, and an independent source says malicious', async () => {
    const listed = { 'spamhaus-dbl': critical('example.com'), 'surbl-multi': critical('example.com') }
    const beside = { blacklist: blacklistOf(listed), threat: threatOf('hit') }
    const result = await scanOf(zoneOf(), null, 0, beside)
    // The table has 20 for two listings of 35 and a verdict of 40; the cap of the blocklists reduces theirs to 40.
    expect(result.deductions.map(({ finding, points }) => [finding, points])).toEqual([
      ['threat_malicious', -40],
      ['bl_critical', -35],
      ['bl_critical', -5],
    ])
    expect(result.score).toBe(20)
  })

  it('a verdict that rests on blocklists alone costs nothing beside their listings', async () => {
    const beside = {
      blacklist: blacklistOf({ 'spamhaus-dbl': critical('example.com') }),
      threat: threatOf('hit', 'blocklist'),
    }
    const result = await scanOf(zoneOf(), null, 0, beside)
    expect(lost(result)).toEqual({ bl_critical: -35 })
    expect(result.findings.map(({ id }) => id)).toContain('threat_listed')
  })

  it('a first acceptance of relaying costs nothing', async () => {
    const result = await scanOf(zoneOf(), null, 0, { relay: relayOf('suspected') })
    expect(result).toMatchObject({ score: 100, findings: [{ id: 'relay_suspected' }] })
  })
})

describe('coverage', () => {
  it('is the share of what applies that could be asked', async () => {
    const result = await scanOf(zoneOf(), null, 0, silentChecks())
    expect(result.score).toBe(100)
    expect(result.coverage).toBe(0.7)
    expect(result.basis.unchecked).toEqual(costing.filter(check => check in silentChecks()))
  })

  it('leaves out what does not apply', async () => {
    const off = { state: 'off', hosts: [] } as const
    const beside = { relay: ranOn<RelayValue>(off), threat: ranOn<ThreatValue>({ sources: [], opinions: [] }) }
    expect((await scanOf(zoneOf(), null, 0, beside)).coverage).toBe(1)
    const dkim = { ran: false, reason: 'timeout', evidence: [] } as const
    const parked = zoneOf({ spf: 'v=spf1 -all', dmarc: 'v=DMARC1; p=reject', apex: nullMx })
    expect((await scanOf(parked, null, 0, { dkim })).coverage).toBe(1)
  })

  it('counts a list without a verdict, and one whose kind does not apply not at all', async () => {
    const section = blacklistOf()
    if (!section.ran) throw new Error('the fixture ran')
    const rows = section.value.rows.map((row, at) => {
      if (at < 17) return { ...row, status: 'error' as const, trouble: 'silent' as const }
      return at < 30 ? row : { ...row, status: 'error' as const, trouble: 'not-applicable' as const }
    })
    const blacklist = { ...section, value: { ...section.value, rows } }
    // 13 of 30 lists gave a verdict; blocklists weigh 10 of 100.
    expect((await scanOf(zoneOf(), null, 0, { blacklist })).coverage).toBe(0.943)
  })
})

it('a domain that its parent zone denies scores 0 with one finding, and no one knows the score after it', async () => {
  const result = await scanOf({ com: {} })
  expect(result).toMatchObject({
    score: 0,
    deductions: [{ finding: 'domain_not_found', points: -100 }],
    findings: [{ id: 'domain_not_found' }],
  })
  expect(presentScan(result).findings).toMatchObject([{ severity: 'critical', points: -100, score_after: null }])
})

const unproved = async (previous: ScanResult | null, days: number) => {
  const { dns } = await sectionsOf({ com: {} })
  if (!dns.ran) throw new Error('the fixture ran')
  const { denied: _denied, ...value } = dns.value
  return scanOf({ com: {} }, previous, days, { dns: { ...dns, value } })
}

describe('what is not scored', () => {
  it('a domain that only the configured resolver denies, until three scans over an hour found the same', async () => {
    const hour = 1 / 24
    const first = await unproved(await scanOf(zoneOf()), 0)
    const second = await unproved(first, hour)
    expect([first.score, second.score]).toEqual([null, null])
    expect((await unproved(second, 2 * hour)).score).toBe(0)
    // Three scans within the hour do not prove it.
    const soon = await unproved(first, hour / 4)
    expect((await unproved(soon, hour / 2)).score).toBeNull()
    // A scan in between that found the domain begins the count again.
    const back = await scanOf(zoneOf(), second, 1.5 * hour)
    expect((await unproved(back, 2 * hour)).findings).toMatchObject([{ facts: { looks: 1 } }])
  })

  it('a scan in which every question timed out', async () => {
    const zone: Zone = Object.fromEntries(
      ['example.com', '_dmarc.example.com', '_dmarc.com'].map(name => [name, { fail: 'timeout' }]),
    )
    const never = await scanOf(zone, null, 0, silentChecks())
    expect(never).toMatchObject({ score: null, coverage: 0, findings: [] })
    expect(never.basis.unchecked).toEqual(costing)
    // With last known answers its findings stay, but they alone give no score.
    const before = await scanOf(zoneOf({ dmarc: null }))
    expect(await scanOf(zone, before, 1)).toMatchObject({
      score: null,
      findings: [{ id: 'dmarc_missing', since: at(0) }],
    })
  })

  it('one of MX, SPF and DMARC unknown, and never known', async () => {
    const failing = { ...zoneOf(), '_dmarc.example.com': { fail: 'servfail' } } as const
    expect(await scanOf(failing)).toMatchObject({ score: null, findings: [] })
    const noAddress = zoneOf({ apex: { MX: [], A: [], fail: { AAAA: 'timeout' } } })
    expect((await scanOf(noAddress)).score).toBeNull()
  })
})

it('broken DNSSEC is a finding, and the sections are judged on what the zone says', async () => {
  const result = await scanOf({
    ...zoneOf({ spf: null }),
    'example.com': { ...zoneOf({ spf: null })['example.com'], authentic: 'bogus' },
  })
  expect(lost(result)).toEqual({ dnssec_bogus: -40, spf_missing: -20 })
  expect(result.findings[0]).toMatchObject({
    facts: { domain: 'example.com', broken: { zone: 'example.com', whole: true, fault: { code: 'unknown' } } },
    evidence: expect.arrayContaining(['A example.com']),
  })
})

it("broken DNSSEC below _domainkey alone is a finding; at the end of an alias elsewhere it is the provider's", async () => {
  const section = dkimOf()
  if (!section.ran) throw new Error('the fixture ran')
  const bogus = (cnames: readonly string[]) => ({
    ...section,
    evidence: section.evidence.map(piece =>
      piece.kind === 'dns' ? { ...piece, via: { ...piece.via, authentic: 'bogus' as const, cnames } } : piece,
    ),
  })
  const own = await scanOf(zoneOf(), null, 0, { dkim: bogus([]) })
  expect(lost(own)).toEqual({ dnssec_bogus: -40 })
  expect(own.findings[0]?.evidence).toEqual(section.evidence.map(({ id }) => id))
  expect(lost(await scanOf(zoneOf(), null, 0, { dkim: bogus(['s1.provider.example']) }))).toEqual({ dkim_bogus: -5 })

  // A validated answer of the domain itself disproves that its whole zone is broken.
  const validated = await scanOf(zoneOf({ apex: { authentic: 'yes' } }), null, 0, { dkim: bogus([]) })
  expect(validated.findings.map(({ id }) => id)).not.toContain('dnssec_bogus')
})
