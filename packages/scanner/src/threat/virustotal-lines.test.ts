import { readVirusTotal } from '@waxseal/core/threat'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { errorCode, httpLines, reportLines } from './virustotal-lines.ts'

const key = 'a-key-of-the-tests-0123456789'

it('the lines of any report are bounded and printable', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.jsonValue())
  const engine = fc.record({
    category: fc.constantFrom('malicious', 'suspicious', 'harmless'),
    engine_name: text,
    result: text,
  })
  const attributes = fc.record({
    last_analysis_results: fc.oneof(fc.dictionary(fc.string(), engine, { maxKeys: 100 }), fc.jsonValue()),
    last_analysis_stats: fc.jsonValue(),
    categories: fc.oneof(fc.dictionary(fc.string(), text), fc.jsonValue()),
    country: text,
    as_owner: text,
  })
  fc.assert(
    fc.property(attributes, value => {
      const report = readVirusTotal(200, { data: { attributes: value } })
      if ('error' in report) throw new Error(report.reason)
      const lines = reportLines(report, key)
      expect(lines.length).toBeLessThan(50)
      for (const line of lines) {
        expect(line.length).toBeLessThan(4000)
        expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
      }
    }),
    { numRuns: 50 },
  )
})

it('an error code is a word of letters, of any body', () => {
  expect(errorCode({ error: { code: 'QuotaExceededError' } })).toBe('QuotaExceededError')
  for (const code of [key, 'a b', '', '<b>', 'x'.repeat(41), 7, null]) expect(errorCode({ error: { code } })).toBe(null)
  fc.assert(fc.property(fc.jsonValue(), body => [null, 'string'].includes(errorCode(body) && 'string')))
})

it('the lines of a request end with its status, and never have the key', () => {
  const evidence = {
    id: 'HTTP 1',
    kind: 'http',
    question: { name: '1', type: 'HTTP' },
    outcome: 'response',
    status: 403,
    lines: [`GET https://a.example/${key}`, 'status 403, text/html', `x-apikey: ${key}`],
    ms: 1,
    askedAt: 0,
  } as const
  expect(httpLines(evidence, key)).toEqual(['GET https://a.example/…', 'status 403, text/html'])
  const failed = {
    ...evidence,
    outcome: 'failed',
    lines: ['GET https://a.example/', 'the TLS handshake failed'],
  } as const
  expect(httpLines(failed, key)).toEqual(failed.lines)
})
