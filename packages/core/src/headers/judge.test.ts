import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costGrowth } from '../testing/cost-growth.ts'
import { expectLinearCost } from '../testing/linear-cost.ts'
import { judgeHeader } from './judge.ts'
import {
  counted,
  lastTwoLabels,
  lineAt,
  parsedOf,
  plainLines,
  resultOf,
  sendingHop,
  signature,
} from './parsed-header.fixture.ts'
import type { ParsedHeader } from './parsed-header.ts'

describe('a judgement', () => {
  it('adds the points of its findings', () => {
    const results = counted(
      resultOf('spf=fail', { 'smtp.mailfrom': 'sender.example' }),
      resultOf('dmarc=fail', {}, 'p=REJECT'),
    )
    const judged = judgeHeader(parsedOf({ results, lines: [...plainLines, 'X-Spam-Flag: YES'] }), lastTwoLabels)
    expect(judged.findings.map(({ id, points }) => [id, points])).toEqual([
      ['dmarc_fail_enforced', 40],
      ['verdict_spam', 25],
      ['spf_fail', 20],
    ])
    expect(judged.threatScore).toBe(85)
    expect(judged.alignment).toMatchObject({ fromDomain: 'sender.example', isAligned: false })
  })

  it('is possible without any field, and says nothing without a line', () => {
    const empty = parsedOf({ lines: [], path: [], sendingAddress: null })
    expect(judgeHeader(empty, lastTwoLabels)).toMatchObject({ findings: [], threatScore: 0, verdicts: [] })
  })
})

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', 'a@b.example', '<x@y.z.example>', 'example'),
)
const word = fc.constantFrom(
  'pass',
  'fail',
  'softfail',
  'none',
  'neutral',
  'temperror',
  'permerror',
  'bestguesspass',
  '__proto__',
)
const names = [
  'From',
  'Reply-To',
  'Return-Path',
  'Subject',
  'Date',
  'Message-ID',
  'List-Id',
  'List-Unsubscribe',
  'Precedence',
]
const line = fc
  .tuple(fc.constantFrom(...names, 'X-Spam-Status', 'X-Forefront-Antispam-Report', 'X-Spamd-Result'), text)
  .map(([name, value]) => `${name}: ${value}`)
const method = fc
  .tuple(fc.constantFrom('spf', 'dkim', 'dmarc', 'compauth', 'iprev'), word, text, text)
  .map(([name, result, domain, comment]) =>
    resultOf(
      `${name}=${result}`,
      { 'header.d': domain, 'smtp.mailfrom': domain, 'header.from': domain, action: comment },
      comment,
    ),
  )
const header: fc.Arbitrary<ParsedHeader> = fc
  .record({
    lines: fc.array(line, { maxLength: 12 }),
    methods: fc.array(method, { maxLength: 6 }),
    rank: fc.constantFrom('counts', 'untrusted', 'history', 'empty'),
    returnPath: fc.option(text),
    spf: word,
    dmarc: word,
    hop: fc.record({
      reverseName: fc.option(text),
      from: fc.option(text),
      time: fc.option(text),
      delaySeconds: fc.option(fc.integer()),
    }),
    signed: fc.record({
      domain: fc.option(text),
      algorithm: fc.option(text),
      expiresAt: fc.option(fc.double()),
      hasLength: fc.boolean(),
    }),
    seal: fc.option(word),
  })
  .map(({ lines, methods, rank, returnPath, spf, dmarc, hop, signed, seal }) =>
    parsedOf({
      lines,
      results: counted(...methods).map(each => ({ ...each, rank })),
      returnPath,
      authentication: { spf, dkim: spf, dmarc },
      path: [{ ...sendingHop, ...hop }],
      signatures: [{ ...signature, ...signed }],
      arc: [{ instance: 1, seal, domain: null, results: null, at: lineAt(7) }],
    }),
  )

it('never throws, stays within 0 and 100, and gives evidence for each finding', () => {
  fc.assert(
    fc.property(header, parsed => {
      const { findings, threatScore, rules } = judgeHeader(parsed, lastTwoLabels)
      expect(threatScore).toBeGreaterThanOrEqual(0)
      expect(threatScore).toBeLessThanOrEqual(100)
      expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length)
      for (const { evidence, points, meaning } of findings) {
        expect(evidence.length).toBeGreaterThan(0)
        expect(points).toBeGreaterThanOrEqual(0)
        expect(meaning).not.toContain('{')
      }
      for (const { words } of rules) expect(words.length).toBeLessThan(400)
    }),
    { numRuns: 300 },
  )
})

it(
  'takes time in proportion to the length of a value',
  () =>
    expectLinearCost(value => judgeHeader(parsedOf({ lines: names.map(name => `${name}: ${value}`) }), lastTwoLabels), {
      max: 32_768,
      tokens: ['a@b.c', '<https:', 'Ignore '],
      heads: ['', '<', '"'],
    }),
  60_000,
)

it('takes time in proportion to the number of fields and results', { timeout: 60_000 }, async () => {
  const growth = await costGrowth(size => {
    const many = Array.from({ length: size }, (_, at) => `a${at}`)
    const results = counted(...many.map(domain => resultOf('dkim=fail', { 'header.d': `${domain}.example` })))
    const parsed = parsedOf({ lines: many.map(each => `X-Spam-Flag: ${each}`), results })
    return () => judgeHeader(parsed, lastTwoLabels).findings.length
  }, 8_192)
  expect(growth).toBeLessThan(5)
})
