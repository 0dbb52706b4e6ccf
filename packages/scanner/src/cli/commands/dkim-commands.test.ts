import type { Zone } from '@waxseal/core/dns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LoopbackServer } from '../../dns/testing/loopback-server.ts'
import { rsaKey } from '../../testing/dkim-key.ts'
import { waxseal, waxsealWith } from '../../testing/terminal.ts'
import { zoneServer } from '../../testing/zone-server.ts'

const key = rsaKey(2048)
const record = `v=DKIM1; k=rsa; p=${key}`

const zone: Zone = {
  'shop.example': { A: ['8.26.56.1'] },
  'google._domainkey.shop.example': { TXT: [record] },
  's1._domainkey.shop.example': { CNAME: ['s1.domainkey.u1.wl1.sendgrid.net'] },
  's1.domainkey.u1.wl1.sendgrid.net': { TXT: [`v=DKIM1; p=${rsaKey(1024)}`] },
  's2._domainkey.shop.example': { CNAME: ['s2.domainkey.u1.wl1.sendgrid.net'] },
  's2.domainkey.u1.wl1.sendgrid.net': {},
  'mandrill._domainkey.shop.example': { TXT: ['v=DKIM1; k=rsa; p='] },
  'k1._domainkey.shop.example': { TXT: ['v=DKIM1; p=nonsense!'] },
  'own._domainkey.shop.example': { TXT: [`v=DKIM1; t=y; p=${key}`] },
  'quoted._domainkey.shop.example': { TXT: [`"${record}"`] },
  'panel._domainkey.shop.example.shop.example': { TXT: [record] },
  '*._domainkey.parked.example': { TXT: ['v=DKIM1; p='] },
  'broken.example': {},
  's1._domainkey.broken.example': { fail: 'servfail' },
  '_domainkey.plain.example': {},
  '_domainkey.refused.example': { fail: 'refused' },
  '*._domainkey.refused.example': { fail: 'refused' },
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

async function text(...words: string[]): Promise<string> {
  return (await waxseal(...words, '--resolver', server.name, '--dns-timeout', '300')).out
}

describe('dkim parse', () => {
  it('measures the key', async () => {
    expect(await json('dkim', 'parse', record)).toEqual({
      code: 0,
      reply: {
        valid: true,
        keyType: 'rsa',
        bits: 2048,
        bitsEstimate: 2048,
        revoked: false,
        testing: false,
        errors: [],
        warnings: [],
      },
    })
    // 1536 bits that look like 1024 by the length of their text.
    expect((await json('dkim', 'parse', `p=${rsaKey(1536)}`)).reply).toMatchObject({ bits: 1536, bitsEstimate: 1024 })
  })

  it('distinguishes revoked, testing and broken', async () => {
    expect((await json('dkim', 'parse', 'v=DKIM1; p=')).reply).toMatchObject({
      valid: true,
      revoked: true,
      bits: null,
      bitsEstimate: null,
    })
    expect((await json('dkim', 'parse', `v=DKIM1; t=y:s; p=${key}`)).reply).toMatchObject({
      valid: true,
      testing: true,
    })
    expect(await json('dkim', 'parse', 'v=DKIM1; k=rsa; p=nonsense!')).toMatchObject({
      code: 0,
      reply: { valid: false, revoked: false, errors: [{ code: 'key-base64' }] },
    })
    expect((await json('dkim', 'parse', '')).reply).toMatchObject({ valid: false, errors: [{ code: 'p-missing' }] })
  })

  it('accepts a record as dig prints it: strings in quotes', async () => {
    const half = record.length / 2
    const printed = `"${record.slice(0, half)}" "${record.slice(half)}"`
    expect((await json('dkim', 'parse', printed)).reply).toMatchObject({ valid: true, bits: 2048 })
  })

  it('names what pasting broke, and gives the repaired record', async () => {
    const joined = `v=DKIM1;k=rsap=${key}`
    expect((await json('dkim', 'parse', joined)).reply).toMatchObject({
      valid: false,
      errors: [{ code: 'semicolon-missing', message: 'a semicolon is missing before p=' }],
      repaired: record,
    })
    expect(await text('dkim', 'parse', joined)).toContain(
      `error: a semicolon is missing before p=\npublish: ${record}\n`,
    )
    const cut = (await json('dkim', 'parse', record.slice(0, 255))).reply
    expect(cut).toMatchObject({ errors: [{ code: 'key-cut-255' }] })
    expect(cut).not.toHaveProperty('repaired')
    expect((await json('dkim', 'lookup', 'shop.example', 'quoted')).reply).toMatchObject({
      errors: [{ code: 'quotes' }],
      repaired: record,
    })
  })

  it('prints the result as text', async () => {
    expect(await text('dkim', 'parse', record)).toBe('valid\nrsa, 2048 bits\n')
    expect(await text('dkim', 'parse', `v=DKIM1; p=${rsaKey(1024)}`)).toContain('rsa, 1024 bits, Upgrade recommended')
    expect(await text('dkim', 'parse', 'v=DKIM1; p=')).toContain('Revoked')
    expect(await text('dkim', 'parse', 'v=spf1 -all')).toContain('not a DKIM key record')
  })
})

describe('dkim lookup', () => {
  it('gives one key, by selector or by its full host name', async () => {
    const expected = { found: true, lookupError: null, valid: true, bits: 2048, testing: true }
    expect(await json('dkim', 'lookup', 'shop.example', 'own')).toMatchObject({ code: 0, reply: expected })
    const whole = await json('dkim', 'lookup', 'shop.example', 'own._domainkey.shop.example')
    expect(whole).toMatchObject({ code: 0, reply: expected })
    expect(await text('dkim', 'lookup', 'shop.example', 'own')).toContain(`v=DKIM1; t=y; p=${key}`)
  })

  it('distinguishes a key that does not exist from a failed lookup', async () => {
    const missing = await json('dkim', 'lookup', 'shop.example', 'gone')
    expect(missing).toMatchObject({ code: 0, reply: { found: false, lookupError: null, valid: false, bits: null } })
    const failed = await json('dkim', 'lookup', 'broken.example', 's1')
    expect(failed).toMatchObject({ code: 1, reply: { found: false, lookupError: 'servfail' } })
    expect(await text('dkim', 'lookup', 'broken.example', 's1')).toContain('could not check (servfail)')
  })

  it('names the doubled name that a key was published under', async () => {
    const doubled = 'panel._domainkey.shop.example.shop.example'
    expect((await json('dkim', 'lookup', 'shop.example', 'panel')).reply).toMatchObject({ found: false, doubled })
    expect(await text('dkim', 'lookup', 'shop.example', 'panel')).toBe(
      `panel._domainkey.shop.example: no DKIM key\nThe record is at ${doubled}. Remove the second shop.example from its name.\n`,
    )
  })

  it('says when a wildcard answers', async () => {
    const { reply } = await json('dkim', 'lookup', 'parked.example', 'anything')
    expect(reply).toMatchObject({ found: true, revoked: true, warnings: [{ code: 'wildcard' }] })
  })

  it('refuses an invalid selector or domain', async () => {
    expect((await waxseal('dkim', 'lookup', 'shop.example', 'a b')).code).toBe(2)
    expect((await waxseal('dkim', 'lookup', 'a..b', 's1')).code).toBe(2)
    expect((await waxseal('dkim', 'lookup', 'shop.example')).code).toBe(2)
  })
})

describe('dkim discover', () => {
  it('gives the keys that work, and no others', async () => {
    expect(await json('dkim', 'discover', 'shop.example')).toEqual({
      code: 0,
      reply: {
        records: [
          {
            selector: 'google',
            provider: 'Google Workspace',
            hostname: 'google._domainkey.shop.example',
            full_record: record,
          },
          {
            selector: 's1',
            provider: 'SendGrid (Twilio)',
            hostname: 's1._domainkey.shop.example',
            full_record: expect.stringMatching(/^v=DKIM1; p=MI/),
          },
        ],
        unanswered: [],
      },
    })
    const words = await text('dkim', 'discover', 'shop.example')
    expect(words).toContain('google._domainkey.shop.example  rsa 2048  Google Workspace')
    expect(words).toContain('mandrill._domainkey.shop.example: revoked')
  })

  it('gives no key that only a wildcard answers', async () => {
    expect(await json('dkim', 'discover', 'parked.example')).toEqual({
      code: 0,
      reply: { records: [], unanswered: [] },
    })
    expect(await text('dkim', 'discover', 'parked.example')).toContain('No DKIM keys found under')
    expect(await text('dkim', 'discover', 'plain.example')).toContain('No DKIM keys found under 172 known selectors.')
  })

  it('never reports a failed lookup as missing', async () => {
    expect(await json('dkim', 'discover', 'broken.example')).toMatchObject({
      code: 1,
      reply: { records: [], unanswered: [{ selector: 's1', reason: 'servfail' }] },
    })
    expect(await json('dkim', 'discover', 'refused.example')).toMatchObject({
      code: 1,
      reply: { error: { code: 'dns' } },
    })
  })
})

it('the batch gives the same results as single commands', async () => {
  const dns = { resolver: server.name, dnsTimeoutMs: 300 }
  const requests = [
    { id: 'parse', cmd: 'dkim.parse', args: { record } },
    { id: 'lookup', cmd: 'dkim.lookup', args: { domain: 'shop.example', selector: 's1', ...dns } },
    { id: 'discover', cmd: 'dkim.discover', args: { domain: 'shop.example', ...dns } },
    { id: 'bad', cmd: 'dkim.lookup', args: { domain: 'shop.example', selector: '..', ...dns } },
  ]
  const { out } = await waxsealWith(requests.map(request => `${JSON.stringify(request)}\n`).join(''), 'batch')
  const replies = new Map(
    out
      .trimEnd()
      .split('\n')
      .map(line => {
        const { id, ...reply } = JSON.parse(line) as { id: string; result: unknown }
        return [id, reply]
      }),
  )
  expect(replies.get('parse')?.result).toEqual((await json('dkim', 'parse', record)).reply)
  expect(replies.get('lookup')?.result).toEqual((await json('dkim', 'lookup', 'shop.example', 's1')).reply)
  expect(replies.get('discover')?.result).toEqual((await json('dkim', 'discover', 'shop.example')).reply)
  expect(replies.get('bad')).toMatchObject({ ok: false, error: { code: 'usage' } })
})
