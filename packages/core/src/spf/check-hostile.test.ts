import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Zone, zoneResolver } from '../dns/index.ts'
import { costGrowth } from '../testing/cost-growth.ts'
import { checkHost, type SpfOutcome } from './check-host.ts'
import { spfVerdicts } from './verdicts.ts'

const message = { ip: '8.8.8.8', sender: 'a@example.com', helo: 'mx.example.net' }

/** The results of check_host and of the compiled sets for a zone, and their number of queries. */
async function costOf(zone: Zone): Promise<{ outcome: SpfOutcome; questions: number; compiling: number }> {
  const resolver = zoneResolver(zone)
  const outcome = await checkHost(resolver, message)
  const compiling = zoneResolver(zone)
  await spfVerdicts(compiling, 'example.com')
  return { outcome, questions: resolver.calls.length, compiling: compiling.calls.length }
}

const one = (text: string): Zone => ({ 'example.com': { TXT: [text] } })

function exchangersBelow(name: string): [number, string][] {
  return Array.from({ length: 10 }, (_, at) => [at, `${at}.${name}`])
}

describe('a hostile record', () => {
  it('that includes itself ends at the limit, with one query', async () => {
    for (const text of ['v=spf1 include:example.com -all', 'v=spf1 redirect=example.com']) {
      expect(await costOf(one(text))).toMatchObject({
        outcome: { result: 'permerror', lookups: 11, problem: 'more than 10 DNS lookups' },
        questions: 1,
        compiling: 1,
      })
    }
  })

  it('in a loop of two, or growing without end, costs eleven queries at most', async () => {
    const ring = {
      'example.com': { TXT: ['v=spf1 include:b.example'] },
      'b.example': { TXT: ['v=spf1 include:example.com'] },
    }
    expect(await costOf(ring)).toMatchObject({ outcome: { result: 'permerror' }, questions: 2 })
    const wide = { TXT: [`v=spf1 ${Array.from({ length: 10 }, (_, at) => `include:${at}.%{d}`).join(' ')} -all`] }
    expect(await costOf({ 'example.com': wide, '*.example.com': wide })).toMatchObject({
      outcome: { result: 'permerror', lookups: 11 },
      questions: 11,
      compiling: 11,
    })
  })

  it('of 300 terms with lookups costs as much as ten', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `h${at}.example`)
    const zone: Zone = {
      ...one(`v=spf1 ${names.map(name => `mx:${name}`).join(' ')} -all`),
      ...Object.fromEntries(
        names.flatMap(name => [
          [name, { MX: exchangersBelow(name) }],
          [`*.${name}`, { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] }],
        ]),
      ),
    }
    const { outcome, questions, compiling } = await costOf(zone)
    expect(outcome).toMatchObject({ result: 'permerror', lookups: 11 })
    expect(questions).toBe(1 + 10 * 11)
    expect(compiling).toBe(1 + 10 * 21)
  })

  it('of 300 hosts that do not exist costs three queries', async () => {
    const terms = Array.from({ length: 300 }, (_, at) => `a:h${at}.example`).join(' ')
    expect(await costOf(one(`v=spf1 ${terms} +all`))).toMatchObject({
      outcome: { result: 'permerror', voidLookups: 3, problem: 'more than 2 void lookups' },
      questions: 4,
    })
  })

  it('of 64 KB is parsed to its end', async () => {
    const list = Array.from({ length: 4000 }, (_, at) => `ip4:10.${at >> 8}.${at & 255}.7`).join(' ')
    expect(await costOf(one(`v=spf1 ${list} ip4:8.8.8.8 -all`))).toMatchObject({
      outcome: { result: 'pass' },
      questions: 1,
    })
    expect(await costOf(one(`v=spf1 ${list} ip4:8.8.8.8 moo -all`))).toMatchObject({ outcome: { result: 'permerror' } })
  })

  it('with invalid macros, or of any bytes, is a permerror from one query', async () => {
    const texts = [
      'v=spf1 exists:%',
      'v=spf1 exists:%{',
      'v=spf1 exists:%{}.example -all',
      'v=spf1 exists:%{i0}.example -all',
      'v=spf1 exists:%{i00000000000}.example -all',
      'v=spf1 exists:%{z}.example -all',
      'v=spf1 include:%{r}.example -all',
      'v=spf1 redirect=%(d)',
      'v=spf1 \u0000 -all',
      'v=spf1 a:\xff\xfe.example -all',
      'v=spf1 \u001b[2J -all',
      'v=spf1\tip4:8.8.8.8 -all ',
    ]
    for (const text of texts.slice(0, -1)) {
      expect(await costOf(one(text)), text).toMatchObject({ outcome: { result: 'permerror' }, questions: 1 })
    }
    // A tab does not end the version, so this is no SPF record.
    expect(await costOf(one(texts.at(-1) ?? ''))).toMatchObject({ outcome: { result: 'none' }, questions: 1 })
  })

  it('never reports more than fits a line', async () => {
    const { outcome } = await costOf(one(`v=spf1 ${'\u001b'.repeat(60_000)}`))
    expect(outcome.problem).toMatch(/^[ -~…]{1,300}$/)
  })

  it('of thousands of macros takes time in proportion to its length', async () => {
    const helo = '%{h}'.repeat(1000)
    const growth = await costGrowth(size => {
      const zone = one(`v=spf1 exists:${'%{h1r.-+,/_=}'.repeat(size)}.example -all`)
      return () => checkHost(zoneResolver(zone), { ...message, helo })
    }, 4096)
    expect(growth).toBeLessThan(5)
  })

  it('of any text gives a result, and the compiled sets agree', async () => {
    const word = fc.oneof(
      fc.constantFrom(
        'include:example.com',
        'a',
        'mx',
        'ptr',
        'exists:%{i}.x',
        'redirect=x.example',
        'exp=%{d}',
        '-all',
        'ip4:8.8.8.8/0',
        'ip6:::/0',
        '%{',
        'a:%{p}.x',
      ),
      fc.string({ unit: 'binary-ascii', maxLength: 12 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 30 }), async words => {
        const zone = one(`v=spf1 ${words.join(' ')}`)
        const { outcome, questions, compiling } = await costOf(zone)
        const { verdicts } = await spfVerdicts(zoneResolver(zone), 'example.com')
        expect(['pass', 'fail', 'softfail', 'neutral', 'none', 'permerror']).toContain(outcome.result)
        expect(verdicts.length).toBeGreaterThan(0)
        expect(questions).toBeLessThanOrEqual(1 + 10 * 11 + 11 + 1)
        expect(compiling).toBeLessThanOrEqual(1 + 10 * 21)
      }),
      { numRuns: 200 },
    )
  })
})

describe('a hostile client', () => {
  it('with a thousand names is checked ten times', async () => {
    const PTR = Array.from({ length: 1000 }, (_, at) => `h${at}.example.com`)
    const zone = {
      ...one('v=spf1 ptr ptr:net.example exists:%{p}.x -all'),
      '8.8.8.8.in-addr.arpa': { PTR },
      '*.example.com': { A: ['8.8.4.4'] },
    }
    const { outcome, questions } = await costOf(zone)
    expect(outcome.result).toBe('fail')
    // The record, the names, ten addresses, one list; the terms share their queries.
    expect(questions).toBe(1 + 1 + 10 + 1)
  })

  it('cannot make unlimited names, explanations or work from its HELO', async () => {
    const zone = {
      ...one(`v=spf1 -exists:${'%{h}'.repeat(5000)} -all exp=why.example`),
      'why.example': { TXT: ['%{h}'] },
    }
    const resolver = zoneResolver(zone)
    const outcome = await checkHost(resolver, { ...message, helo: `${'x.'.repeat(50_000)}example` })
    expect(outcome.explanation).toHaveLength(1024)
    expect(Math.max(...resolver.calls.map(({ name }) => name.length))).toBeLessThanOrEqual(253)
  })
})
