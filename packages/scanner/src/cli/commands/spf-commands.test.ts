import type { Zone } from '@waxseal/core/dns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LoopbackServer } from '../../dns/testing/loopback-server.ts'
import { waxseal, waxsealWith } from '../../testing/terminal.ts'
import { zoneServer } from '../../testing/zone-server.ts'

const zone: Zone = {
  'shop.example': {
    TXT: ['v=spf1 ip4:8.26.56.0/24 a:mx.shop.example include:_spf.shop.example -all exp=why.shop.example'],
  },
  'mx.shop.example': { A: ['8.26.57.1'], AAAA: ['2600::1'] },
  '_spf.shop.example': { TXT: ['v=spf1 exists:%{l}.users.shop.example ~all'] },
  'anna.users.shop.example': { A: ['127.0.0.2'] },
  'why.shop.example': { TXT: ['%{i} may not send for %{o}'] },
  'xn--bcher-kva.example': { TXT: ['v=spf1 ?all'] },
  'plain.example': { TXT: ['v=spf1 -all'] },
  'loop.example': { TXT: ['v=spf1 include:loop.example -all'] },
  'silent.example': { fail: 'timeout' },
}

let server: LoopbackServer
beforeAll(async () => {
  server = await zoneServer(zone)
})
afterAll(() => server.close())

/** The JSON output and the exit code of a one-shot command. */
async function json(...words: string[]): Promise<{ code: number | null; reply: unknown }> {
  const { code, out } = await waxseal(...words, '--json', '--resolver', server.name, '--dns-timeout', '300')
  return { code, reply: JSON.parse(out) as unknown }
}

function check(ip: string, sender: string, ...more: string[]) {
  return json('spf', 'check', '--ip', ip, '--sender', sender, ...more)
}

describe('spf check', () => {
  it('returns the result and its lookups', async () => {
    expect(await check('8.26.56.200', 'shop@shop.example')).toEqual({
      code: 0,
      reply: { result: 'pass', explanation: null, lookups: 0, voidLookups: 0, problem: null },
    })
    expect(await check('2600::1', 'shop@shop.example')).toMatchObject({ reply: { result: 'pass', lookups: 1 } })
    expect(await check('9.9.9.9', 'anna@shop.example')).toMatchObject({ reply: { result: 'pass', lookups: 3 } })
  })

  it("explains a fail in the domain's words, else in the caller's, and exits 0", async () => {
    expect(await check('9.9.9.9', 'bert@shop.example')).toEqual({
      code: 0,
      reply: {
        result: 'fail',
        explanation: '9.9.9.9 may not send for shop.example',
        lookups: 3,
        voidLookups: 1,
        problem: null,
      },
    })
    expect(await check('9.9.9.9', 'a@plain.example', '--default-explanation', 'Go away.')).toMatchObject({
      reply: { result: 'fail', explanation: 'Go away.' },
    })
  })

  it('checks the HELO name where the sender is empty', async () => {
    expect(await check('9.9.9.9', '', '--helo', 'plain.example')).toMatchObject({ reply: { result: 'fail' } })
  })

  it('accepts an internationalized domain', async () => {
    expect(await check('9.9.9.9', 'info@bücher.example')).toMatchObject({ reply: { result: 'neutral' } })
  })

  it('stops at the tenth lookup, or at a given limit', async () => {
    expect(await check('9.9.9.9', 'a@loop.example')).toMatchObject({
      code: 0,
      reply: { result: 'permerror', lookups: 11, problem: 'more than 10 DNS lookups' },
    })
    expect(await check('9.9.9.9', 'bert@shop.example', '--max-lookups', '1')).toMatchObject({
      reply: { result: 'permerror', lookups: 2 },
    })
  })

  it('exits 1 without an answer', async () => {
    expect(await check('9.9.9.9', 'a@silent.example')).toMatchObject({
      code: 1,
      reply: { result: 'temperror', problem: 'the TXT lookup of silent.example failed (timeout)' },
    })
  })

  it('refuses an invalid address and a missing sender', async () => {
    expect(await check('300.1.1.1', 'a@plain.example')).toMatchObject({
      code: 2,
      reply: { error: { code: 'usage', message: '"ip" must be an IPv4 or IPv6 address' } },
    })
    expect(await check('9.9.9.9', '')).toMatchObject({ code: 2, reply: { error: { code: 'usage' } } })
  })

  it('prints text for people, without hidden characters', async () => {
    const words = ['--ip', '9.9.9.9', '--sender', '\u001B[2J@plain.example', '--resolver', server.name]
    const { out } = await waxseal('spf', 'check', ...words, '--default-explanation', 'No\u001B[2J')
    expect(out).toBe('fail\nNo\\u{1b}[2J\n0 of 10 DNS lookups, 0 void\n')
  })
})

describe('spf compare', () => {
  it('proves that two records are equivalent', async () => {
    const flat = 'v=spf1 ip4:8.26.57.1 ip6:2600::1 -all'
    expect(await json('spf', 'compare', '--record-a', 'v=spf1 a:mx.shop.example -all', '--record-b', flat)).toEqual({
      code: 0,
      reply: { equivalent: true, differing: 0, differences: [], problems: { a: [], b: [] } },
    })
  })

  it('lists the ranges that differ, with both results', async () => {
    const a = 'v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 -all'
    const b = 'v=spf1 ip4:192.0.2.0/25 ip6:2001:db8::/32 ~all ip4:192.0.2.128/25'
    const { reply } = await json('spf', 'compare', 'plain.example', '--record-a', a, '--record-b', b)
    expect(reply).toMatchObject({
      equivalent: false,
      differing: 6,
      differences: [
        { first: '0.0.0.0', last: '192.0.1.255', resultA: 'fail', resultB: 'softfail' },
        { first: '192.0.2.128', last: '192.0.2.255', resultA: 'pass', resultB: 'softfail' },
        { first: '192.0.3.0', last: '255.255.255.255', resultA: 'fail', resultB: 'softfail' },
        { first: '::', last: '::fffe:ffff:ffff', resultA: 'fail', resultB: 'softfail' },
        { first: '::1:0:0:0', last: '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', resultA: 'fail', resultB: 'softfail' },
        { first: '2001:db9::', resultA: 'fail', resultB: 'softfail' },
      ],
    })
    const { out } = await waxseal('spf', 'compare', '--record-a', a, '--record-b', b)
    expect(out).toMatch(/^not equivalent\n0\.0\.0\.0 to 192\.0\.1\.255: fail in A, softfail in B\n/)
  })

  it('names what a difference depends on', async () => {
    const { reply } = await json('spf', 'compare', 'a.example', '--record-a', 'v=spf1 ptr', '--record-b', 'v=spf1 ?ptr')
    expect(reply).toMatchObject({
      equivalent: false,
      differences: [
        { resultA: 'depends', ruleA: '!ptr:a.example: neutral; ptr:a.example: pass', resultB: 'neutral' },
        { first: '::' },
        { first: '::1:0:0:0' },
      ],
    })
  })

  it('claims nothing when a query was not answered', async () => {
    const a = 'v=spf1 include:silent.example -all'
    expect(await json('spf', 'compare', '--record-a', a, '--record-b', 'v=spf1 -all')).toEqual({
      code: 1,
      reply: { error: { code: 'dns', message: 'the records cannot be compared: TXT silent.example: timeout' } },
    })
  })

  it('refuses text that is not an SPF record', async () => {
    expect(await json('spf', 'compare', '--record-a', 'v=spf1 -all', '--record-b', 'v=DMARC1')).toMatchObject({
      code: 2,
      reply: { error: { code: 'parse', message: '"recordB" is not an SPF record. It does not begin with v=spf1' } },
    })
  })
})

describe('in a batch', () => {
  it('two hundred checks are answered concurrently, each with its own id, and a bad one stops no other', async () => {
    const dns = { resolver: server.name, dnsTimeoutMs: 5000 }
    const requests = Array.from({ length: 200 }, (_, id) => ({
      id,
      cmd: 'spf.check',
      args: { ip: `8.26.${id % 2 === 0 ? 56 : 58}.${id}`, sender: 'x@shop.example', helo: '', ...dns },
    }))
    const bad = [
      { id: 'ip', cmd: 'spf.check', args: { ip: 'x', sender: 'a@b.example' } },
      { id: 'type', cmd: 'spf.check', args: { ip: '9.9.9.9', sender: 5 } },
      { id: 'missing', cmd: 'spf.compare', args: { recordA: 'v=spf1 -all' } },
      { id: 'octets', cmd: 'spf.compare', args: { recordA: 'v=spf1 \u0000é', recordB: 'v=spf1 -all', ...dns } },
      { id: 'long', cmd: 'spf.check', args: { ip: '9.9.9.9', sender: `${'a'.repeat(60_000)}@b.example`, ...dns } },
    ]
    const input = [...requests, ...bad].map(request => `${JSON.stringify(request)}\n`).join('')
    const { code, out } = await waxsealWith(input, 'batch')
    expect(code).toBe(0)
    const replies = new Map(
      out
        .trimEnd()
        .split('\n')
        .map(line => {
          const { id, ...reply } = JSON.parse(line) as { id: number | string; result?: { result: string } }
          return [id, reply] as const
        }),
    )
    expect(replies.size).toBe(205)
    for (const { id } of requests) {
      expect(replies.get(id)?.result?.result, String(id)).toBe(id % 2 === 0 ? 'pass' : 'fail')
    }
    expect(replies.get('ip')).toMatchObject({ ok: false, error: { code: 'usage' } })
    expect(replies.get('type')).toMatchObject({ ok: false, error: { code: 'usage' } })
    expect(replies.get('missing')).toMatchObject({ ok: false, error: { code: 'usage' } })
    expect(replies.get('octets')).toMatchObject({ ok: true, result: { equivalent: false } })
    expect(replies.get('long')).toMatchObject({ ok: true, result: { result: 'none' } })
  })
})
