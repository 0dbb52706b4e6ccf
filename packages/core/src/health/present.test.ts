import { describe, expect, it } from 'vitest'
import { checkIds, type Gap } from '../check/index.ts'
import type { Zone } from '../dns/index.ts'
import { mxBadge, spfDmarcBadge } from './badges.ts'
import { blacklistOf } from './healthy-checks.fixture.ts'
import { judge } from './judge.ts'
import { scanOf, zoneOf } from './judged-zone.fixture.ts'
import { presentScan } from './present.ts'
import type { ScanResult } from './scan.ts'
import { sectionsOf } from './zone-sections.fixture.ts'

const good: Zone = {
  'example.com': { MX: [[10, 'mx1.example.com']], A: ['93.184.216.34'], TXT: ['v=spf1 mx -all', 'hello'] },
  'mx1.example.com': { A: ['93.184.216.35'], AAAA: ['2606:2800:220:1::35'] },
  '_dmarc.example.com': { TXT: ['v=DMARC1; p=reject; rua=mailto:dmarc@example.com'] },
}
async function scan(zone: Zone, previous: ScanResult | null = null, startedAt = '2026-11-20T08:00:00.000Z') {
  const sections = await sectionsOf(zone)
  return judge({ name: 'example.com', startedAt, finishedAt: startedAt, sections, tier: 'free', previous })
}
const present = async (...args: Parameters<typeof scan>) => presentScan(await scan(...args))
const apex = (entry: Zone[string]): Zone => ({ ...good, 'example.com': { ...good['example.com'], ...entry } })

describe('the scan result on the wire', () => {
  it('has the specified shape', async () => {
    const reply = await present(good)
    expect(reply).toMatchObject({
      domain_name: 'example.com',
      health_score: 100,
      risk_score: 0,
      issues: [],
      deductions: {},
      results: {
        mx: { success: true, records: [{ priority: 10, host: 'mx1.example.com', ip: '93.184.216.35' }] },
        dns: {
          a_records: [{ ip: '93.184.216.34' }],
          aaaa_records: [],
          txt_records: ['hello', 'v=spf1 mx -all'],
          dmarc_found: true,
          dmarc_record: 'v=DMARC1; p=reject; rua=mailto:dmarc@example.com',
          dmarc_error: null,
          dkim_found: true,
          dkim_records: [{ selector: 's1', hostname: 's1._domainkey.example.com', key_bits: 2048 }],
        },
        dmarc: { differs: false, external: [], errors: [], warnings: [] },
        blacklist: { success: true, listed_count: 0, total_checked: 34 },
        threat_intelligence: { error: null, overall_verdict: 'clean' },
        relay: { is_open_relay: false },
      },
      findings: [],
      unchecked: [],
      coverage: 1,
      basis: { model: 5, tier: 'free', unchecked: [] },
      started_at: '2026-11-20T08:00:00.000Z',
    })
    expect(Object.values(reply.sections).map(({ state }) => state)).toEqual(checkIds.map(() => 'checked'))
    expect(JSON.parse(JSON.stringify(reply))).toEqual(reply)
  })

  it('issues are the findings that cost points, and the deductions add up to the score', async () => {
    const { '_dmarc.example.com': _, ...zone } = good
    const reply = await present(zone)
    expect(reply).toMatchObject({
      health_score: 65,
      risk_score: 35,
      issues: ['DMARC record missing'],
      deductions: { 'DMARC record missing': -35 },
      findings: [
        { id: 'dmarc_missing', severity: 'critical', points: -35, clause: 'RFC 9989 section 4.10.1', since: null },
      ],
      results: { dns: { dmarc_found: false, dmarc_record: null, dmarc_error: null } },
    })
  })

  it('every id of a finding or section is in the evidence, each once', async () => {
    const before = await scan({ ...good, '_dmarc.example.com': { TXT: ['v=DMARC1; p=none'] } })
    const reply = await present(
      { ...good, '_dmarc.example.com': { fail: 'timeout' } },
      before,
      '2026-11-21T08:00:00.000Z',
    )
    const ids = reply.evidence.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const named = [...reply.findings, ...Object.values(reply.sections)].flatMap(({ evidence }) => evidence)
    for (const id of named) expect(ids).toContain(id)
    expect(reply.findings).toMatchObject([
      { id: 'dmarc_none', points: -15, since: '2026-11-20T08:00:00.000Z' },
      { id: 'dmarc_rua_missing', points: -3, since: '2026-11-20T08:00:00.000Z' },
    ])
    expect(reply.sections.dmarc.notes).toEqual([
      'Some lookups failed. Showing their last known results from Nov 20, 08:00 UTC.',
    ])
  })

  it('TXT records are shown safely', async () => {
    const reply = await present(apex({ TXT: ['v=spf1 mx -all', '\u0000\u001b[31m', 'a\u00e2\u0080\u00aeb'] }))
    expect(reply.results.dns.txt_records).toEqual(['\\000\\027[31m', 'a\\u{202e}b', 'v=spf1 mx -all'])
  })

  it('tells where receivers of the older DMARC read something else', async () => {
    const reply = await present({ ...good, '_dmarc.example.com': { TXT: ['v=DMARC1; p=reject; t=y'] } })
    expect(reply.results.dmarc?.differs).toBe(true)
    const two = await present({ ...good, '_dmarc.example.com': { TXT: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] } })
    expect(two.results.dmarc?.errors.map(({ code }) => code)).toEqual(['several-records'])
  })

  it('a domain that does not exist has a critical finding and scores 0', async () => {
    expect(await present({ com: {} })).toMatchObject({
      health_score: 0,
      risk_score: 100,
      issues: ['The domain does not exist'],
      findings: [{ severity: 'critical', points: -100 }],
    })
  })
})

describe('what could not be checked', () => {
  it.each([
    ['timeout', 'MX could not be checked: the DNS servers did not answer in time'],
    ['servfail', 'MX could not be checked: the DNS servers returned an error'],
    ['refused', 'MX could not be checked: the DNS servers refused the query'],
    ['cancelled', 'MX could not be checked: the scan ended before the answer arrived'],
  ] as const)('%s is told in words', async (reason, line) => {
    const reply = await present(apex({ fail: { MX: reason }, TXT: ['v=spf1 ip4:93.184.216.0/24 -all'] }))
    expect(reply.unchecked).toEqual([line])
    expect(reply.issues).toEqual([])
    expect(reply.results.mx).toEqual({ success: false, records: [], hosts: [], implicit: null })
    expect(reply.sections.mx).toMatchObject({ state: 'unchecked', failure: reason })
    expect(`MX could not be checked: ${reply.sections.mx.reason}`).toBe(line)
  })

  it('a question inside a section is named', async () => {
    const reply = await present({ ...good, 'mx1.example.com': { fail: { AAAA: 'refused' }, A: ['93.184.216.35'] } })
    expect(reply.unchecked[0]).toBe('MX: the AAAA lookup of mx1.example.com failed. The DNS servers refused the query.')
    expect(reply.sections.mx.state).toBe('partial')
    expect(reply.coverage).toBeLessThan(1)
  })

  it('a question that was answered, but not so that it can be believed, is told in its own words', async () => {
    const gap: Gap = {
      question: { name: '2.0.0.127.list.example', type: 'A' },
      reason: 'lame',
      evidence: 'A 2.0.0.127.list.example',
      words: 'it does not list its own test entry',
    }
    const section = blacklistOf()
    if (!section.ran) throw new Error('the fixture ran')
    const reply = presentScan(await scanOf(zoneOf(), null, 0, { blacklist: { ...section, gaps: [gap] } }))
    expect(reply.unchecked).toEqual([
      'Blacklists: the A lookup of 2.0.0.127.list.example failed. It does not list its own test entry.',
    ])
    expect(reply.sections.blacklist.gaps).toEqual([gap])
  })

  it('a blocklist is named, not the name of its query', async () => {
    const name = '60.114.0.203.b.barracudacentral.org'
    const words = 'it refused our query: the operator gave no reason'
    const gap: Gap = { question: { name, type: 'A' }, reason: 'refused', evidence: `A ${name}`, words }
    const section = blacklistOf()
    if (!section.ran) throw new Error('the fixture ran')
    const reply = presentScan(await scanOf(zoneOf(), null, 0, { blacklist: { ...section, gaps: [gap] } }))
    expect(reply.unchecked).toEqual([
      'Blacklists: the query to Barracuda Reputation Block List failed. It refused our query: the operator gave no reason.',
    ])
  })

  it('many are counted', async () => {
    const hosts = Array.from({ length: 15 }, (_, n) => `mx${n}.example.net`)
    const zone = apex({ MX: hosts.map(host => [10, host]), TXT: ['v=spf1 -all'] })
    const reply = await present({ ...zone, ...Object.fromEntries(hosts.map(host => [host, { fail: 'timeout' }])) })
    expect(reply.unchecked).toHaveLength(11)
    expect(reply.unchecked.at(-1)).toBe('MX: 20 more lookups failed')
  })

  it('DMARC carries the reason as dmarc_error', async () => {
    const reply = await present({ ...good, '_dmarc.example.com': { fail: 'servfail' } })
    expect(reply.results.dns).toMatchObject({
      dmarc_found: false,
      dmarc_error: 'the DNS servers returned an error',
    })
    expect(reply.results.dmarc).toBeNull()
    expect(reply.health_score).toBeNull()
  })
})

const badges = async (zone: Zone) => {
  const reply = await present(zone)
  return [mxBadge(reply), spfDmarcBadge(reply)]
}

describe('badges', () => {
  const noDmarc: Zone = { ...good, '_dmarc.example.com': {} }

  it.each<[string, Zone, string, string]>([
    ['both there', good, 'ok: OK', 'ok: OK'],
    [
      'a policy that only monitors',
      { ...good, '_dmarc.example.com': { TXT: ['v=DMARC1; p=none'] } },
      'ok: OK',
      'warning: DMARC only monitors −18',
    ],
    ['no DMARC', noDmarc, 'ok: OK', 'warning: SPF only −35'],
    ['no SPF', apex({ TXT: [] }), 'ok: OK', 'warning: DMARC only −20'],
    [
      'no SPF, and a DMARC record that receivers cannot use',
      { ...apex({ TXT: [] }), '_dmarc.example.com': { TXT: ['v=DMARC1 p=reject'] } },
      'ok: OK',
      'error: DMARC broken −55',
    ],
    ['neither', { ...apex({ TXT: [] }), '_dmarc.example.com': {} }, 'ok: OK', 'not-found: Not found −55'],
    [
      'v=SPF1 by prefix, as specified',
      { ...noDmarc, ...apex({ TXT: ['V=SPF10'] }), '_dmarc.example.com': {} },
      'ok: OK',
      'warning: SPF only −55',
    ],
    ['no MX', apex({ MX: [] }), 'not-found: Not found −10', 'ok: OK'],
    ['null MX', apex({ MX: [[0, '.']] }), 'ok: Accepts no mail (null MX)', 'ok: OK −3'],
    [
      'no MX, and SPF says that it sends nothing',
      apex({ MX: [], TXT: ['v=spf1 -all'] }),
      'ok: Accepts no mail −3',
      'ok: OK',
    ],
    ['MX not checked', apex({ fail: { MX: 'timeout' } }), 'unchecked: ?', 'ok: OK'],
    ['SPF not checked', apex({ fail: { TXT: 'timeout' } }), 'ok: OK', 'unchecked: DMARC: found, SPF: could not check'],
    [
      'DMARC not checked',
      { ...good, '_dmarc.example.com': { fail: 'timeout' } },
      'ok: OK',
      'unchecked: SPF: found, DMARC: could not check',
    ],
  ])('%s', async (_, zone, mx, auth) => {
    expect((await badges(zone)).map(({ state, text }) => `${state}: ${text}`)).toEqual([mx, auth])
  })
})
