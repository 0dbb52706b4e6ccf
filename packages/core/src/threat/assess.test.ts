import { describe, expect, it } from 'vitest'
import { type Evidence, identityKey } from '../check/index.ts'
import { unasked } from '../dns/index.ts'
import { wordsOf } from '../health/index.ts'
import { assessThreat } from './assess.ts'
import { fillThreatGaps } from './fill-gaps.ts'
import {
  cloudflareBlocks,
  dblPhishing,
  engine,
  opinion,
  quad9Blocks,
  quad9Silent,
  surblPhishing,
  virusTotalKnowsNothing,
  virusTotalSilent,
  zenShared,
} from './opinion.fixture.ts'
import type { ThreatOpinion } from './source.ts'

const piece = (id: string): Evidence => ({
  id,
  kind: 'dns',
  question: { name: 'example.com', type: 'A' },
  outcome: 'records',
  answers: [],
  via: unasked('timeout', 0).via,
})

const judge = (opinions: readonly ThreatOpinion[], suffix = '') => {
  const ids = [...new Set(opinions.flatMap(({ evidence }) => evidence))]
  const evidence = [...ids, 'A example.com @elsewhere'].map(id => piece(id + suffix))
  return assessThreat({ sources: ['Quad9'], opinions }, { domain: 'example.com', evidence })
}

const findingsOf = (opinions: readonly ThreatOpinion[]) =>
  judge(opinions).map(finding => [finding.id, wordsOf(finding).points, finding.evidence])

describe('a finding', () => {
  it('is none for a clean domain, nor for one nobody could be asked about', () => {
    expect(judge([opinion()])).toEqual([])
    expect(judge([quad9Silent])).toEqual([])
    expect(judge([opinion(), quad9Silent])).toEqual([])
  })

  it('rests on what reported, and names it', () => {
    expect(findingsOf([quad9Blocks, { ...cloudflareBlocks, says: 'clean' }])).toEqual([
      ['threat_suspicious', -15, ['A example.com @quad9']],
    ])
    expect(judge([quad9Blocks, cloudflareBlocks])[0]?.facts).toEqual({
      domain: 'example.com',
      sources: 'Quad9 and Cloudflare 1.1.1.2',
    })
    expect(findingsOf([cloudflareBlocks])).toEqual([['threat_low', -3, ['A example.com @cloudflare-security']]])
  })

  it('about blocklists alone is shown and costs nothing: they count under Blacklists', () => {
    const findings = judge([dblPhishing, surblPhishing, opinion()])
    expect(findings.map(finding => [finding.id, wordsOf(finding).points, wordsOf(finding).reason])).toEqual([
      ['threat_listed', 0, 'Domain judged by blocklists'],
    ])
    expect(findingsOf([zenShared])).toEqual([['threat_listed', 0, zenShared.evidence]])
  })

  it('about blocklists is the same finding when their verdict changes', () => {
    const [low] = judge([zenShared])
    const [grave] = judge([dblPhishing, surblPhishing, opinion()])
    expect([low?.facts, grave?.facts]).toMatchObject([{ verdict: 'low_risk' }, { verdict: 'malicious' }])
    expect([low, grave].map(found => found && identityKey(found))).toEqual(['threat_listed', 'threat_listed'])
  })

  it('about blocklists and others costs what the others say, and tells what they come to together', () => {
    expect(findingsOf([quad9Blocks, dblPhishing])).toEqual([
      ['threat_suspicious', -15, quad9Blocks.evidence],
      ['threat_listed', 0, [...quad9Blocks.evidence, ...dblPhishing.evidence]],
    ])
  })

  it('a source that counts nowhere else and calls it malicious costs 40', () => {
    const engines = ['ESET', 'Sophos'].map(name => engine(name, 'hit'))
    expect(findingsOf([dblPhishing, surblPhishing, ...engines])).toEqual([
      ['threat_malicious', -40, ['HTTP virustotal example.com']],
    ])
  })

  it('about engines names the best known of them', () => {
    const engines = ['CMC', 'Sophos', 'Xcitium', 'ESET', 'Webroot'].map(name => engine(name, 'hit'))
    expect(judge([quad9Blocks, ...engines])[0]?.facts).toEqual({
      domain: 'example.com',
      sources: 'Quad9 and VirusTotal (ESET, CMC, Sophos and 2 more)',
    })
    expect(findingsOf([engine('Xcitium', 'hit'), engine('ESET')])).toEqual([
      ['threat_low', -3, ['HTTP virustotal example.com']],
    ])
    expect(findingsOf([virusTotalKnowsNothing])).toEqual([])
  })

  it('finds its evidence among that of an earlier scan too', () => {
    expect(judge([quad9Blocks], ' of 2026-11-19T10:00:00.000Z')[0]?.evidence).toEqual([
      'A example.com @quad9 of 2026-11-19T10:00:00.000Z',
    ])
  })
})

describe('what could not be asked now', () => {
  const gap = {
    question: { name: 'example.com', type: 'A' },
    reason: 'timeout',
    evidence: 'A example.com @quad9',
  } as const
  const now = { sources: ['Quad9'], opinions: [quad9Silent, { ...cloudflareBlocks, says: 'clean' } as const] }

  it('is filled in from an earlier scan, and only that', () => {
    const before = { value: { sources: ['Quad9'], opinions: [quad9Blocks, cloudflareBlocks] }, gaps: [] }
    expect(fillThreatGaps(now, [gap], before)).toEqual({
      value: { ...now, opinions: [quad9Blocks, now.opinions[1]] },
      gaps: [],
      disbelieved: expect.any(Function),
    })
  })

  it('of VirusTotal is filled in with all its engines, and nothing is kept of a source that answers again', () => {
    const engines = [engine('ESET', 'hit'), engine('Sophos')]
    const before = { value: { sources: ['VirusTotal'], opinions: engines }, gaps: [] }
    const silent = { sources: ['VirusTotal'], opinions: [virusTotalSilent] }
    expect(fillThreatGaps(silent, [], before)?.value.opinions).toEqual(engines)
    const unknown = { sources: ['VirusTotal'], opinions: [virusTotalKnowsNothing] }
    expect(fillThreatGaps(unknown, [], before)).toBeNull()
  })

  it('of a single engine keeps a report of it, and no more', () => {
    const opinions = [engine('ESET', 'unknown'), engine('Sophos', 'unknown'), engine('CMC')]
    const before = { value: { sources: ['VirusTotal'], opinions: [engine('ESET', 'hit'), engine('Sophos')] }, gaps: [] }
    const filled = fillThreatGaps({ sources: ['VirusTotal'], opinions }, [], before)
    expect(filled?.value.opinions.map(({ vendor, says }) => [vendor, says])).toEqual([
      ['ESET', 'hit'],
      ['Sophos', 'unknown'],
      ['CMC', 'clean'],
    ])
  })

  it('stays open when the earlier scan knew nothing either, or spoke of another subject', () => {
    expect(fillThreatGaps(now, [gap], { value: { sources: [], opinions: [quad9Silent] }, gaps: [] })).toBeNull()
    const other = { ...quad9Blocks, subject: 'mx.example.com' }
    expect(fillThreatGaps(now, [gap], { value: { sources: [], opinions: [other] }, gaps: [] })).toBeNull()
  })
})
