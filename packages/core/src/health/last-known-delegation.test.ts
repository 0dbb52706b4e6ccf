import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Section } from '../check/index.ts'
import { delegation, evidenceOf, server } from '../zone/delegation.fixture.ts'
import type { DelegatedServer, Delegation, ServerState, ZoneValue } from '../zone/index.ts'
import { at, judged, lost, zoneOf } from './judged-zone.fixture.ts'
import type { ScanResult, Sections } from './scan.ts'
import { sectionsOf } from './zone-sections.fixture.ts'

const ns1 = (state: ServerState) => server('ns1.example.net', { '192.0.2.53': state })
const ns2 = (state: ServerState) => server('ns2.example.org', { '198.51.100.53': state })
const ns3 = (state: ServerState) => server('ns3.example.org', { '203.0.113.53': state })
const unknown: DelegatedServer = { host: 'ns3.example.org', lookup: 'unknown', addresses: [] }

const seen = { since: '2026-11-20T08:30:00.000Z', looks: 3 }
const rest = await sectionsOf(zoneOf())

/**
 * The DNS section of a scan that asked these servers; null: none were asked. `failed`: resolvers get SERVFAIL. `unserved`:
 * monitoring saw three times that no server serves the zone.
 */
function dns(of: Delegation | null, failed = false, unserved = false): Section<ZoneValue> {
  const evidence = of === null ? rest.dns.evidence : evidenceOf(of, failed ? 'servfail' : undefined)
  const value = { exists: true, a: [], aaaa: [], txt: [], nameservers: [], bogus: null }
  const gaps = evidence.flatMap(({ id, question, ...piece }) => {
    return failed && piece.outcome === 'failed' && question.type !== 'SOA'
      ? [{ question, reason: 'servfail' as const, evidence: id }]
      : []
  })
  return {
    ran: true,
    value: { ...value, ...(of !== null && { delegation: of }), ...(unserved && { unserved: seen }) },
    evidence,
    gaps,
    notes: [],
  }
}

const scan = (section: Sections['dns'], previous: ScanResult | null = null, days = 0) =>
  judged({ ...rest, dns: section }, previous, days)
const all = (...servers: readonly DelegatedServer[]) => delegation([ns1('answers'), ns2('answers'), ...servers])
const lame = scan(dns(all(ns3('refused'))))

describe('a lame name server', () => {
  it('costs its points', () => {
    expect([lame.score, lost(lame)]).toEqual([97, { delegation_lame: -3 }])
  })

  it.each<[string, Sections['dns']]>([
    ['it is silent now', dns(all(ns3('silent')))],
    ['it fails now', dns(all(ns3('failing')))],
    ['it was not asked', dns(all(ns3('not-asked')))],
    ['the lookup of its addresses fails', dns(all(unknown))],
    ['the servers that answer are silent', dns(delegation([ns1('silent'), ns2('silent'), ns3('silent')]))],
    ['own servers are not asked any more', dns(null)],
    ['the section did not run', { ran: false, reason: 'timeout', evidence: [] }],
  ])('keeps its points and shows the date when %s', (_, section) => {
    const after = scan(section, lame, 1)
    expect([after.score, after.deductions]).toEqual([lame.score, lame.deductions])
    const finding = after.findings.find(({ id }) => id === 'delegation_lame')
    expect(finding).toMatchObject({
      since: at(0),
      facts: { lame: [{ server: 'ns3.example.org', problem: 'refused' }] },
    })
    expect(finding?.evidence).toEqual([`SOA example.com @203.0.113.53:53 of ${at(0)}`])
    expect(after.remembered.dns?.evidence).toContainEqual(expect.objectContaining({ id: finding?.evidence[0] }))
    expect(after.findings.map(({ id }) => id)).not.toContain('delegation_silent')
  })

  it('rests on this scan while it still refuses, also when the others are silent', () => {
    const after = scan(dns(delegation([ns1('silent'), ns2('silent'), ns3('refused')])), lame, 1)
    expect(after.score).toBe(97)
    expect(after.findings[0]).toMatchObject({ evidence: ['SOA example.com @203.0.113.53:53'] })
    expect(after.findings[0]?.since).toBeUndefined()
  })

  it('is kept through several scans, and forgotten after 30 days', () => {
    const once = scan(dns(all(ns3('silent'))), lame, 1)
    const twice = scan(dns(delegation([ns1('silent'), ns2('silent'), ns3('silent')])), once, 20)
    expect(twice.findings[0]).toMatchObject({ id: 'delegation_lame', since: at(0) })
    expect(lost(scan(dns(all(ns3('silent'))), twice, 31))).toEqual({})
  })

  it.each<[string, Delegation]>([
    ['it answers', all(ns3('answers'))],
    ['neither list has it any more', all()],
    ['it has another address, which is silent', all(server('ns3.example.org', { '203.0.113.99': 'silent' }))],
    ['the parent lists others, which are silent', delegation([server('new.example.net', { '192.0.2.99': 'silent' })])],
    ['the domain has moved into a zone of its own', { ...all(ns3('silent')), zone: 'sub.example.com' }],
  ])('is gone when %s', (_, of) => {
    expect(lost(scan(dns(of), lame, 1))).toEqual({})
  })
})

describe('name servers that were in order', () => {
  const sound = scan(dns(all()))

  it('and are silent now are told as silent', () => {
    const after = scan(dns(delegation([ns1('answers'), ns2('silent')])), sound, 1)
    expect(after.findings.map(({ id, subject }) => [id, subject])).toContainEqual([
      'delegation_silent',
      'ns2.example.org',
    ])
  })

  it('are not lame because one refuses while the others are silent: the fault may be between them and us', () => {
    const after = scan(dns(delegation([ns1('silent'), ns2('refused')])), sound, 1)
    expect([after.score, lost(after)]).toEqual([100, {}])
  })

  const dead = delegation([ns1('refused'), ns2('not-authoritative')])
  const failing: Sections['mx'] = { ran: false, reason: 'servfail', evidence: [] }
  const nothing = { mx: failing, spf: failing, dmarc: failing, dkim: failing }

  it('hide no dead zone that monitoring knows', () => {
    const after = judged({ ...rest, ...nothing, dns: dns(dead, true, true) }, sound, 1)
    expect([after.score, after.findings.map(({ id }) => id)]).toEqual([null, ['delegation_dead']])
  })

  it('count while one scan alone finds that none serves the zone: not checked, without points', () => {
    const before = scan(dns(all()))
    const after = judged({ ...rest, ...nothing, dns: dns(dead, true) }, before, 1)
    expect([after.score, after.findings.map(({ id }) => id)]).toEqual([null, before.findings.map(({ id }) => id)])
  })
})

const isTold = ({ findings }: ScanResult) => findings.some(({ id }) => id === 'delegation_differs')

describe('lists of parent and zone that differ', () => {
  const hosts = ['ns1.example.net', 'ns9.example.org']
  const before = { ...all(), delegated: { hosts, server: '192.0.2.1:53' } }
  const differs = scan(dns(before))

  it('still differ while the parent does not answer', () => {
    expect(isTold(differs)).toBe(true)
    expect(isTold(scan(dns({ ...before, delegated: null }), differs, 1))).toBe(true)
  })

  it('are of one time: an old list is not compared with a new one', () => {
    const listed = { hosts, server: '192.0.2.53:53' }
    expect(isTold(scan(dns({ ...before, delegated: null, listed }), differs, 1))).toBe(false)
  })
})

const lameIn = ({ findings }: ScanResult) =>
  findings.flatMap(({ id, facts }) => (id === 'delegation_lame' && 'lame' in facts ? facts.lame : []))

const threeOf = <T>(each: fc.Arbitrary<T>) => fc.tuple(each, each, each)

describe('whatever the servers said', () => {
  const hosts = ['192.0.2.53', '198.51.100.53', '203.0.113.53']
  const said = fc.constantFrom<ServerState>('answers', 'refused', 'not-authoritative', 'failing', 'silent')
  const mute = fc.constantFrom<ServerState | null>(null, 'silent', 'failing', 'no-route', 'not-asked')
  const section = (states: readonly ServerState[]) =>
    dns(delegation(states.map((state, at) => server(`ns${at}.example.net`, { [hosts[at] ?? '']: state }))))
  it('silence of some of them changes neither the score nor who is lame', () => {
    fc.assert(
      fc.property(threeOf(said), threeOf(mute), (states, muted) => {
        const before = scan(section(states))
        const after = scan(section(states.map((state, at) => muted[at] ?? state)), before, 1)
        expect(lameIn(after)).toEqual(lameIn(before))
        expect([after.score, lost(after)]).toEqual([before.score, lost(before)])
      }),
    )
  })

  it('no server is called lame that no scan saw refuse beside one that answers', () => {
    fc.assert(
      fc.property(threeOf(said), threeOf(said), (states, later) => {
        const before = scan(section(states))
        const alone = scan(section(later))
        const seen = [...lameIn(before), ...lameIn(alone)].map(({ server }) => server)
        const named = lameIn(scan(section(later), before, 1)).map(({ server }) => server)
        expect(named.filter(host => !seen.includes(host))).toEqual([])
        for (const { server } of lameIn(alone)) expect(named).toContain(server)
      }),
    )
  })
})
