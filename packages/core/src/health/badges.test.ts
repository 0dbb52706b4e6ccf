import { describe, expect, it } from 'vitest'
import type { Zone } from '../dns/index.ts'
import { badgeWords } from './badge-words.data.ts'
import { blacklistBadge, dkimBadge, mxBadge, relayBadge, spfDmarcBadge, threatBadge } from './badges.ts'
import { findingRows } from './findings.ts'
import { relayOf } from './healthy-checks.fixture.ts'
import { nullMx, scanOf, zoneOf } from './judged-zone.fixture.ts'
import { presentScan } from './present.ts'
import type { ScanReply } from './reply.ts'
import { badgeStatus, dmarcStatus, mxStatus, notApplicable, spfStatus } from './statuses.ts'

const whole = presentScan(await scanOf(zoneOf()))

/** The scan with changed results. */
const having = (results: Partial<ScanReply['results']>): ScanReply => ({
  ...whole,
  results: { ...whole.results, ...results },
})
const { blacklist, threat_intelligence: threat, relay, dns, dkim } = whole.results
const [relayHost] = relay?.hosts ?? []
if (relayHost === undefined) throw new Error('the fixture tested a server')

/** The DKIM badge of a domain without a key that works, with a finding. */
const badgeBeside = (id: string, action: object = {}) => {
  const findings = [{ id, check: 'dkim', points: -8, action }] as unknown as ScanReply['findings']
  const gone = having({ dns: { ...dns, dkim_found: false } })
  const { state, text } = dkimBadge({ ...gone, findings })
  return `${state}: ${text}`
}

describe('the DKIM badge', () => {
  it('is ok if a key is found, with how many selectors have one', () => {
    expect(dkimBadge(whole)).toEqual({ state: 'ok', text: '1 selector' })
    const [key] = dns.dkim_records
    if (key === undefined) throw new Error('the fixture has a key')
    const revoked = { ...key, state: 'revoked' as const }
    expect(dkimBadge(having({ dns: { ...dns, dkim_records: [key, key, revoked] } })).text).toBe('2 selectors')
  })

  it('does not count a key that is too short for any receiver among the good ones', () => {
    const [key] = dns.dkim_records
    if (key === undefined) throw new Error('the fixture has a key')
    const weak = { ...key, state: 'weak' as const, key_bits: 768 }
    const told = (...dkim_records: (typeof key)[]) => dkimBadge(having({ dns: { ...dns, dkim_records } }))
    expect(told(key, key, weak)).toEqual({ state: 'ok', text: '3 selectors, 1 weak' })
    expect(told(weak).text).toBe('1 selector, weak')
    expect(told(weak, weak).text).toBe('2 selectors, weak')
  })

  it('names keys that are there and do not work, and a key for every selector, instead of "Not found"', () => {
    expect(badgeBeside('dkim_revoked_only')).toBe('error: Only revoked keys −8')
    expect(badgeBeside('dkim_invalid')).toBe('error: No working key −8')
    expect(badgeBeside('dkim_not_found_unsure', { kind: 'edit' })).toBe('warning: Wildcard key −8')
    expect(badgeBeside('dkim_not_found_unsure', { kind: 'selector' })).toBe('not-found: Not found −8')
  })

  it('asks where the search came to nothing for want of answers, and never says that none is there', () => {
    expect(dkimBadge(having({ dkim: null })).state).toBe('unchecked')
    if (dkim === null) throw new Error('the fixture has searched')
    expect(dkimBadge(having({ dkim: { ...dkim, state: 'unchecked' } })).state).toBe('unchecked')
  })
})

/** The badge of a domain that certainly has no key. */
async function without(
  zone: Zone,
  known: Partial<NonNullable<ScanReply['results']['dkim']>> = {},
  findings: ScanReply['findings'] = [],
) {
  const reply = presentScan(await scanOf(zone))
  if (reply.results.dkim === null) throw new Error('the fixture has searched')
  const none = { ...reply.results.dkim, state: 'none-sure' as const, sure_because: 'two-servers' as const, ...known }
  const emptied = { ...reply.results.dns, dkim_found: false, dkim_records: [] }
  return dkimBadge({
    ...reply,
    findings: [...reply.findings, ...findings],
    results: { ...reply.results, dns: emptied, dkim: none },
  })
}

describe('the DKIM badge of a domain without a key', () => {
  it('is not found where the domain has mail', async () => {
    expect(await without(zoneOf())).toEqual({ state: 'not-found', text: 'Not found' })
  })

  it('is ok where SPF lets no server send, whatever the MX', async () => {
    for (const apex of [nullMx, {}, { fail: { MX: 'timeout' } } as const]) {
      expect(await without(zoneOf({ spf: 'v=spf1 -all', apex }))).toEqual({ state: 'ok', text: 'Sends no mail' })
    }
  })

  it('is ok where the parent’s key signs', async () => {
    const parent = { domain: 'example.com', state: 'found', selectors: ['google'] } as const
    expect(await without(zoneOf(), { parent })).toEqual({ state: 'ok', text: 'Key of the parent' })
    const strict = [
      { id: 'dkim_not_found_unsure', check: 'dkim', action: { kind: 'selector' } },
    ] as unknown as ScanReply['findings']
    expect(await without(zoneOf(), { parent }, strict)).toEqual({ state: 'not-found', text: 'Not found' })
  })

  it('is not ok while DNSSEC of the zone is broken, though no key is needed', async () => {
    const bogus = [{ id: 'dnssec_bogus', check: 'dns', severity: 'critical' }] as unknown as ScanReply['findings']
    const parked = zoneOf({ spf: 'v=spf1 -all', apex: nullMx })
    const parent = { domain: 'example.com', state: 'found', selectors: ['google'] } as const
    const broken = { state: 'error', text: 'DNSSEC broken' }
    expect(await without(parked, {}, bogus)).toEqual(broken)
    expect(await without(zoneOf(), { parent }, bogus)).toEqual(broken)
  })

  it('asks for the selectors where keys may exist under selectors that cannot be guessed', async () => {
    const found = [{ id: 'dkim_not_found_unguessable', check: 'dkim' }] as unknown as ScanReply['findings']
    expect(await without(zoneOf(), {}, found)).toEqual({
      state: 'unchecked',
      text: 'Unknown selectors: add yours',
    })
  })

  it('asks where SPF could not be checked: whether it sends is not known', async () => {
    const noSpf = zoneOf({ spf: null, apex: { ...nullMx, fail: { TXT: 'timeout' } } })
    expect(await without(noSpf)).toEqual({ state: 'unchecked', text: '?' })
  })

  it('is neither missing nor a domain without mail where the name does not exist', async () => {
    expect(await without({ com: {} })).toEqual({ state: 'not-applicable', text: 'Not applicable' })
  })
})

const badgesOf = async (zone: Zone) => {
  const reply = presentScan(await scanOf(zone))
  return [mxBadge(reply), spfDmarcBadge(reply)].map(({ state, text }) => `${state} ${text}`)
}

describe('a badge is never green beside a finding of high or critical severity (decision 3.15)', () => {
  it('whose short name it has then', async () => {
    expect(await badgesOf(zoneOf())).toEqual(['ok OK', 'ok OK'])
    expect(await badgesOf(zoneOf({ spf: 'v=spf1 +all' }))).toEqual(['ok OK', 'error SPF allows everyone −45'])
    expect(await badgesOf(zoneOf({ apex: { TXT: ['v=spf1 mx -all', 'v=spf1 a -all'] } }))).toEqual([
      'ok OK',
      'warning SPF broken −18',
    ])
    expect(await badgesOf(zoneOf({ dmarc: 'v=DMARC1; p=none' }))).toEqual(['ok OK', 'warning DMARC only monitors −18'])
  })

  it('and keeps the words of the specification where it is not green anyway', async () => {
    expect((await badgesOf(zoneOf({ dmarc: null })))[1]).toBe('warning SPF only −35')
  })

  it('shows the points of its section, from 10 on as a warning, and none where nothing was answered', async () => {
    const ends = (ending: string) => badgesOf(zoneOf({ spf: `v=spf1 mx ${ending}`, dmarc: 'v=DMARC1; p=reject' }))
    // SPF without an ending costs 8, missing reports 3.
    expect(await badgesOf(zoneOf({ spf: 'v=spf1 mx ?all' }))).toEqual(['ok OK', 'ok OK −8'])
    expect(await ends('?all')).toEqual(['ok OK', 'warning OK −11'])
    expect(await badgesOf(zoneOf({ apex: { fail: { TXT: 'timeout' } } }))).toEqual([
      'ok OK',
      'unchecked DMARC: found, SPF: could not check',
    ])
    const silent = zoneOf({ apex: { fail: { TXT: 'timeout' } } })
    expect(await badgesOf({ ...silent, '_dmarc.example.com': { fail: 'servfail' } })).toEqual(['ok OK', 'unchecked ?'])
  })

  it('shows the half that was answered and what it costs, and the points of what is last known', async () => {
    const silent = zoneOf({ dmarc: 'v=DMARC1; p=none', apex: { fail: { TXT: 'timeout' } } })
    expect((await badgesOf(silent))[1]).toBe('unchecked DMARC only monitors, SPF: could not check')
    const none = await scanOf(zoneOf({ dmarc: 'v=DMARC1; p=none' }))
    const again = presentScan(await scanOf(silent, none, 1))
    expect(spfDmarcBadge(again).text).toBe('DMARC only monitors, SPF: could not check −18')
    const later = presentScan(await scanOf({ ...zoneOf(), '_dmarc.example.com': { fail: 'servfail' } }, none, 1))
    expect(spfDmarcBadge(later).text).toBe('SPF: found, DMARC: could not check −18')
    expect(dmarcStatus(later)).toEqual({ word: 'Could not check −18', tone: 'unknown' })
    const nothing = { fail: { TXT: 'timeout' } } as const
    const neither = { ...zoneOf({ apex: nothing }), '_dmarc.example.com': { fail: 'servfail' } } as const
    expect(badgeStatus(spfDmarcBadge(presentScan(await scanOf(neither, none, 1)))).word).toBe('Could not check −18')
  })

  it('and at a name that does not exist nothing is good and nothing is missing; a listing stays one', async () => {
    const reply = presentScan(await scanOf({ com: {} }))
    const all = [mxBadge, spfDmarcBadge, dkimBadge, blacklistBadge, threatBadge, relayBadge].map(badge => badge(reply))
    expect(all.map(({ text }) => text)).toEqual(Array.from({ length: 6 }, () => 'Not applicable'))
    expect([mxStatus(reply), spfStatus(reply), dmarcStatus(reply)]).toEqual(
      Array.from({ length: 3 }, () => notApplicable),
    )
    const listed = { ...reply.results.blacklist, success: true, listed_count: 2, total_checked: 34 }
    expect(blacklistBadge({ ...reply, results: { ...reply.results, blacklist: listed } }).text).toBe('2 of 34')
  })

  it('and every such finding has a short name', () => {
    const grave = Object.entries(findingRows).flatMap(([id, { points }]) =>
      points === null || points <= -12 ? [id] : [],
    )
    expect(Object.keys(badgeWords).toSorted()).toEqual(grave.toSorted())
    for (const words of Object.values(badgeWords)) expect(words.length).toBeLessThanOrEqual(24)
  })
})

describe('the blacklist badge', () => {
  it('is x of total: clean at 0, else an error', () => {
    const total = blacklist.total_checked
    expect(blacklistBadge(having({ blacklist: { ...blacklist, success: true, listed_count: 0 } }))).toEqual({
      state: 'ok',
      text: `0 of ${total}`,
    })
    expect(blacklistBadge(having({ blacklist: { ...blacklist, success: true, listed_count: 2 } }))).toEqual({
      state: 'error',
      text: `2 of ${total}`,
    })
  })

  it('asks where too few lists gave a verdict to call it clean; a listing stays one', () => {
    const few = { ...whole, basis: { ...whole.basis, unchecked: ['blacklist'] as const } }
    const having = (listed_count: number) => ({
      ...few,
      results: { ...few.results, blacklist: { ...blacklist, success: true, listed_count } },
    })
    expect(blacklistBadge(having(0))).toEqual({ state: 'unchecked', text: '?' })
    expect(blacklistBadge(having(1)).state).toBe('error')
  })

  it('asks where no list gave a verdict, whatever its rows say', () => {
    expect(blacklistBadge(having({ blacklist: { ...blacklist, success: false, blacklists: [] } })).text).toBe('?')
  })

  it('asks where every list failed, and does not apply only where no list does', () => {
    const [row] = blacklist.blacklists
    if (row === undefined) throw new Error('the fixture has lists')
    const told = (...troubles: (typeof row.trouble)[]) =>
      blacklistBadge(
        having({
          blacklist: { ...blacklist, success: false, blacklists: troubles.map(trouble => ({ ...row, trouble })) },
        }),
      )
    expect(told('silent', 'silent')).toEqual({ state: 'unchecked', text: '?' })
    expect(told('silent', 'not-applicable')).toEqual({ state: 'unchecked', text: '?' })
    expect(told('not-applicable', 'not-applicable')).toEqual({ state: 'not-applicable', text: 'Not applicable' })
    expect(
      blacklistBadge(having({ blacklist: { ...blacklist, success: true, listed_count: 0, total_checked: 0 } })),
    ).toEqual({
      state: 'not-applicable',
      text: 'Not applicable',
    })
  })
})

describe('the threat badge', () => {
  it.each([
    ['clean', 'ok', 'Clean'],
    ['low_risk', 'ok', 'Clean'],
    ['suspicious', 'warning', 'Suspicious'],
    ['malicious', 'error', 'Malicious'],
    [null, 'unchecked', '?'],
  ] as const)('of %s is %s', (verdict, state, text) => {
    expect(threatBadge(having({ threat_intelligence: { ...threat, overall_verdict: verdict } }))).toEqual({
      state,
      text,
    })
  })
})

describe('the open relay badge', () => {
  it.each([
    [false, 'ok', 'Clean'],
    [true, 'error', 'Open relay'],
    [null, 'unchecked', '?'],
  ] as const)('of %s is %s', (open, state, text) => {
    const tested = { test_details: [], hosts: [], ...relay, state: 'tested' as const, is_open_relay: open }
    expect(relayBadge(having({ relay: tested }))).toEqual({ state, text })
  })

  it('has the same word as its finding where a list names it', () => {
    const tested = { test_details: [], hosts: [], ...relay, state: 'tested' as const, is_open_relay: true }
    expect(badgeWords.relay_open).toBe(relayBadge(having({ relay: tested })).text)
  })

  it('is a warning after a first positive test', async () => {
    const reply = presentScan(await scanOf(zoneOf(), null, 0, { relay: relayOf('suspected') }))
    expect(relayBadge(reply)).toEqual({ state: 'warning', text: 'To be confirmed' })
  })

  it("is not applicable where each server is a large provider's, as the report says", () => {
    const host = { ...relayHost, relay: 'unknown', contacted: true, undecided: null } as const
    const provider = { test_details: [], hosts: [host], state: 'tested' as const, is_open_relay: null }
    expect(relayBadge(having({ relay: provider })).text).toBe('Not applicable')
    const silent = { ...provider, hosts: [host, { ...host, undecided: 'timeout' as const }] }
    expect(relayBadge(having({ relay: silent })).text).toBe('?')
  })

  it('does not ask where there is nothing to test', () => {
    const nothing = { is_open_relay: null, test_details: [], hosts: [], state: 'not-applicable' as const }
    expect(relayBadge(having({ relay: nothing })).text).toBe('Not applicable')
    expect(relayBadge(having({ relay: null })).text).toBe('?')
  })
})
