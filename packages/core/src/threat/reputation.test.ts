import { describe, expect, it } from 'vitest'
import type { Evidence } from '../check/index.ts'
import {
  dblPhishing,
  engine,
  opinion,
  quad9Silent,
  surblPhishing,
  virusTotalKnowsNothing,
  virusTotalSilent,
  zenPolicy,
  zenShared,
  zenSpam,
} from './opinion.fixture.ts'
import { presentReputation } from './reputation.ts'
import type { SubjectReport, ThreatOpinion } from './source.ts'

const report: SubjectReport = {
  subject: 'example.com',
  counts: { malicious: 2, suspicious: 1, harmless: 60 },
  country: null,
  asOwner: null,
  categories: ['business', 'mail'],
}
const address: SubjectReport = {
  ...report,
  subject: '8.26.56.10',
  country: 'DE',
  asOwner: 'Example Net',
  categories: [],
}

const answer: Evidence = {
  id: 'A example.com @quad9',
  kind: 'http',
  question: { name: 'https://dns.example/', type: 'HTTP' },
  outcome: 'failed',
  reason: 'timeout',
  status: null,
  lines: [],
  ms: 3000,
  askedAt: 0,
}

const reply = (opinions: readonly ThreatOpinion[], reports: readonly SubjectReport[] = []) =>
  presentReputation(
    { addresses: ['8.26.56.10'], domains: ['example.com'] },
    { sources: ['Quad9', 'VirusTotal'], opinions, reports, evidence: [answer] },
  )

describe('the reputation of a message', () => {
  it("has VirusTotal's facts, and its counts together with those of the other sources", () => {
    const opinions = [opinion(), engine('ESET', 'hit'), engine('Sophos')]
    expect(reply(opinions, [report, address])).toMatchObject({
      error: null,
      overall_verdict: 'suspicious',
      ips: { '8.26.56.10': { country: 'DE', as_owner: 'Example Net' } },
      domains: {
        'example.com': { malicious: 2, suspicious: 1, harmless: 61, categories: ['business', 'mail'] },
      },
      note: null,
    })
  })

  it('has the verdict of its worst subject, because opinions about different subjects confirm nothing', () => {
    const { overall_verdict: verdict, domains, ips } = reply([engine('ESET', 'hit'), zenSpam])
    expect(verdict).toBe('suspicious')
    expect(domains['example.com']?.smart_verdict).toContain('Check this')
    expect(ips['8.26.56.10']?.smart_verdict).toContain('Check this')
  })

  it('has no facts without a report, and counts the vendors', () => {
    expect(reply([opinion(), virusTotalKnowsNothing])).toMatchObject({
      ips: { '8.26.56.10': { country: null, as_owner: null, harmless: 0 } },
      domains: { 'example.com': { malicious: 0, harmless: 1, categories: [] } },
    })
  })

  it('names the evidence of each subject, once', () => {
    const { domains, ips, evidence } = reply([opinion(), opinion({ vendor: 'Other' })])
    expect(evidence).toEqual([answer])
    expect(domains['example.com']?.evidence).toEqual(['A example.com @quad9'])
    expect(ips['8.26.56.10']?.evidence).toEqual([])
  })

  it('keeps the evidence of failed queries where there are no results', () => {
    expect(reply([quad9Silent])).toMatchObject({ error: 'unavailable', ips: {}, domains: {}, evidence: [answer] })
  })

  it("offers no upgrade when the server's own quota is used up", () => {
    expect(reply([virusTotalSilent, quad9Silent]).error).toBe('unavailable')
  })
})

describe('the interpretation of a message', () => {
  const address = '8.26.56.10'
  const zenClean: ThreatOpinion = { ...zenSpam, says: 'clean' }

  it.each<[string, ThreatOpinion, string]>([
    ['a report', zenSpam, 'Check this: Spamhaus ZEN reports 8.26.56.10, and no other source confirms it.'],
    ['policy', zenPolicy, 'No threat: Spamhaus ZEN only classifies the type of 8.26.56.10.'],
    [
      'a shared address',
      zenShared,
      'Probably not the sender: Spamhaus ZEN reports only an address that Google Workspace shares among many customers.',
    ],
    ['nothing', zenClean, 'Clean: the only source reports nothing.'],
  ])('names the address of %s', (_, says, words) => {
    expect(reply([says]).ips[address]?.smart_verdict).toBe(words)
  })

  it('names the domain that sources agree about', () => {
    expect(reply([dblPhishing, surblPhishing]).domains['example.com']?.smart_verdict).toBe(
      'Act now: Spamhaus DBL and SURBL multi independently report example.com.',
    )
    expect(reply([engine('ESET', 'hit'), engine('Sophos', 'hit')]).domains['example.com']?.smart_verdict).toMatch(
      /^Act now: VirusTotal reports example\.com\. 2 of 2 engines /,
    )
  })

  it('has nothing about sections that only a scan has', () => {
    const { ips, domains } = reply([zenSpam, dblPhishing, quad9Silent])
    expect(ips[address]?.vendor_interpretation).toBe(
      'The only vendor, Spamhaus ZEN, answered. Spamhaus ZEN reports something.',
    )
    expect(domains['example.com']?.vendor_interpretation).toBe(
      '1 of 2 vendors answered. Spamhaus DBL reports something. ' +
        'Quad9 did not answer, which says nothing about example.com.',
    )
  })

  it('says that one vendor reports nothing', () => {
    expect(reply([zenClean]).ips[address]?.vendor_interpretation).toBe(
      'The only vendor, Spamhaus ZEN, answered. It reports nothing.',
    )
  })
})
