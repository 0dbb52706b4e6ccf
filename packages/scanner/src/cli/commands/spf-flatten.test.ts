import type { Zone } from '@waxseal/core/dns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LoopbackServer } from '../../dns/testing/loopback-server.ts'
import { waxseal, waxsealWith } from '../../testing/terminal.ts'
import { zoneServer } from '../../testing/zone-server.ts'

const hostedName = 'shop-example-abc123.waxseal.email'
const zone: Zone = {
  'shop.example': {
    TXT: ['v=spf1 include:_spf.mail.example a include:crm.example ~all'],
    A: ['8.26.57.1'],
  },
  '_spf.mail.example': { TXT: ['v=spf1 ip4:8.26.56.0/25 ip4:8.26.56.128/25 ip6:2600::/32 -all'] },
  'crm.example': { TXT: ['v=spf1 exists:%{i}._spf.%{d} -all'] },
  'gone.example': { TXT: ['v=spf1 include:missing.example -all'] },
  'silent.example': { fail: 'timeout' },
  'waits.example': { TXT: ['v=spf1 include:silent.example -all'] },
  'nospf.example': { TXT: ['unrelated'] },
}

let server: LoopbackServer
beforeAll(async () => {
  server = await zoneServer(zone)
})
afterAll(() => server.close())

const dns = () => ['--resolver', server.name, '--dns-timeout', '300']
const flatten = (...words: string[]) => waxseal('spf', 'flatten', ...words, '--hosted-name', hostedName, ...dns())

const flattened = {
  records: [
    {
      name: hostedName,
      value: 'v=spf1 ip4:8.26.56.0/24 ip4:8.26.57.1 ip6:2600::/32 exists:%{i}._spf.crm.example -all',
    },
  ],
  published: `v=spf1 include:${hostedName} -all`,
  publishedWithEnding: `v=spf1 include:${hostedName} ~all`,
  kept: ['exists:%{i}._spf.crm.example'],
  includes: ['_spf.mail.example', 'crm.example'],
  lookupsBefore: 4,
  lookupsAfter: 2,
  changes: [],
  more: 0,
  empty: [],
  ttl: 300,
  equivalent: true,
}

describe('spf flatten', () => {
  it('returns the records to host, the record to publish, and the proof', async () => {
    const { code, out } = await flatten('shop.example', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual(flattened)
  })

  it('says the same in words', async () => {
    const { code, out } = await flatten('shop.example')
    expect(code).toBe(0)
    expect(out.split('\n')).toEqual([
      'Proved: the same mail passes.',
      '4 lookups before, 2 after',
      `${hostedName} TXT "${flattened.records[0]?.value}"`,
      `At the domain: "v=spf1 include:${hostedName} -all"`,
      'Not flattened, depends on the message: exists:%{i}._spf.crm.example',
      '',
    ])
  })

  it('names terms without addresses and results that change', async () => {
    const { out } = await flatten('shop.example', '--record', 'v=spf1 a a:gone.example ?ip4:8.8.8.0/24 ~all')
    expect(out.split('\n').slice(-4)).toEqual([
      'No addresses: a:gone.example',
      '8.8.8.0/24: neutral becomes fail',
      'every other address: softfail becomes fail',
      '',
    ])
  })

  it('flattens a planned record', async () => {
    const { out } = await flatten('shop.example', '--record', 'v=spf1 a -all', '--json')
    expect(JSON.parse(out)).toMatchObject({ records: [{ value: 'v=spf1 ip4:8.26.57.1 -all' }], equivalent: true })
  })

  const errors: readonly [domain: string, record: string | null, code: string, message: string][] = [
    ['waits.example', null, 'dns', 'The TXT lookup of silent.example failed (timeout).'],
    ['gone.example', null, 'dns', 'missing.example has no SPF record.'],
    ['silent.example', null, 'dns', 'The TXT lookup of silent.example failed (timeout).'],
    ['nospf.example', null, 'parse', 'nospf.example has no SPF record.'],
    [
      'shop.example',
      'v=spf1 ip4:1.2.3 -all',
      'parse',
      'The SPF record of shop.example has an error: ip4 without an IPv4 address.',
    ],
    ['shop.example', 'spf1', 'parse', '"record" is not an SPF record. It does not begin with v=spf1'],
    ['shop..example', null, 'domain', 'Please enter a valid domain name'],
  ]
  it('answers errors by a stable code', async () => {
    const requests = errors.map(([domain, record], id) => ({
      id,
      cmd: 'spf.flatten',
      args: { domain, hostedName, ...(record !== null && { record }), resolver: server.name, dnsTimeoutMs: 300 },
    }))
    const { out } = await waxsealWith(requests.map(request => JSON.stringify(request)).join('\n'), 'batch')
    const replies = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { id: number; error: { code: string; message: string } })
      .toSorted((one, other) => one.id - other.id)
    expect(replies.map(({ error }) => [error.code, error.message])).toEqual(errors.map(([, , ...error]) => error))
  })

  it('needs a name for the flattened record', async () => {
    expect((await waxseal('spf', 'flatten', 'shop.example', ...dns())).code).toBe(2)
  })
})
