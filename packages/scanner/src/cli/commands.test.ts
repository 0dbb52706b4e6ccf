import { zonesOf } from '@waxseal/core/dns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdTheClock } from '../dns/testing/held-clock.ts'
import { type LoopbackServer, loopbackServer, response } from '../dns/testing/loopback-server.ts'
import { type Ran, waxseal, waxsealWith } from '../testing/terminal.ts'
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

/** The result of a one-shot command as JSON. */
async function oneShot(...args: string[]): Promise<unknown> {
  return JSON.parse((await asking(...args, '--json')).out)
}

describe('the commands', () => {
  it('spf tree', async () => {
    const { code, out } = await asking('spf', 'tree', 'perfect.example', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ lookups: 2, voidLookups: 0, complete: true, ending: '-', permerrors: [] })
    expect((await asking('spf', 'tree', 'perfect.example')).out).toContain('2 of 10 lookups')
    expect((await impatiently('spf', 'tree', 'silent.example')).code).toBe(1)
  })

  it('spf tree of a planned record', async () => {
    const { code, out } = await asking('spf', 'tree', '--record', 'v=spf1 include:_spf.perfect.example ~all', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ lookups: 1, ending: '~', ipv4: 16 })
  })

  it('dmarc lookup', async () => {
    const found = await asking('dmarc', 'lookup', 'perfect.example', '--json')
    expect(JSON.parse(found.out)).toEqual({
      found: true,
      policy: 'reject',
      location: 'perfect.example',
      inherited: false,
      rua: [{ uri: 'mailto:reports@perfect.example' }],
      lookupError: null,
      externalDestinations: [],
      errors: [],
      warnings: [],
    })
    const inherited = JSON.parse((await asking('dmarc', 'lookup', 'mx1.perfect.example', '--json')).out) as object
    expect(inherited).toMatchObject({ found: true, inherited: true, location: 'perfect.example', policy: 'reject' })
  })

  it('dmarc lookup never reports a failed query as a missing record', async () => {
    const { code, out } = await impatiently('dmarc', 'lookup', 'silent.example', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ found: false, lookupError: 'timeout' })
  })

  it('dmarc parse', async () => {
    const { code, out } = await waxseal(
      'dmarc',
      'parse',
      'v=DMARC1; p=reject; sp=none; rua=mailto:a@example.net',
      '--json',
    )
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({
      valid: true,
      policy: 'reject',
      subdomainPolicy: 'none',
      np: null,
      psd: 'u',
      t: false,
      pct: 100,
      adkim: 'r',
      aspf: 'r',
      rua: [{ uri: 'mailto:a@example.net' }],
      ruf: [],
      errors: [],
      warnings: [{ code: 'sp-weaker', message: 'sp=none is weaker than p=reject, so subdomains are less protected' }],
    })
  })

  it('dmarc parse says np, psd and t, warns of missing reports, and repairs', async () => {
    const { out } = await waxseal('dmarc', 'parse', 'v=DMARC1; p=reject; np=quarantine; psd=n; t=y')
    expect(out).toBe(
      [
        'valid',
        'policy reject, subdomains reject, nonexistent subdomains quarantine',
        'np=quarantine',
        'psd=n: the organizational domain',
        't=y (test mode): receivers should apply the next milder policy',
        'alignment: DKIM relaxed, SPF relaxed',
        'warning: the record has no report address, so receivers send no aggregate reports',
        'warning: np=quarantine is weaker than p=reject, so subdomains are less protected',
        '',
      ].join('\n'),
    )
    const broken = await waxseal('dmarc', 'parse', 'v=DMARC1 p=reject; rua=a@example.net', '--json')
    expect(JSON.parse(broken.out)).toMatchObject({
      valid: false,
      policy: null,
      errors: [{ code: 'version', message: 'a semicolon is missing after v=DMARC1' }],
      repaired: 'v=DMARC1; p=reject; rua=mailto:a@example.net',
    })
  })

  it('dmarc parse points out report addresses that need consent', async () => {
    const { out } = await waxseal(
      'dmarc',
      'parse',
      'v=DMARC1; p=none; rua=mailto:a@x.net',
      '--domain',
      'x.com',
      '--json',
    )
    expect((JSON.parse(out) as { warnings: object[] }).warnings).toEqual([
      {
        code: 'external-destination',
        message: 'reports to mailto:a@x.net need a TXT record "v=DMARC1" at x.com._report._dmarc.x.net',
      },
    ])
  })

  it('dns query', async () => {
    const txt = await asking('dns', 'query', '_dmarc.weak.example', 'txt', '--json')
    expect(JSON.parse(txt.out)).toEqual({ status: 'NOERROR', answers: ['v=DMARC1; p=none'], ttl: 300 })
    const mx = await asking('dns', 'query', 'weak.example', 'MX', '--json')
    expect(JSON.parse(mx.out)).toMatchObject({ answers: ['10 mx.weak.example', '20 gone.weak.example'] })
    const gone = await asking('dns', 'query', 'gone.weak.example', 'A', '--json')
    expect(gone.code).toBe(0)
    expect(JSON.parse(gone.out)).toEqual({ status: 'NXDOMAIN', answers: [], ttl: 300 })
  })

  it('dns query without an answer exits 1 with the server’s reply, or says that there was none', async () => {
    const refusal = await asking('dns', 'query', 'refused.example', 'A', '--json')
    expect(refusal.code).toBe(1)
    expect(JSON.parse(refusal.out)).toEqual({ status: 'REFUSED', answers: [], ttl: null })
    const silence = await impatiently('dns', 'query', 'silent.example', 'A', '--json')
    expect(silence.code).toBe(1)
    expect(JSON.parse(silence.out)).toMatchObject({ error: { code: 'dns' } })
  })

  it('dns query never reports a referral as an empty answer', async () => {
    const authorities = [{ type: 'NS' as const, name: 'example', data: 'ns.example' }]
    const lame = await loopbackServer(question => question.send(response(question, { authorities })))
    const { code, out } = await waxseal('dns', 'query', 'a.example', 'A', '--json', '--resolver', lame.name)
    await lame.close()
    expect(code).toBe(1)
    expect(JSON.parse(out)).toEqual({ error: { code: 'dns', message: 'A a.example: no answer (lame)' } })
  })

  it('dns query says when DNSSEC is broken', async () => {
    const answers = [{ type: 'A' as const, name: 'a.example', ttl: 60, data: '192.0.2.1' }]
    const validating = await loopbackServer(question =>
      question.send(response(question, question.checkingDisabled ? { answers } : { rcode: 2, ede: [{ code: 6 }] })),
    )
    const { code, out } = await waxseal('dns', 'query', 'a.example', 'A', '--resolver', validating.name)
    await validating.close()
    expect(code).toBe(0)
    expect(out).toContain('192.0.2.1\nDNSSEC is broken')
  })

  it('domain normalize', async () => {
    const { out } = await waxseal('domain', 'normalize', 'https://BÜCHER.example/x', '--json')
    expect(JSON.parse(out)).toEqual({ ok: true, ascii: 'xn--bcher-kva.example', unicode: 'bücher.example' })
    expect((await waxseal('domain', 'normalize', '💌.example')).code).toBe(2)
  })
})

describe('batch', () => {
  it('gives the same results as single commands', async () => {
    const dns = { resolver: server.name }
    const requests = [
      { id: 'tree', cmd: 'spf.tree', args: { domain: 'perfect.example', ...dns } },
      { id: 'lookup', cmd: 'dmarc.lookup', args: { domain: 'perfect.example', ...dns } },
      { id: 'query', cmd: 'dns.query', args: { name: 'weak.example', type: 'MX', ...dns } },
      { id: 'name', cmd: 'domain.normalize', args: { input: 'A.example', ...dns } },
      { id: 'bad', cmd: 'domain.normalize', args: { input: 'co.uk' } },
      { id: 'silent', cmd: 'spf.tree', args: { domain: 'silent.example', ...dns, dnsTimeoutMs: 200 } },
    ]
    const input = requests.map(request => `${JSON.stringify(request)}\n`).join('')
    const { code, out, err } = await waxsealWith(input, 'batch')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const replies = new Map(
      out
        .trimEnd()
        .split('\n')
        .map(line => {
          const { id, ...reply } = JSON.parse(line) as { id: string; result: unknown }
          return [id, reply]
        }),
    )
    expect(replies.get('tree')?.result).toEqual(await oneShot('spf', 'tree', 'perfect.example'))
    expect(replies.get('lookup')?.result).toEqual(await oneShot('dmarc', 'lookup', 'perfect.example'))
    expect(replies.get('query')?.result).toEqual(await oneShot('dns', 'query', 'weak.example', 'MX'))
    expect(replies.get('name')?.result).toEqual({ ok: true, ascii: 'a.example', unicode: 'a.example' })
    expect(replies.get('bad')).toMatchObject({ ok: false, error: { code: 'domain' } })
    expect(replies.get('silent')).toMatchObject({ ok: false, error: { code: 'dns' } })
  })

  describe('with a stopped clock', () => {
    holdTheClock()

    it('keeps nothing between requests: each sends its own queries', async () => {
      const before = server.arrived.length
      const request = { cmd: 'dns.query', args: { name: 'perfect.example', type: 'A', resolver: server.name } }
      await waxsealWith([1, 2, 3].map(id => `${JSON.stringify({ id, ...request })}\n`).join(''), 'batch')
      expect(server.arrived.length - before).toBe(3)
    })
  })
})
