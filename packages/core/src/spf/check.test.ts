import { describe, expect, it } from 'vitest'
import type { Zone } from '../dns/index.ts'
import type { SpfOutcome } from './check-host.ts'
import { checkMessage, senderRecord } from './testing/check-message.ts'

describe('macros', () => {
  const ipv6 = '2001:db8::cb01'
  // The table of RFC 7208 section 7.4.
  it.each([
    ['%{ir}.%{v}._spf.%{d2}', {}, '3.2.0.192.in-addr._spf.example.com'],
    ['%{lr-}.lp._spf.%{d2}', {}, 'bad.strong.lp._spf.example.com'],
    ['%{lr-}.lp.%{ir}.%{v}._spf.%{d2}', {}, 'bad.strong.lp.3.2.0.192.in-addr._spf.example.com'],
    ['%{ir}.%{v}.%{l1r-}.lp._spf.%{d2}', {}, '3.2.0.192.in-addr.strong.lp._spf.example.com'],
    ['%{d2}.trusted-domains.example.net', {}, 'example.com.trusted-domains.example.net'],
    [
      '%{ir}.%{v}._spf.%{d2}',
      { ip: ipv6 },
      '1.0.b.c.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6._spf.example.com',
    ],
    ['%{h}', {}, 'mx.example.org'],
    ['%{S}.example', { sender: 'a b@email.example.com' }, 'a%20b%40email.example.com.example'],
    ['%{o}.example', { sender: 'x@Email.Example.COM' }, 'email.example.com.example'],
    // A backslash of the sender is a byte of the name, no escape.
    ['%{l}.example', { sender: String.raw`a\b@email.example.com` }, String.raw`a\092b.example`],
    ['%{i}.example', { ip: '::ffff:192.0.2.9' }, '192.0.2.9.example'],
  ] as const)('%s', async (text, query, name) => {
    expect((await checkMessage(senderRecord(`v=spf1 exists:${text}`), query)).asked[1]).toBe(`A ${name}`)
  })

  it('include three more letters in explanations', async () => {
    const zone = senderRecord('v=spf1 -all exp=why.%{o}', {
      'why.email.example.com': { TXT: ['%{c} %{r} %{t}: %{i} is not for %{s}'] },
    })
    const now = new Date('2026-11-20T12:00:00Z')
    expect(await checkMessage(zone, { receiver: 'mx.example.net', now, ip: '2001:DB8::1' })).toMatchObject({
      explanation:
        '2001:db8::1 mx.example.net 1795176000: 2.0.0.1.0.D.B.8.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1 is not for strong-bad@email.example.com',
    })
    expect((await checkMessage(zone)).explanation).toMatch(/^192\.0\.2\.3 unknown \d+: /)
  })

  it('of a local-part outside ASCII match nothing (RFC 8616 section 4)', async () => {
    const zone = senderRecord('v=spf1 exists:%{l}.example include:%{s}.example ?all')
    expect(await checkMessage(zone, { sender: 'jürgen@email.example.com' })).toMatchObject({
      result: 'neutral',
      lookups: 2,
      asked: ['TXT email.example.com'],
    })
  })

  it('of an invalid name cause no query: hosts do not match, an include is a permerror', async () => {
    expect(await checkMessage(senderRecord('v=spf1 a:%{h} -all'), { helo: 'a..b' })).toMatchObject({
      result: 'fail',
      asked: ['TXT email.example.com'],
    })
    expect(await checkMessage(senderRecord('v=spf1 include:%{h} -all'), { helo: 'a..b' })).toMatchObject({
      result: 'permerror',
      problem: 'an include names no domain',
    })
  })
})

describe('the name of the client', () => {
  const reverse = '3.2.0.192.in-addr.arpa'
  const owned: Zone = {
    [reverse]: { PTR: ['mail.email.example.com', 'email.example.com', 'other.example'] },
    'mail.email.example.com': { A: ['192.0.2.3'] },
    'other.example': { A: ['192.0.2.3'] },
  }

  it('matches ptr when it is below the domain and resolves to the client', async () => {
    expect(await checkMessage(senderRecord('v=spf1 ptr -all', owned))).toMatchObject({ result: 'pass', lookups: 1 })
    expect(await checkMessage(senderRecord('v=spf1 ptr:other.example -all', owned))).toMatchObject({ result: 'pass' })
    expect(await checkMessage(senderRecord('v=spf1 ptr:ther.example -all', owned))).toMatchObject({ result: 'fail' })
  })

  it('is only queried when the name fits, and among the first ten', async () => {
    const PTR = Array.from({ length: 30 }, (_, at) => `h${String(at).padStart(2, '0')}.email.example.com`)
    const { result, asked } = await checkMessage(senderRecord('v=spf1 ptr -all', { [reverse]: { PTR } }))
    expect(result).toBe('fail')
    expect(asked).toHaveLength(2 + 10)
    expect((await checkMessage(senderRecord('v=spf1 ptr:x.example', { [reverse]: { PTR } }))).asked).toHaveLength(2)
  })

  it('is no match when any lookup fails', async () => {
    expect(await checkMessage(senderRecord('v=spf1 ptr -all', { [reverse]: { fail: 'servfail' } }))).toMatchObject({
      result: 'fail',
      voidLookups: 0,
    })
    const zone = senderRecord('v=spf1 ptr -all', { ...owned, 'mail.email.example.com': { fail: 'timeout' } })
    expect(await checkMessage(zone)).toMatchObject({ result: 'fail' })
  })

  it('replaces %{p}: the domain itself, else one below it, else any, else unknown', async () => {
    const text = 'v=spf1 exists:%{p}.list.example'
    expect((await checkMessage(senderRecord(text, owned))).asked.at(-1)).toBe('A mail.email.example.com.list.example')
    const own = { ...owned, 'email.example.com': { TXT: [text], A: ['192.0.2.3'] } }
    expect((await checkMessage(own)).asked.at(-1)).toBe('A email.example.com.list.example')
    expect((await checkMessage(senderRecord(text, { ...owned, 'mail.email.example.com': {} }))).asked.at(-1)).toBe(
      'A other.example.list.example',
    )
    expect((await checkMessage(senderRecord(text))).asked.at(-1)).toBe('A unknown.list.example')
  })
})

function explained(why: Zone[string], exp = 'exp=why.example'): Promise<SpfOutcome> {
  return checkMessage(senderRecord(`v=spf1 -all ${exp}`, { 'why.example': why }), { defaultExplanation: 'the default' })
}

describe('an explanation', () => {
  it("is the domain's own, else the caller's, else none", async () => {
    expect(await explained({ TXT: [['Go', ' away.']] })).toMatchObject({ explanation: 'Go away.' })
    expect(await explained({}, '')).toMatchObject({ explanation: 'the default' })
    expect(await checkMessage(senderRecord('v=spf1 -all'))).toMatchObject({ result: 'fail', explanation: null })
  })

  it('is omitted when it is invalid, doubled, longer than any reply, not ASCII or its lookup fails', async () => {
    const wrong: Zone[string][] = [
      { TXT: ['%{x}'] },
      { TXT: ['100%'] },
      { TXT: ['one', 'two'] },
      { TXT: ['x'.repeat(5000)] },
      { TXT: ['%{s}'.repeat(1000)] },
      { TXT: ['caf\xc3\xa9'] },
      { TXT: ['\u0007'] },
      { fail: 'timeout' },
      {},
    ]
    for (const why of wrong) expect(await explained(why)).toMatchObject({ result: 'fail', explanation: 'the default' })
  })

  it('changes no count', async () => {
    expect(await explained({}, 'exp=%{p}.example')).toMatchObject({ lookups: 0, voidLookups: 0 })
  })
})
