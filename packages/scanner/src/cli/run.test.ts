import { dnsEvidence } from '@waxseal/core/check'
import { zonesOf } from '@waxseal/core/dns'
import { checks, type ScanReply } from '@waxseal/core/health'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LoopbackServer } from '../dns/testing/loopback-server.ts'
import { type Ran, waxseal } from '../testing/terminal.ts'
import { zoneServer } from '../testing/zone-server.ts'
import { perfect, refused, silent, weak } from '../testing/zones.ts'

let server: LoopbackServer
beforeAll(async () => {
  server = await zoneServer(zonesOf(perfect, weak, silent, refused))
})
afterAll(() => server.close())

/** With the test's resolver. */
function asking(...args: string[]): Promise<Ran> {
  return waxseal(...args, '--resolver', server.name)
}

/** The same with a short timeout, for unanswered queries. */
function impatiently(...args: string[]): Promise<Ran> {
  return asking(...args, '--dns-timeout', '200')
}

describe('the program itself', () => {
  it('prints its version and its help without any configuration', async () => {
    expect(await waxseal('--version')).toEqual({ code: 0, out: 'waxseal 0.1.0\n', err: '' })
    for (const words of [['--help'], ['help'], ['-h']]) {
      const { code, out } = await waxseal(...words)
      expect(code).toBe(0)
      for (const word of ['scan', 'spf tree', 'dmarc lookup', 'dns query', 'domain normalize', 'batch', 'serve'])
        expect(out).toContain(word)
    }
  })

  it.each([
    ['help', 'scan'],
    ['scan', '--help'],
    ['help', 'spf', 'tree'],
    ['help', 'dmarc'],
    ['spf', 'tree', '-h'],
    ['help', 'batch'],
    ['batch', '--help'],
  ])('explains one command: waxseal %s %s', async (...words) => {
    const { code, out, err } = await waxseal(...words)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Usage: waxseal /)
  })

  it.each([
    ['no command', []],
    ['an unknown command', ['guess']],
    ['half a command', ['spf']],
    ['an unknown option', ['scan', 'example.com', '--verbose']],
    ['an option without its value', ['scan', 'example.com', '--resolver']],
    ['a word too many', ['scan', 'example.com', 'example.org']],
    ['no domain', ['scan']],
    ['a resolver that is a name', ['scan', 'example.com', '--resolver', 'dns.example:53']],
    ['a time that is no number', ['scan', 'example.com', '--dns-timeout', 'soon']],
    ['a score that is none', ['scan', 'example.com', '--fail-under', '101']],
    ['a domain that is none', ['scan', 'co.uk']],
    ['an unknown record type', ['dns', 'query', 'example.com', 'HINFO']],
    ['arguments for batch', ['batch', '--resolver', '127.0.0.1']],
  ])('bad use exits 2 with one line on standard error: %s', async (_what, words) => {
    const { code, out, err } = await waxseal(...words)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^(waxseal: [^\n]+\n|Usage: waxseal )/)
    expect(err).not.toMatch(/\n\s+at /)
  })

  it('any words end with a documented exit code and without a stack trace', async () => {
    const pool =
      'scan spf tree dmarc parse lookup dns query domain normalize batch help -- - = -x --json --help --record'
    const word = fc.constantFrom(
      ...pool.split(' '),
      '',
      ' ',
      '\u0000',
      '--__proto__=1',
      '__proto__',
      'constructor',
      '💌',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 5 }), async words => {
        const { code, out, err } = await waxseal(...words, '--resolver', '127.0.0.1:1', '--dns-timeout', '50')
        expect([0, 1, 2]).toContain(code)
        expect(out + err).not.toMatch(/\n\s+at |TypeError|node:internal/)
      }),
      { numRuns: 200 },
    )
  })

  it('with --json the error is JSON on standard output too', async () => {
    const { code, out } = await waxseal('scan', 'co.uk', '--json')
    expect(JSON.parse((await waxseal('guess', '--json')).out)).toMatchObject({
      error: { code: 'unknown-command', message: 'unknown command "guess" (see \'waxseal --help\')' },
    })
    expect(code).toBe(2)
    expect(JSON.parse(out)).toEqual({ error: { code: 'domain', message: 'Please enter a valid domain name' } })
  })
})

describe('scan', () => {
  it('gives the specified result as JSON and nothing else', async () => {
    const { code, out, err } = await asking('scan', 'Perfect.Example.', '--json')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const reply = JSON.parse(out) as ScanReply
    expect(reply).toMatchObject({ domain_name: 'perfect.example', health_score: 100, risk_score: 0, issues: [] })
    expect(reply.results.mx.records).toEqual([
      { priority: 10, host: 'mx1.perfect.example', ip: '8.26.56.10' },
      { priority: 20, host: 'mx2.perfect.example', ip: '8.26.56.11' },
    ])
    expect(reply.sections.spf.state).toBe('checked')
  })

  it('prints a report for people, in which hostile records are harmless', async () => {
    const { code, out } = await asking('scan', 'weak.example', '--evidence')
    expect(code).toBe(0)
    expect(out).toContain('weak.example  ')
    expect(out).toContain('v=spf1 mx ptr ?all')
    expect(out).toContain('gone.weak.example')
    expect(out).toMatch(/dig @127\.0\.0\.1 -p \d+ -q _dmarc\.weak\.example\. -t TXT/)
    expect(out).not.toMatch(/[\p{Cc}--\n]/v)
  })

  it('asks only the given resolver', async () => {
    const { out } = await asking('scan', 'weak.example', '--json')
    const servers = dnsEvidence((JSON.parse(out) as ScanReply).evidence).map(piece => piece.via.server)
    expect(new Set(servers)).toEqual(new Set([server.name]))
  })

  it('exits 3 below --fail-under, 0 at it, 1 without a score', async () => {
    expect((await asking('scan', 'perfect.example', '--fail-under', '100')).code).toBe(0)
    expect((await asking('scan', 'weak.example', '--fail-under', '100')).code).toBe(3)
    expect((await impatiently('scan', 'silent.example', '--fail-under', '1')).code).toBe(1)
  })

  it('names a crashed check and its error on standard error; the other checks decide the exit code', async () => {
    const broken = [vi.spyOn(checks.dkim, 'assess'), vi.spyOn(checks.dkim, 'reply')]
    for (const part of broken) {
      part.mockImplementation(() => {
        throw new Error('a bug')
      })
      for (const format of [[], ['--json']]) {
        const { code, out, err } = await asking('scan', 'perfect.example', '--fail-under', '90', ...format)
        expect({ code, err }).toEqual({ code: 0, err: 'waxseal: internal error in the check DKIM: a bug\n' })
        expect(out).toContain('DKIM could not be checked: an internal error stopped this check')
      }
      part.mockRestore()
    }
  })

  it('exits 1 when no query was answered, and names the checks', async () => {
    const { code, out } = await impatiently('scan', 'silent.example')
    expect(code).toBe(1)
    expect(out).toContain('not scored')
    expect(out).toContain('Could not check\n')
    const json = JSON.parse((await asking('scan', 'refused.example', '--json')).out) as ScanReply
    expect(json).toMatchObject({ health_score: null, risk_score: null, issues: [], deductions: {} })
    expect(json.unchecked.length).toBeGreaterThan(0)
  })
})
