import { octetsOfText, textOf } from '@waxseal/core/dns'
import type { WorldZone } from '@waxseal/core/fixtures'
import { decode } from 'dns-packet'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Dial } from '../../dial.ts'
import { askEachServer, authoritativeResolver, createDnsClient, type DnsClient } from '../../dns/index.ts'
import { encodeQuery } from '../../dns/wire.ts'
import { internet } from './internet.ts'
import { type NameServer, startNameServer } from './name-server.ts'
import { readQuestion, writeReply } from './wire-answer.ts'

const zones: readonly WorldZone[] = [
  {
    name: 'namehost.example',
    records: { 'ns1.namehost.example': { A: ['203.0.114.2'] }, 'ns2.namehost.example': { A: ['203.0.114.3'] } },
  },
  {
    name: 'signed.example',
    dnssec: 'signed',
    records: {
      'signed.example': {
        ttl: 3600,
        A: ['203.0.114.10'],
        AAAA: ['2001:db8::a'],
        MX: [[10, 'mx.signed.example']],
        TXT: ['v=spf1 -all', octetsOfText('‮<b>')],
        CAA: [{ flags: 128, tag: 'issue', value: 'ca.example' }],
      },
      '_25._tcp.mx.signed.example': { TLSA: [{ usage: 3, selector: 1, matching: 1, data: 'ab'.repeat(32) }] },
      'mx.signed.example': { A: ['203.0.114.25'] },
    },
  },
  { name: 'bogus.example', dnssec: 'wrong-ds', records: { 'bogus.example': { A: ['203.0.114.11'] } } },
  {
    name: 'plain.example',
    records: {
      'www.plain.example': { CNAME: ['signed.example'] },
      'long.plain.example': { TXT: ['x'.repeat(4000)] },
      '*._domainkey.plain.example': { TXT: ['v=DKIM1; p='] },
    },
  },
  { name: 'refusing.example', servers: 'refusing', records: {} },
  { name: 'silent.example', servers: 'silent', records: {} },
]

let server: NameServer
let client: DnsClient
/** The address of every name server. */
const dial: Dial = () => ({ address: '127.0.0.1', port: server.port })

beforeEach(async () => {
  server = await startNameServer(zones)
  client = createDnsClient({ servers: [`127.0.0.1:${server.port}`], timeoutMs: 400 })
})
afterEach(async () => {
  client.close()
  await server.close()
})

describe('asked as a resolver', () => {
  it('authenticates a signed zone, including its empty answers', async () => {
    expect(await client.query('signed.example', 'A')).toMatchObject({
      kind: 'records',
      records: [{ address: '203.0.114.10', ttl: 3600 }],
      via: { authentic: 'yes' },
    })
    expect(await client.query('signed.example', 'TLSA')).toMatchObject({ kind: 'no-data', via: { authentic: 'yes' } })
    const nothing = await client.query('nothing.signed.example', 'A')
    expect(nothing).toMatchObject({ kind: 'no-such-name', via: { authentic: 'yes', ttl: 300 } })
    expect(await client.query('unknown.example', 'A')).toMatchObject({ kind: 'no-such-name' })
  })

  it('answers SERVFAIL with the reason for a broken chain of signatures, and returns the data under CD=1', async () => {
    expect(await client.query('bogus.example', 'A')).toMatchObject({
      kind: 'records',
      records: [{ address: '203.0.114.11' }],
      via: { authentic: 'bogus', ede: [{ code: 9 }] },
    })
    expect(await client.query('bogus.example', 'DS')).toMatchObject({ kind: 'records', via: { authentic: 'yes' } })
  })

  it('authenticates nothing in an unsigned zone, or in a chain that starts in one', async () => {
    expect(await client.query('www.plain.example', 'A')).toMatchObject({
      kind: 'records',
      records: [{ address: '203.0.114.10' }],
      via: { authentic: 'no', cnames: ['signed.example'] },
    })
    expect(await client.query('any._domainkey.plain.example', 'TXT')).toMatchObject({ kind: 'records' })
  })

  it('fails for zones whose servers refuse or are silent', async () => {
    expect(await client.query('www.refusing.example', 'A')).toMatchObject({
      kind: 'failed',
      reason: 'servfail',
      via: { ede: [{ code: 22 }] },
    })
    expect(await client.query('silent.example', 'MX')).toMatchObject({ kind: 'failed', reason: 'timeout' })
  })

  it('returns every byte of a text, over TCP if it is too long for a datagram', async () => {
    const texts = await client.query('signed.example', 'TXT')
    expect(texts.kind === 'records' && texts.records.map(textOf).toSorted()).toEqual(
      ['v=spf1 -all', octetsOfText('‮<b>')].toSorted(),
    )
    const long = await client.query('long.plain.example', 'TXT')
    expect(long.kind === 'records' && long.records.map(record => textOf(record).length)).toEqual([4000])
    expect(client.stats.tcp).toBe(1)
  })
})

describe('asked as the zone’s own server', () => {
  it('is authoritative for its zone, and returns an alias out of it as a CNAME', async () => {
    const own = createDnsClient({ servers: [], dial })
    const resolver = authoritativeResolver({ client: own, resolver: client })
    expect(await resolver.query('www.plain.example', 'A')).toMatchObject({
      kind: 'records',
      via: { authoritative: true, cnames: ['signed.example'] },
    })
    expect(await resolver.query('nothing.plain.example', 'A')).toMatchObject({
      kind: 'no-such-name',
      via: { authoritative: true, server: expect.stringMatching(/^203\.0\.114\.[23]:53$/) },
    })
    own.close()
  })
})

it('serves replaced zones at once, and keeps the old ones if the new ones are invalid', async () => {
  server.serve([...zones, { name: 'new.example', records: { 'new.example': { A: ['203.0.114.12'] } } }])
  expect(await client.query('new.example', 'A')).toMatchObject({ kind: 'records' })
  expect(() => server.serve([{ name: 'bad', records: { 'a..b': {} } }])).toThrow('not a domain name')
  expect(await client.query('new.example', 'A')).toMatchObject({ kind: 'records' })
})

describe('a delegated zone', () => {
  it('is answered by another server, asked as a resolver and as the zone’s own server, over UDP and TCP', async () => {
    const other = await startNameServer([
      {
        name: 'hosted.email',
        records: {
          'hosted.email': { NS: ['ns1.hosted.email'] },
          'ns1.hosted.email': { A: ['203.0.114.77'] },
          'a.hosted.email': { TXT: ['v=spf1 -all'] },
          'long.hosted.email': { TXT: ['x'.repeat(4000)] },
        },
      },
    ])
    server.delegate('hosted.email', other.port)
    expect(await client.query('a.hosted.email', 'TXT')).toMatchObject({ kind: 'records' })
    expect(await client.query('b.hosted.email', 'TXT')).toMatchObject({ kind: 'no-such-name' })
    expect(await client.query('signed.example', 'A')).toMatchObject({ kind: 'records' })
    const long = await client.query('long.hosted.email', 'TXT')
    expect(long.kind === 'records' && long.records.map(record => textOf(record).length)).toEqual([4000])
    const own = createDnsClient({ servers: [], dial })
    const each = await askEachServer(
      { client: own, resolver: client, follow: client },
      'a.hosted.email',
      'TXT',
      AbortSignal.timeout(5_000),
    )
    expect(each).toMatchObject({
      servers: [{ host: 'ns1.hosted.email', answer: { kind: 'records', via: { server: '203.0.114.77:53' } } }],
      reason: null,
    })
    own.close()
    await other.close()
    expect(await client.query('c.hosted.email', 'TXT')).toMatchObject({ kind: 'failed', reason: 'timeout' })
  })
})

it('writes each record type as dns-packet reads it', async () => {
  const say = internet(zones)
  const replied = async (name: string, type: 'A' | 'AAAA' | 'MX' | 'CAA' | 'TLSA' | 'DS' | 'DNSKEY' | 'SOA' | 'NS') => {
    const flags = { recursion: true, checkingDisabled: false, edns: true }
    const question = readQuestion(encodeQuery(7, name, type, flags))
    const reply = question && (await say(question))
    if (question === null || reply === null) throw new Error('no reply')
    return decode(writeReply(question, reply, 1232)).answers?.map(answer => ('data' in answer ? answer.data : null))
  }
  expect(await replied('signed.example', 'A')).toEqual(['203.0.114.10'])
  expect(await replied('signed.example', 'AAAA')).toEqual(['2001:db8::a'])
  expect(await replied('signed.example', 'MX')).toEqual([{ preference: 10, exchange: 'mx.signed.example' }])
  expect(await replied('signed.example', 'NS')).toEqual(['ns1.namehost.example', 'ns2.namehost.example'])
  expect(await replied('signed.example', 'CAA')).toMatchObject([{ tag: 'issue', value: 'ca.example', flags: 128 }])
  expect(await replied('signed.example', 'SOA')).toMatchObject([{ mname: 'ns1.namehost.example', minimum: 300 }])
  expect(await replied('signed.example', 'DS')).toMatchObject([{ algorithm: 13, digestType: 2 }])
  expect(await replied('signed.example', 'DNSKEY')).toMatchObject([{ flags: 257, algorithm: 13 }])
  expect(await replied('_25._tcp.mx.signed.example', 'TLSA')).toMatchObject([
    { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.alloc(32, 0xab) },
  ])
})

it('answers no malformed query', () => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.alloc(12),
    Buffer.alloc(40, 0xff),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
  ]) {
    expect(readQuestion(bytes)).toBeNull()
  }
})
