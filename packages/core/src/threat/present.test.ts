import { describe, expect, it } from 'vitest'
import type { Gap, Section } from '../check/index.ts'
import {
  cloudflareBlocks,
  dblPhishing,
  engine,
  opinion,
  quad9Blocks,
  quad9Silent,
  surblPhishing,
  zenPolicy,
  zenShared,
} from './opinion.fixture.ts'
import { presentThreat, vendorResults } from './present.ts'
import type { ThreatOpinion } from './source.ts'
import type { ThreatValue } from './value.ts'

const ran = (opinions: readonly ThreatOpinion[]): Section<ThreatValue> & { ran: true } => ({
  ran: true,
  value: { sources: ['Spamhaus DBL', 'SURBL multi', 'Quad9'], opinions },
  evidence: [],
  gaps: [],
  notes: [],
})

const smart = (opinions: readonly ThreatOpinion[]) =>
  presentThreat(ran(opinions), { smart: true }).domain?.smart_verdict

describe('without results the reply says why', () => {
  it.each([
    ['the daily limit', { ran: false, reason: 'rate-limited', evidence: [] }, 'rate_limit_exceeded'],
    ['silence', { ran: false, reason: 'timeout', evidence: [] }, 'unavailable'],
    ['sources without an opinion', ran([quad9Silent]), 'unavailable'],
    [
      'no source on this server',
      { ran: true, value: { sources: [], opinions: [] }, evidence: [], gaps: [], notes: [] },
      'not_configured',
    ],
  ] as const)('%s', (_, section, error) => {
    expect(presentThreat(section, { smart: true })).toMatchObject({
      error,
      overall_verdict: null,
      threat_indicators: [],
    })
  })
})

describe('with results', () => {
  const reply = presentThreat(
    ran([dblPhishing, opinion({ ...surblPhishing, says: 'clean', threat: null }), quad9Blocks]),
    {
      smart: true,
    },
  )

  it('it names verdict, indicators and vendors', () => {
    expect(reply).toMatchObject({
      error: null,
      overall_verdict: 'malicious',
      threat_indicators: ['Spamhaus DBL lists example.com for phishing', 'Quad9 blocks example.com'],
      domain: {
        vendor_results: [
          { vendor: 'Quad9', category: 'malicious', tier: null, detail: 'blocks example.com' },
          { vendor: 'Spamhaus DBL', category: 'malicious', tier: null },
          { vendor: 'SURBL multi', category: 'harmless', tier: null },
        ],
      },
      sources_answered: 3,
    })
  })

  it('it discloses who was asked, all of them', () => {
    expect(reply.sources).toEqual(['Spamhaus DBL', 'SURBL multi', 'Quad9'])
    expect(reply.note).toBe('No VirusTotal key: these results come from Spamhaus DBL, SURBL multi and Quad9.')
  })

  it('below Pro the interpretation is left out, and nothing else', () => {
    const plain = presentThreat(ran([dblPhishing, quad9Blocks]), { smart: false })
    const full = presentThreat(ran([dblPhishing, quad9Blocks]), { smart: true })
    expect(Object.keys(plain.domain ?? {})).toEqual(['vendor_results'])
    expect(Object.keys(full.domain ?? {}).sort()).toEqual(['smart_verdict', 'vendor_interpretation', 'vendor_results'])
    expect({ ...plain, domain: null }).toEqual({ ...full, domain: null })
  })
})

describe('a vendor is shown by the gravest of its opinions', () => {
  it('silence about a part is not harmless', () => {
    expect(vendorResults([opinion(), { ...quad9Silent, subject: 'mx.example.com' }])).toMatchObject([
      { vendor: 'Quad9', category: 'unknown' },
    ])
  })
  it('the better known stand first among equals', () => {
    const vendors = ['Zeta', 'Avast', 'ESET', 'Alpha'].map(name => engine(name))
    expect(vendorResults(vendors).map(row => [row.vendor, row.tier])).toEqual([
      ['ESET', 1],
      ['Avast', 2],
      ['Alpha', 3],
      ['Zeta', 3],
    ])
  })
})

describe('the smart verdict', () => {
  it.each<[string, ThreatOpinion[], string]>([
    ['clean', [opinion()], 'Clean: the only source reports nothing.'],
    [
      'clean as far as known',
      [opinion(), { ...quad9Silent, vendor: 'Cloudflare 1.1.1.2' }],
      'Clean so far: 1 of 2 sources answered, and none of them reports anything.',
    ],
    [
      'most sources silent',
      [opinion(), ...['SURBL multi', 'URIBL multi'].map(vendor => ({ ...quad9Silent, vendor }))],
      'No verdict: only 1 of 3 sources answered, and it reports nothing.',
    ],
    [
      'a shared address',
      [zenShared, opinion()],
      'Probably not your domain: Spamhaus ZEN reports only an address that Google Workspace shares among many customers.',
    ],
    ['policy', [zenPolicy, opinion()], "No threat: Spamhaus ZEN only classifies the type of a mail server's address."],
    [
      'one small report',
      [cloudflareBlocks, opinion()],
      'Probably harmless: only Cloudflare 1.1.1.2 reports something, and the report has a low weight.',
    ],
    [
      'one strong report',
      [quad9Blocks],
      'Check this: Quad9 reports the domain or one of its servers, and no other source confirms it.',
    ],
    [
      'agreement',
      [dblPhishing, surblPhishing],
      'Act now: Spamhaus DBL and SURBL multi independently report the domain or its servers.',
    ],
  ])('%s', (_, opinions, words) => {
    expect(smart(opinions)).toBe(words)
  })
})

describe('too little known to be called clean', () => {
  const silent = ['SURBL multi', 'URIBL multi'].map(vendor => ({ ...quad9Silent, vendor }))

  it('is no verdict beside the vendors that did answer', () => {
    expect(presentThreat(ran([opinion(), ...silent]), { smart: true })).toMatchObject({
      error: null,
      overall_verdict: null,
      domain: { vendor_results: [{ category: 'unknown' }, { category: 'unknown' }, { category: 'harmless' }] },
    })
  })

  it('is what a domain is whose mail hosts could not be asked for; a report still counts', () => {
    const gap: Gap = { question: { name: 'example.com', type: 'MX' }, reason: 'timeout', evidence: 'MX example.com' }
    const about = (opinions: readonly ThreatOpinion[]) =>
      presentThreat({ ...ran(opinions), gaps: [gap] }, { smart: true })
    expect(about([opinion()])).toMatchObject({
      overall_verdict: null,
      domain: {
        smart_verdict: 'No verdict: no source reports the domain, but the lookups of its mail servers failed.',
      },
    })
    expect(about([quad9Blocks]).overall_verdict).toBe('suspicious')
  })
})

it('the interpretation weighs engines by tier', () => {
  const engines = ['ESET', 'Avast', 'Alpha'].map(name => engine(name))
  const { domain } = presentThreat(ran([...engines, opinion()]), { smart: true })
  expect(domain?.vendor_interpretation).toBe(
    '2 of 2 vendors answered. None of them reports anything. ' +
      "VirusTotal's 3 engines with an opinion report nothing: 1 Trusted, 1 Reliable and 1 Lesser-Known.",
  )
})

it('the interpretation gives DNS lists no tier, and says what does not count twice', () => {
  const { domain } = presentThreat(ran([dblPhishing, surblPhishing, quad9Silent]), { smart: true })
  expect(domain?.vendor_interpretation).toBe(
    '2 of 3 vendors answered. Spamhaus DBL and SURBL multi report something. ' +
      'The section Blacklists counts the points for blocklists, so they do not count twice. ' +
      'Quad9 did not answer, which says nothing about the domain.',
  )
})
