import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costGrowth } from '../testing/cost-growth.ts'
import { expectLinearCost } from '../testing/index.ts'
import { presentThreat } from './present.ts'
import type { ThreatOpinion, ThreatTarget } from './source.ts'
import { threatVerdict } from './verdict.ts'
import { readVirusTotal, type VirusTotalReport } from './virustotal.ts'
import { opinionsOf, silence, subjectReport } from './virustotal-opinions.ts'

const target: ThreatTarget = { kind: 'domain', name: 'example.com' }

function reportOf(
  results: Readonly<Record<string, [category: string, result?: string]>>,
  more: object = {},
): VirusTotalReport {
  const last_analysis_results = Object.fromEntries(
    Object.entries(results).map(([name, [category, result = category]]) => [
      name,
      { category, engine_name: name, result },
    ]),
  )
  return accepted({ data: { attributes: { last_analysis_results, ...more } } })
}

function accepted(body: unknown, status = 200): VirusTotalReport {
  const report = readVirusTotal(status, body)
  if ('error' in report) throw new Error(report.reason)
  return report
}

const said = (report: VirusTotalReport) =>
  opinionsOf(report, target, 'HTTP 1').map(({ vendor, says, reason }) => [says, `${vendor} ${reason}`])

describe('a report of VirusTotal', () => {
  it('is an opinion of each engine that has one', () => {
    const report = reportOf({
      ESET: ['malicious', 'phishing'],
      Webroot: ['suspicious'],
      Sophos: ['harmless', 'clean'],
      ZeroCERT: ['timeout'],
      CMC: ['undetected', 'unrated'],
    })
    expect(said(report)).toEqual([
      ['hit', 'ESET calls example.com malicious (phishing)'],
      ['weak', 'Webroot calls example.com suspicious'],
      ['unknown', 'ZeroCERT did not answer VirusTotal'],
      ['clean', 'Sophos calls example.com harmless'],
    ])
    expect(opinionsOf(report, target, 'HTTP 1')[0]).toMatchObject({
      source: 'virustotal',
      operator: 'VirusTotal',
      basis: 'engine',
      weight: 'high',
      threat: 'phishing',
      failure: null,
      evidence: ['HTTP 1'],
    })
  })

  it('about an unknown subject is no opinion, and no failure', () => {
    expect(said(accepted(null, 404))).toEqual([['none', 'VirusTotal does not know example.com']])
    expect(subjectReport(accepted(null, 404), target)).toBe(null)
  })

  it('in which no engine has an opinion says so', () => {
    expect(said(reportOf({ CMC: ['undetected'], ZeroCERT: ['timeout'] }))).toEqual([
      ['none', 'VirusTotal has no engine with an opinion about example.com'],
      ['unknown', 'ZeroCERT did not answer VirusTotal'],
    ])
  })

  it('that counts reports without naming an engine cannot be judged', () => {
    const report = accepted({ data: { attributes: { last_analysis_stats: { malicious: 7 } } } })
    expect(said(report)).toEqual([['unknown', 'VirusTotal sent counts without the names of its engines']])
  })

  it('about a shared address names the provider', () => {
    const address: ThreatTarget = { kind: 'address', address: '8.26.56.10', sharedBy: 'Google Workspace' }
    expect(opinionsOf(reportOf({ ESET: ['malicious'] }), address, 'HTTP 1')[0]).toMatchObject({
      about: 'address',
      subject: '8.26.56.10',
      sharedBy: 'Google Workspace',
    })
  })

  it('has facts about its subject', () => {
    const more = { country: 'DE', as_owner: 'Example Net', categories: { A: 'mail' } }
    expect(subjectReport(reportOf({ ESET: ['malicious'], Sophos: ['harmless'] }, more), target)).toEqual({
      subject: 'example.com',
      counts: { malicious: 1, suspicious: 0, harmless: 1 },
      country: 'DE',
      asOwner: 'Example Net',
      categories: ['mail'],
    })
  })
})

describe('with some ninety engines', () => {
  const against = Array.from({ length: 30 }, (_, at): [string, [string]] => [`Engine ${at}`, ['malicious']])
  const others = Array.from({ length: 60 }, (_, at): [string, [string]] => [`Other ${at}`, ['harmless']])
  const report = reportOf(Object.fromEntries([...against, ['Google Safebrowsing', ['malicious']], ...others]))
  const reply = presentThreat(
    {
      ran: true,
      value: { sources: ['VirusTotal'], opinions: opinionsOf(report, target, 'HTTP 1') },
      evidence: [],
      gaps: [],
      notes: [],
    },
    { smart: true },
  )

  it('the reply counts one source, and lists the engines as vendors', () => {
    expect(reply).toMatchObject({ error: null, overall_verdict: 'malicious', sources_answered: 1, note: null })
    expect(reply.domain?.vendor_results).toHaveLength(91)
    expect(reply.domain?.vendor_results[0]).toEqual({
      vendor: 'Google Safebrowsing',
      category: 'malicious',
      tier: 1,
      detail: 'calls example.com malicious',
    })
  })

  it('the texts have one sentence about them', () => {
    expect(reply.threat_indicators).toEqual([
      'VirusTotal: 31 of 91 engines with an opinion report example.com, among them Google Safebrowsing',
    ])
    expect(reply.domain?.smart_verdict).toBe(
      'Act now: VirusTotal reports the domain or one of its servers. ' +
        '31 of 91 engines with an opinion report something, among them Google Safebrowsing.',
    )
    expect(reply.domain?.vendor_interpretation).toBe(
      'The only vendor, VirusTotal, answered. VirusTotal reports something. ' +
        "Of VirusTotal's 91 engines with an opinion, 31 report something: 1 Trusted and 30 Lesser-Known.",
    )
  })
})

const replyTo = (...opinions: readonly ThreatOpinion[]) =>
  presentThreat(
    { ran: true, value: { sources: ['VirusTotal'], opinions }, evidence: [], gaps: [], notes: [] },
    { smart: true },
  )

describe('without an opinion of an engine', () => {
  it('the reply has no verdict, and is no error', () => {
    expect(replyTo(...opinionsOf(accepted(null, 404), target, 'HTTP 1'))).toMatchObject({
      error: null,
      overall_verdict: null,
      sources_answered: 1,
      domain: {
        smart_verdict: 'No verdict: VirusTotal has no opinion.',
        vendor_interpretation: 'The only vendor, VirusTotal, answered. It reports nothing. VirusTotal has no opinion.',
        vendor_results: [{ vendor: 'VirusTotal', category: 'undetected', tier: null }],
      },
    })
  })

  it('a used-up quota of the server is unavailable, which offers no upgrade', () => {
    const quota = silence(target, "could not be asked: the server's VirusTotal quota is used up", 'over-budget', [])
    expect(replyTo(quota)).toMatchObject({ error: 'unavailable', sources_answered: 0 })
  })
})

function readAndJudge(body: unknown): unknown {
  const report = readVirusTotal(200, body)
  return 'error' in report ? report : opinionsOf(report, target, 'HTTP 1')
}

describe('a hostile report', () => {
  it('has its control characters escaped, and its markup as text', () => {
    const report = reportOf({ '\u001B[2J<script>\u202E': ['malicious', '\u0000<img src=x onerror=alert(1)>'] })
    expect(said(report)).toEqual([
      ['hit', '\\027[2J<script>\\u{202e} calls example.com malicious (\\000<img src=x onerror=alert(1)>)'],
    ])
  })

  it('of 10,000 engines is cut', () => {
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at): [string, [string]] => [`Engine ${at}`, ['malicious']]),
    )
    expect(opinionsOf(reportOf(many), target, 'HTTP 1')).toHaveLength(300)
  })

  it('of any shape gives opinions, all of them bounded and printable', () => {
    const result = fc.oneof(
      fc.jsonValue(),
      fc.record({
        category: fc.constantFrom('malicious', 'suspicious', 'harmless', 'undetected', 'timeout', 'odd'),
        engine_name: fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.jsonValue()),
        result: fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.jsonValue()),
      }),
    )
    const attributes = fc.record({
      last_analysis_results: fc.oneof(fc.dictionary(fc.string({ unit: 'binary' }), result), fc.jsonValue()),
      last_analysis_stats: fc.jsonValue(),
      categories: fc.jsonValue(),
      country: fc.jsonValue(),
      as_owner: fc.jsonValue(),
    })
    fc.assert(
      fc.property(attributes, value => {
        const report = accepted({ data: { attributes: value } })
        const opinions = opinionsOf(report, target, 'HTTP 1')
        expect(opinions.length).toBeGreaterThan(0)
        for (const { vendor, reason } of opinions) {
          expect(`${vendor}${reason}`.length).toBeLessThan(700)
          expect(`${vendor}${reason}`).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
        }
        threatVerdict(opinions)
        subjectReport(report, target)
      }),
      { numRuns: 50 },
    )
  })

  it('costs in proportion to its texts', () =>
    expectLinearCost(readAndJudge, {
      max: 65_536,
      tokens: ['\u202E', '😀'],
      wrap: text => {
        const last_analysis_results = { [text]: { category: 'malicious', engine_name: text, result: text } }
        return { data: { attributes: { as_owner: text, categories: { a: text }, last_analysis_results } } }
      },
    }))

  it('costs in proportion to its number of engines', async () => {
    const growth = await costGrowth(size => {
      const name = 'engine '.repeat(20)
      const engines = Array.from({ length: size }, (_, at) => [`${name}${at}`, { category: 'malicious', result: name }])
      const body = { data: { attributes: { last_analysis_results: Object.fromEntries(engines), categories: engines } } }
      return () => readAndJudge(body)
    }, 16_000)
    expect(growth).toBeLessThan(5)
  })
})
