import type { Section } from '@waxseal/core/check'
import { isSubdomain, type Zone } from '@waxseal/core/dns'
import { assessThreat, filteringResolvers, presentThreat, type ThreatValue } from '@waxseal/core/threat'
import { afterEach, describe, expect, it } from 'vitest'
import { openBlocklists } from '../blacklist/index.ts'
import type { LoopbackServer } from '../dns/testing/loopback-server.ts'
import { contextFor } from '../testing/zone-context.ts'
import { zoneServer } from '../testing/zone-server.ts'
import { meteredSources, openThreat } from '../threat/index.ts'
import { collectThreat } from './threat.ts'

const open: { close(): void | Promise<void> }[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

/** Healthy lists with correct answers to their self-tests. */
const healthyLists: Zone = {
  'dbltest.com.dbl.spamhaus.org': { A: ['127.0.1.2'] },
  '2.0.0.127.zen.spamhaus.org': { A: ['127.0.0.2', '127.0.0.4', '127.0.0.10'] },
  'surbl-org-permanent-test-point.com.multi.surbl.org': { A: ['127.0.0.254'] },
  '2.0.0.127.multi.uribl.com': { A: ['127.0.0.14'] },
}

/** The domain, with a mail host of its own and one of a provider. */
const world: Zone = {
  'shop.example': {
    A: ['8.26.56.1'],
    TXT: ['v=spf1 ip4:8.26.56.30 -all'],
    MX: [
      [10, 'mx.shop.example'],
      [20, 'aspmx.l.google.com'],
    ],
  },
  'www.shop.example': { A: ['8.26.56.1'] },
  'mx.shop.example': { A: ['8.26.56.10', '10.0.0.1'] },
  'aspmx.l.google.com': { A: ['8.26.56.99'], AAAA: ['2600::99'] },
}

interface Situation {
  name?: string
  zone?: Zone
  /** The entries of the blocklists. */
  lists?: Zone
  /** Names that do not exist for Quad9's filtering service. */
  blocked?: readonly string[]
  /** Blind: it blocks nothing, not even its own test name. */
  quad9?: 'well' | 'silent' | 'blind'
  sources?: readonly string[]
  limit?: boolean
}

const all = ['spamhaus-dbl', 'spamhaus-zen', 'surbl', 'uribl', 'quad9']

/** Runs the check with blocklists and Quad9 on this machine. */
async function threat(situation: Situation = {}) {
  const { name = 'shop.example', zone = world, lists = {}, blocked = [], quad9 = 'well', sources = all } = situation
  const listServer = await zoneServer({ ...healthyLists, ...lists })
  const truth = { ...zone, 'isitblocked.org': { A: ['8.26.56.2'] } }
  const unfiltered = await zoneServer(truth)
  const gone = quad9 === 'blind' ? [] : ['isitblocked.org', ...blocked]
  const kept = Object.entries(truth).filter(([each]) => !gone.some(top => isSubdomain(each, top)))
  const filtered = await zoneServer(Object.fromEntries(kept), quad9 === 'silent' ? { fate: () => null } : {})
  const blocklists = openBlocklists({ through: [listServer.name], resolvers: [], rates: 'unlimited', timeoutMs: 1000 })
  const opened = openThreat({
    sources,
    timeoutMs: 1000,
    resolvers: filteringResolvers.map(row =>
      row.id === 'quad9' ? { ...row, filtered: [filtered.name], unfiltered: [unfiltered.name] } : row,
    ),
  })
  open.push(listServer, unfiltered, filtered, blocklists, opened)
  const session = opened.session(blocklists.access())
  const metered = meteredSources(session, () => Promise.resolve(situation.limit !== true))
  const section = await collectThreat({ ...contextFor(name, zone), threat: metered })
  return { section, asked: namesAt(filtered), askedLists: namesAt(listServer) }
}

function namesAt({ arrived }: LoopbackServer): readonly string[] {
  return [...new Set(arrived.map(({ name }) => name.toLowerCase()))].sort()
}

function valueOf(section: Section<ThreatValue>): Extract<Section<ThreatValue>, { ran: true }> {
  if (!section.ran) throw new Error(`did not run: ${section.reason}`)
  return section
}

const findings = (section: Section<ThreatValue>) =>
  assessThreat(valueOf(section).value, { domain: 'shop.example', evidence: section.evidence }).map(({ id }) => id)

describe('a clean domain', () => {
  it('is clean for every source, and the report lists all sources', async () => {
    const { section } = await threat()
    const { value, gaps, notes } = valueOf(section)
    expect(value.sources).toEqual(['Spamhaus DBL', 'Spamhaus ZEN', 'SURBL multi', 'URIBL multi', 'Quad9'])
    expect(new Set(value.opinions.map(({ says }) => says))).toEqual(new Set(['clean']))
    expect({ gaps, notes }).toEqual({ gaps: [], notes: [] })
    expect(presentThreat(section, { smart: true })).toMatchObject({
      error: null,
      overall_verdict: 'clean',
      domain: { smart_verdict: 'Clean: none of the 5 sources reports anything.' },
    })
  })

  it('discloses only its name, its own mail hosts and their public addresses', async () => {
    const { asked, askedLists } = await threat()
    expect(asked).toEqual(['isitblocked.org', 'mx.shop.example', 'shop.example'])
    const tests = /^(dbltest|surbl-org|test\.|invalid|[12]\.0\.0\.127)/
    expect(askedLists.filter(name => !tests.test(name))).toEqual([
      '10.56.26.8.zen.spamhaus.org',
      '30.56.26.8.zen.spamhaus.org',
      '9.9.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.6.2.zen.spamhaus.org',
      '99.56.26.8.zen.spamhaus.org',
      'shop.example.dbl.spamhaus.org',
      'shop.example.multi.surbl.org',
      'shop.example.multi.uribl.com',
    ])
  })

  it('below an organizational domain is looked up by both names', async () => {
    const { asked } = await threat({ name: 'www.shop.example', sources: ['quad9'] })
    expect(asked).toEqual(['isitblocked.org', 'shop.example', 'www.shop.example'])
  })
})

describe('what is reported', () => {
  it('includes a blocked name, which costs points, with evidence of both resolver services', async () => {
    const { section } = await threat({ blocked: ['shop.example'] })
    const [finding] = assessThreat(valueOf(section).value, { domain: 'shop.example', evidence: section.evidence })
    expect(finding?.id).toBe('threat_suspicious')
    expect(finding?.facts).toEqual({ domain: 'shop.example', sources: 'Quad9' })
    expect(finding?.evidence.slice(0, 4)).toEqual([
      'A shop.example @quad9',
      'A shop.example @quad9 unfiltered',
      'AAAA shop.example @quad9',
      'AAAA shop.example @quad9 unfiltered',
    ])
  })

  it('includes phishing on two lists as malicious, without points', async () => {
    const lists: Zone = {
      'shop.example.dbl.spamhaus.org': { A: ['127.0.1.4'] },
      'shop.example.multi.surbl.org': { A: ['127.0.0.8'] },
    }
    const { section } = await threat({ lists })
    expect(presentThreat(section, { smart: false })).toMatchObject({
      overall_verdict: 'malicious',
      threat_indicators: [
        'Spamhaus DBL lists shop.example for phishing',
        'SURBL multi lists shop.example for phishing',
      ],
    })
    expect(findings(section)).toEqual(['threat_listed'])
  })

  it("includes a provider's listed address as low risk: its customers share it", async () => {
    const { section } = await threat({ lists: { '99.56.26.8.zen.spamhaus.org': { A: ['127.0.0.3'] } } })
    const reply = presentThreat(section, { smart: true })
    expect(reply.overall_verdict).toBe('low_risk')
    expect(reply.threat_indicators).toEqual([
      'Spamhaus ZEN lists 8.26.56.99 as a sender of bad reputation (an address that Google Workspace shares among many customers)',
    ])
  })

  it("includes the domain's own listed address as suspicious", async () => {
    const { section } = await threat({ lists: { '10.56.26.8.zen.spamhaus.org': { A: ['127.0.0.3'] } } })
    expect(presentThreat(section, { smart: true }).overall_verdict).toBe('suspicious')
  })
})

describe('a failed lookup', () => {
  it('leaves the verdict to the other sources, and is reported', async () => {
    const { section } = await threat({ quad9: 'silent' })
    const { gaps, notes } = valueOf(section)
    expect(presentThreat(section, { smart: false })).toMatchObject({ overall_verdict: 'clean', sources_answered: 4 })
    expect(gaps).toEqual([
      { question: { name: 'isitblocked.org', type: 'A' }, reason: 'timeout', evidence: 'A isitblocked.org @quad9' },
    ])
    expect(notes).toEqual(['4 of 5 sources answered every query.'])
    expect(findings(section)).toEqual([])
  })

  it('does not make a domain with silent servers clean, even if the lists report nothing', async () => {
    const zone: Zone = { 'shop.example': { fail: 'timeout' } }
    const { section } = await threat({ zone })
    const { gaps, notes } = valueOf(section)
    expect(presentThreat(section, { smart: true })).toMatchObject({ error: null, overall_verdict: null })
    expect(gaps.map(({ evidence }) => evidence)).toEqual(
      expect.arrayContaining(['MX shop.example', 'TXT shop.example']),
    )
    expect(section.evidence.map(({ id }) => id)).toEqual(expect.arrayContaining(gaps.map(({ evidence }) => evidence)))
    expect(notes[0]).toBe(
      'Some mail hosts and addresses of the domain could not be looked up, so no source checked them.',
    )
  })

  it('names a resolver that does not block its own test name, and no DNS server', async () => {
    const { section } = await threat({ quad9: 'blind' })
    expect(valueOf(section).gaps).toEqual([
      {
        question: { name: 'isitblocked.org', type: 'A' },
        reason: 'lame',
        evidence: 'A isitblocked.org @quad9',
        words:
          'Quad9 was ignored, because it does not block its own test name isitblocked.org (another server may answer in its place)',
      },
    ])
  })

  it('of every source stops the section', async () => {
    const { section } = await threat({ quad9: 'silent', sources: ['quad9'] })
    expect(section).toMatchObject({ ran: false, reason: 'timeout' })
    expect(presentThreat(section, { smart: true }).error).toBe('unavailable')
  })

  it('is the daily limit when it is used up: no source is asked', async () => {
    const { section, asked, askedLists } = await threat({ limit: true })
    expect(section).toEqual({ ran: false, reason: 'rate-limited', evidence: [] })
    expect(presentThreat(section, { smart: true }).error).toBe('rate_limit_exceeded')
    expect([...asked, ...askedLists]).toEqual([])
  })

  it('is not counted if no source is configured', async () => {
    const { section } = await threat({ sources: [] })
    expect(section).toEqual({ ran: true, value: { sources: [], opinions: [] }, evidence: [], gaps: [], notes: [] })
    expect(presentThreat(section, { smart: true }).error).toBe('not_configured')
  })

  it('counts only for asked sources: an address source is not asked about a domain without addresses', async () => {
    const { section } = await threat({ name: 'gone.example' })
    expect(valueOf(section).value.sources).toHaveLength(5)
    expect(valueOf(section).notes).toEqual(['3 of 4 sources answered every query.'])
  })

  it('of a nonexistent name makes it neither clean nor a threat to Quad9', async () => {
    const { section } = await threat({ name: 'gone.example', sources: ['quad9'] })
    expect(valueOf(section).value.opinions).toMatchObject([{ says: 'unknown', failure: null }])
    expect(presentThreat(section, { smart: true }).overall_verdict).toBeNull()
  })
})
