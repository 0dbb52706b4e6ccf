import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enginesVerdict, enginesWords, readVirusTotal, type VirusTotalReport } from './virustotal.ts'

/** An answer in the form of VirusTotal's documentation of its objects "domain" and "ip address". */
const answer = (results: Readonly<Record<string, string>>, more: object = {}) => ({
  data: {
    id: 'example.com',
    type: 'domain',
    attributes: {
      last_analysis_results: Object.fromEntries(
        Object.entries(results).map(([engine, category]) => [
          engine,
          { category, engine_name: engine, method: 'blacklist', result: category === 'harmless' ? 'clean' : category },
        ]),
      ),
      last_analysis_stats: {
        harmless: Object.values(results).filter(each => each === 'harmless').length,
        malicious: Object.values(results).filter(each => each === 'malicious').length,
        suspicious: Object.values(results).filter(each => each === 'suspicious').length,
        undetected: Object.values(results).filter(each => each === 'undetected').length,
        timeout: Object.values(results).filter(each => each === 'timeout').length,
      },
      ...more,
    },
  },
})

const read = (results: Readonly<Record<string, string>>, more: object = {}): VirusTotalReport => {
  const report = readVirusTotal(200, answer(results, more))
  if ('error' in report) throw new Error(report.reason)
  return report
}

const verdict = (results: Readonly<Record<string, string>>, isShared = false) => enginesVerdict(read(results), isShared)

const words = (results: Readonly<Record<string, string>>) => enginesWords(read(results), verdict(results))

describe('an answer of VirusTotal', () => {
  it('has counts, engines with tiers, and what is known of the subject', () => {
    const report = read(
      {
        Xcitium: 'malicious',
        Kaspersky: 'malicious',
        Webroot: 'suspicious',
        Sophos: 'harmless',
        CMC: 'undetected',
        ZeroCERT: 'timeout',
      },
      { country: 'DE', as_owner: 'Example Net', categories: { A: 'business', B: 'business', C: 'mail' } },
    )
    expect(report.counts).toEqual({ malicious: 2, suspicious: 1, harmless: 1, undetected: 1, timeout: 1 })
    expect(report.engines.map(({ vendor, category, tier }) => [vendor, category, tier])).toEqual([
      ['Kaspersky', 'malicious', 1],
      ['Xcitium', 'malicious', 3],
      ['Webroot', 'suspicious', 3],
      ['ZeroCERT', 'timeout', 3],
      ['Sophos', 'harmless', 3],
      ['CMC', 'undetected', 3],
    ])
    expect(report).toMatchObject({
      country: 'DE',
      asOwner: 'Example Net',
      categories: ['business', 'mail'],
      isKnown: true,
    })
  })

  it.each([
    [
      429,
      { error: { code: 'QuotaExceededError', message: 'Quota exceeded' } },
      'rate_limit_exceeded',
      'QuotaExceededError',
    ],
    [429, { error: { code: 'TooManyRequestsError' } }, 'rate_limit_exceeded', 'TooManyRequestsError'],
    [401, { error: { code: 'WrongCredentialsError' } }, 'unavailable', 'WrongCredentialsError'],
    [503, '<html>', 'unavailable', 'status 503'],
    [200, {}, 'unavailable', 'the answer has no attributes'],
    [200, null, 'unavailable', 'the answer has no attributes'],
  ])('with status %i and %j is no report', (status, body, error, reason) => {
    expect(readVirusTotal(status, body)).toEqual({ error, reason })
  })

  it('about an unknown subject is no opinion, and not clean', () => {
    const report = readVirusTotal(404, { error: { code: 'NotFoundError' } })
    if ('error' in report) throw new Error(report.reason)
    expect(enginesVerdict(report)).toBe(null)
    expect(enginesWords(report, null)).toBe('No verdict: VirusTotal does not know it.')
  })

  it('of any other shape never throws', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), fc.jsonValue(), (status, value) => {
        for (const body of [
          value,
          { data: { attributes: value } },
          { data: { attributes: { last_analysis_results: value } } },
          { error: value },
        ]) {
          const report = readVirusTotal(status, body)
          if (!('error' in report)) enginesWords(report, enginesVerdict(report))
        }
      }),
    )
  })
})

describe('the verdict of the engines', () => {
  it.each([
    ['clean', { Sophos: 'harmless', CMC: 'undetected' }],
    [null, { CMC: 'undetected', ZeroCERT: 'timeout' }],
    ['low_risk', { Xcitium: 'malicious', Sophos: 'harmless' }],
    ['low_risk', { A: 'malicious', B: 'malicious', Sophos: 'harmless' }],
    ['low_risk', { Xcitium: 'suspicious' }],
    ['suspicious', { A: 'malicious', B: 'malicious', C: 'malicious' }],
    ['suspicious', { 'Google Safebrowsing': 'malicious', Sophos: 'harmless' }],
    ['suspicious', { Malwarebytes: 'suspicious' }],
    ['malicious', { 'Google Safebrowsing': 'malicious', Xcitium: 'suspicious' }],
    ['malicious', { A: 'malicious', B: 'malicious', C: 'malicious', D: 'malicious', E: 'malicious' }],
  ])('is %s for %j', (expected, results) => {
    expect(verdict(results as Record<string, string>)).toBe(expected)
  })

  it('is one step lower for an address that many customers share', () => {
    expect(verdict({ ESET: 'malicious', Xcitium: 'malicious' }, true)).toBe('suspicious')
    expect(verdict({ ESET: 'malicious' }, true)).toBe('low_risk')
    expect(verdict({ Sophos: 'harmless' }, true)).toBe('clean')
  })

  it('has one sentence', () => {
    expect(words({ A: 'harmless', B: 'harmless' })).toBe(
      'Clean: none of the 2 engines with an opinion reports anything.',
    )
    expect(words({ A: 'malicious', B: 'harmless' })).toBe(
      'Probably harmless: 1 of 2 engines with an opinion reports something, and none of them is a well-known one.',
    )
    expect(words({ ESET: 'malicious', A: 'malicious', B: 'harmless' })).toBe(
      'Act now: 2 of 3 engines with an opinion report something, among them ESET.',
    )
  })
})
