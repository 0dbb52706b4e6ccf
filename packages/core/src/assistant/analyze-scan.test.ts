import { describe, expect, it } from 'vitest'
import { changesBetween, presentScan } from '../health/index.ts'
import { scanOf, zoneOf } from '../health/judged-zone.fixture.ts'
import { wordFaults } from '../testing/index.ts'
import { analyzeScan, verdictWords } from './analyze-scan.ts'
import { findingOf, recordsOf, replyOf, scanFactsOf, textsOf } from './answers.fixture.ts'
import type { DnsChangeFacts, ScanFacts } from './facts.ts'
import { scanFacts, withDecisions } from './scan-facts.ts'

const noChanges = { scope: 'pro', dnsChanges: [] } as const
const analysis = (scan: ScanFacts) => analyzeScan(scan, noChanges, null)
const headings = (scan: ScanFacts, options: Parameters<typeof analyzeScan>[1] = noChanges) =>
  analyzeScan(scan, options, null).flatMap(block => (block.kind === 'heading' ? [block.text] : []))

describe('the verdict', () => {
  it('names the score, its band, and the first thing to fix', async () => {
    expect(verdictWords(await scanFactsOf({ dmarc: null }))).toBe(
      'example.com scores 65 of 100 (Fair). There is one thing to fix: DMARC record missing.',
    )
    expect(verdictWords(await scanFactsOf({ dmarc: null, spf: 'v=spf1 mx ?all' }))).toBe(
      'example.com scores 57 of 100 (Fair). There are 2 things to fix, and the first is: DMARC record missing.',
    )
  })

  it('of a healthy domain says so, and no more than was checked', async () => {
    const scan = await scanFactsOf()
    expect(verdictWords({ ...scan, unchecked: [] })).toBe(
      'example.com scores 100 of 100 (Excellent): no finding costs points.',
    )
    expect(verdictWords({ ...scan, unchecked: ['MX: the A lookup of mx2.example.com failed.'] })).toBe(
      'example.com scores 100 of 100 (Excellent): nothing that could be checked costs points.',
    )
  })

  it('of a domain that is not used for mail does not miss a mail server', async () => {
    const parked = await scanFactsOf({ spf: 'v=spf1 -all', dmarc: 'v=DMARC1; p=reject', apex: { MX: [[0, '.']] } })
    expect(verdictWords(parked)).toBe('example.com is not used for mail, and its records say so: it scores 100 of 100.')
  })

  it('of a domain without a score names the reason', async () => {
    const gone = { ...(await scanFactsOf()), score: null, findings: [findingOf('delegation_dead')] }
    expect(verdictWords(gone)).toBe(
      'example.com has no score, because of this finding: No name server answers for the zone.',
    )
    const scan = await scanFactsOf()
    const unchecked = { state: 'unchecked', reason: 'the DNS servers did not answer in time' } as const
    const silent = { ...scan, score: null, sections: { ...scan.sections, mx: unchecked, dmarc: unchecked } }
    expect(verdictWords(silent)).toBe('example.com has no score, because the lookups of MX and DMARC failed.')
  })
})

describe('the analysis of a scan', () => {
  it('lists what costs points, and explains each fix in order with its exact record', async () => {
    const scan = await scanFactsOf({ dmarc: null, spf: 'v=spf1 mx ?all' })
    const answer = analysis(scan)
    expect(headings(scan).slice(0, 4)).toEqual([
      'What costs points',
      'What to do, in this order',
      '1. DMARC record missing',
      '2. SPF ends in ?all',
    ])
    expect(textsOf(answer)).toContain('−35 DMARC record missing')
    expect(recordsOf(answer)).toEqual([
      '_dmarc.example.com TXT v=DMARC1; p=none; rua=mailto:dmarc@example.com',
      'example.com TXT v=spf1 mx ~all',
    ])
  })

  it('does not explain a finding that an earlier step resolves', async () => {
    const scan = await scanFactsOf({ dmarc: 'v=DMARC1; p=none; rua=mailto:dmarc@example.com', spf: 'v=spf1 mx ~all' })
    expect(textsOf(analysis(scan))).toContain('Step 1 resolves this too.')
  })

  it('never counts what could not be checked as a problem', async () => {
    const scan = {
      ...(await scanFactsOf()),
      unchecked: ['DMARC could not be checked: the DNS servers refused the query'],
    }
    expect(headings(scan)).toContain('What could not be checked')
    expect(headings(scan)).not.toContain('What to do')
    expect(textsOf(analysis(scan))).toContain('Failed lookups cost no points and do not count as problems.')
  })

  it('names the recommendations on Pro, and explains them on Business', async () => {
    const scan = { ...(await scanFactsOf()), findings: [findingOf('tls_rpt_missing')] }
    expect(recordsOf(analysis(scan))).toEqual([])
    expect(textsOf(analysis(scan))).toContain(
      'For the steps, ask for example: “How do I fix: TLS reporting is not used?”',
    )
    expect(recordsOf(analyzeScan(scan, { scope: 'business', dnsChanges: [] }, null))).toEqual([
      '_smtp._tls.example.com TXT v=TLSRPTv1; rua=mailto:tls-reports@example.com',
    ])
  })

  it('explains three fixes on Starter, and names the others', async () => {
    const ids = ['dmarc_missing', 'spf_missing', 'mx_missing', 'relay_open', 'bl_low'] as const
    const scan = { ...(await scanFactsOf()), score: 1, findings: ids.map(id => findingOf(id)) }
    const starter = analyzeScan(scan, { scope: 'free', dnsChanges: [] }, null)
    expect(textsOf(starter).filter(text => /^\d\. /.test(text))).toHaveLength(3)
    expect(textsOf(starter).find(text => text.startsWith('After that: '))).toMatch(/^After that: .+, .+\.$/)
  })

  it('ends in the sentence about the missing language model, once', async () => {
    const scan = await scanFactsOf()
    expect(analyzeScan(scan, noChanges, 'no-model').at(-1)).toEqual({
      kind: 'paragraph',
      tone: 'quiet',
      text: 'No language model is configured on this server. Waxseal’s own rules made this answer from your data.',
    })
    expect(analysis(scan).some(block => block.kind === 'paragraph' && block.tone === 'quiet')).toBe(false)
  })

  it('is in plain words', async () => {
    const scan = await scanFactsOf({ dmarc: null, spf: 'v=spf1 mx +all' })
    expect(textsOf(analysis(scan)).flatMap(wordFaults)).toEqual([])
  })
})

/** A scan that lost its DMARC record since the one before, and repaired SPF. */
async function after(): Promise<ScanFacts> {
  const before = await replyOf({ spf: 'v=spf1 mx ?all' })
  const now = await scanOf(zoneOf({ dmarc: null }), null, 20)
  return scanFacts(presentScan({ ...now, changes: changesBetween(before, presentScan(now)) }))
}

describe('what changed since the last scan', () => {
  const weakened: DnsChangeFacts = {
    at: '2026-11-15T00:00:00.000Z',
    type: 'dmarc_removed',
    severity: 'critical',
    description: 'DMARC record removed',
  }

  it('is the score, and what was fixed and what is new', async () => {
    const scan = await after()
    expect(headings(scan)).toContain('Since the scan of Nov 1, 2026')
    expect(textsOf(analysis(scan))).toEqual(
      expect.arrayContaining(['Score: 92 → 65.', 'Fixed: SPF ends in ?all', 'New: DMARC record missing']),
    )
  })

  it('is traced to the DNS changes in between on Business', async () => {
    const scan = await after()
    const traced = (scope: 'pro' | 'business', dnsChanges: readonly DnsChangeFacts[]) =>
      textsOf(analyzeScan(scan, { scope, dnsChanges }, null)).includes('Nov 15, 2026 DMARC record removed')
    expect(traced('business', [weakened])).toBe(true)
    expect(textsOf(analyzeScan(scan, { scope: 'business', dnsChanges: [weakened] }, null))).toContain(
      'These DNS changes came in between, and can explain it:',
    )
    expect(traced('pro', [weakened])).toBe(false)
    expect(traced('business', [{ ...weakened, at: '2026-10-15T00:00:00.000Z' }])).toBe(false)
    expect(traced('business', [{ ...weakened, type: 'mx_address_added' }])).toBe(false)
  })
})

describe('a finding that the owner accepted or muted', () => {
  const accepted = { id: 'dmarc_missing', subject: null, kind: 'accepted' } as const

  it('costs its points as before, and is no step any more', async () => {
    const scan = withDecisions(await scanFactsOf({ dmarc: null, spf: 'v=spf1 mx ?all' }), [accepted])
    expect(verdictWords(scan)).toBe('example.com scores 57 of 100 (Fair). There is one thing to fix: SPF ends in ?all.')
    const texts = textsOf(analysis(scan))
    expect(texts).toEqual(
      expect.arrayContaining([
        '−8 SPF ends in ?all',
        '−35 Accepted or muted: one finding',
        'You accepted or muted one finding. It counts in the score as before. The report has the list.',
      ]),
    )
    expect(texts.join(' ')).not.toContain('DMARC record missing')
    expect(headings(scan)).toEqual(expect.arrayContaining(['What to do', 'What you accepted or muted']))
    expect(recordsOf(analysis(scan))).not.toContainEqual(expect.stringContaining('_dmarc.'))
  })

  it('leaves a domain without steps, which is not called free of issues', async () => {
    const scan = withDecisions(await scanFactsOf({ dmarc: null }), [{ ...accepted, kind: 'muted' }])
    expect(verdictWords(scan)).toBe('example.com scores 65 of 100 (Fair): you have decided about all its issues.')
  })

  it('is only the one with the same subject', async () => {
    const scan = withDecisions(await scanFactsOf({ dmarc: null }), [{ ...accepted, subject: 'other' }])
    expect(verdictWords(scan)).toContain('There is one thing to fix')
  })
})
