import type { Resolver } from '@waxseal/core/dns'
import type { Answer } from 'dns-packet'
import { describe, expect, it } from 'vitest'
import { createDnsClient } from './client.ts'
import { response, soa } from './testing/loopback-server.ts'
import { loopbackWorld } from './testing/loopback-world.ts'

const { serverThat, clientOf } = loopbackWorld()

/** A client of one server that gives the same answer to every query. */
async function resolverThat(parts: Parameters<typeof response>[1]): Promise<Resolver> {
  return clientOf([await serverThat(question => question.send(response(question, parts)))])
}

const txt = (name: string, text: string, ttl = 300): Answer => ({ type: 'TXT', name, ttl, data: [text] })
const mx = (preference: number, exchange: string): Answer => ({
  type: 'MX',
  name: 'example.com',
  ttl: 60,
  data: { preference, exchange },
})
const cname = (name: string, data: string, ttl = 300): Answer => ({ type: 'CNAME', name, ttl, data })

describe('an answer with records', () => {
  it('carries the records, their source and the time', async () => {
    const now = new Date('2026-11-20T09:00:00Z')
    const server = await serverThat(question =>
      question.send(response(question, { answers: [txt('example.com', 'v=spf1 -all', 120)] })),
    )
    const answer = await clientOf([server], { now: () => now }).query('Example.COM.', 'TXT')
    expect(answer).toEqual({
      kind: 'records',
      records: [{ type: 'TXT', name: 'example.com', ttl: 120, strings: ['v=spf1 -all'] }],
      via: {
        server: server.name,
        authoritative: false,
        rcode: 'NOERROR',
        ede: [],
        authentic: 'no',
        cnames: [],
        ttl: 120,
        ms: expect.any(Number) as number,
        askedAt: now.getTime(),
        cached: false,
      },
    })
  })

  it('is sorted, without duplicates, for any order of the server', async () => {
    const resolver = await resolverThat({
      answers: [mx(100, 'c.example'), mx(20, 'b.example'), mx(100, 'c.example'), mx(20, 'a.example'), mx(0, '.')],
    })
    const answer = await resolver.query('example.com', 'MX')
    const seen = answer.kind === 'records' ? answer.records.map(each => `${each.preference} ${each.exchange}`) : []
    expect(seen).toEqual(['0 .', '20 a.example', '20 b.example', '100 c.example'])
  })

  it('is authentic when the resolver says AD', async () => {
    const resolver = await resolverThat({ ad: true, answers: [txt('example.com', 'x')] })
    expect((await resolver.query('example.com', 'TXT')).via.authentic).toBe('yes')
  })

  it('keeps the extended errors of the server (a stale answer, say)', async () => {
    const resolver = await resolverThat({ answers: [txt('example.com', 'x')], ede: [{ code: 3, text: 'stale' }] })
    expect((await resolver.query('example.com', 'TXT')).via.ede).toEqual([{ code: 3, text: 'stale' }])
  })

  it('asks with recursion, AD, EDNS 1232 and mixed case', async () => {
    const server = await serverThat(question =>
      question.send(response(question, { answers: [txt(question.name, 'x')] })),
    )
    const name = 'abcdefghijklmnopqrstuvwxyz.example.com'
    expect((await clientOf([server]).query(name, 'TXT')).kind).toBe('records')
    const [arrived] = server.arrived
    expect(arrived?.recursion).toBe(true)
    expect((arrived?.bytes[3] ?? 0) & 0x30).toBe(0x20)
    expect(arrived?.edns?.udpPayloadSize).toBe(1232)
    expect(arrived?.name).not.toBe(name)
    expect(arrived?.name.toLowerCase()).toBe(name)
  })
})

describe('a negative answer', () => {
  it('is NODATA or NXDOMAIN, cached for the lesser of SOA TTL and minimum', async () => {
    const noData = await (await resolverThat({ authorities: [soa('example.com', { ttl: 60, minimum: 900 })] })).query(
      'example.com',
      'MX',
    )
    expect(noData).toMatchObject({ kind: 'no-data', via: { rcode: 'NOERROR', ttl: 60 } })
    const none = await (
      await resolverThat({ rcode: 3, authorities: [soa('example.com', { ttl: 3600, minimum: 300 })] })
    ).query('no.example.com', 'MX')
    expect(none).toMatchObject({ kind: 'no-such-name', via: { rcode: 'NXDOMAIN', ttl: 300 } })
  })

  it('without SOA may not be cached', async () => {
    expect(await (await resolverThat({ rcode: 3 })).query('no.example.com', 'MX')).toMatchObject({
      kind: 'no-such-name',
      via: { ttl: 0 },
    })
  })

  it('with records beside NXDOMAIN is malformed', async () => {
    const resolver = await resolverThat({ rcode: 3, answers: [txt('example.com', 'x')] })
    expect(await resolver.query('example.com', 'TXT')).toMatchObject({ kind: 'failed', reason: 'malformed' })
  })
})

describe('a chain of CNAMEs', () => {
  it('is followed inside the message, with the lowest TTL', async () => {
    const resolver = await resolverThat({
      answers: [cname('a.example', 'b.example', 30), cname('b.example', 'c.example', 600), txt('c.example', 'x', 60)],
    })
    expect(await resolver.query('a.example', 'TXT')).toMatchObject({
      kind: 'records',
      records: [{ name: 'c.example', ttl: 60 }],
      via: { cnames: ['b.example', 'c.example'], ttl: 30 },
    })
  })

  it('that ends at a name which does not exist dangles', async () => {
    const resolver = await resolverThat({
      rcode: 3,
      answers: [cname('a.example', 'gone.test')],
      authorities: [soa('test')],
    })
    expect(await resolver.query('a.example', 'TXT')).toMatchObject({
      kind: 'no-such-name',
      via: { cnames: ['gone.test'], rcode: 'NXDOMAIN' },
    })
  })

  it('that ends without the record and with a SOA is NODATA', async () => {
    const resolver = await resolverThat({ answers: [cname('a.example', 'b.test')], authorities: [soa('test')] })
    expect(await resolver.query('a.example', 'TXT')).toMatchObject({ kind: 'no-data', via: { cnames: ['b.test'] } })
  })

  it('is continued by a query if the message lacks the target', async () => {
    const chain: Record<string, Answer[]> = {
      'a.example': [cname('a.example', 'b.example', 10)],
      'b.example': [cname('b.example', 'c.example', 20), txt('c.example', 'x', 30)],
    }
    const server = await serverThat(question =>
      question.send(response(question, { answers: chain[question.name.toLowerCase()] ?? [] })),
    )
    expect(await clientOf([server]).query('a.example', 'TXT')).toMatchObject({
      kind: 'records',
      via: { cnames: ['b.example', 'c.example'], ttl: 10 },
    })
    expect(server.arrived).toHaveLength(2)
  })

  it('in a loop is malformed, in one message and over several', async () => {
    const inOne = await resolverThat({ answers: [cname('a.example', 'b.example'), cname('b.example', 'a.example')] })
    expect(await inOne.query('a.example', 'A')).toMatchObject({ kind: 'failed', reason: 'malformed' })
    const server = await serverThat(question => {
      const name = question.name.toLowerCase()
      const target = name === 'a.example' ? 'b.example' : 'a.example'
      question.send(response(question, { answers: [cname(name, target)] }))
    })
    expect(await clientOf([server]).query('a.example', 'A')).toMatchObject({ kind: 'failed', reason: 'malformed' })
    expect(server.arrived).toHaveLength(2)
  })

  it('without an end stops after eight messages', async () => {
    const server = await serverThat(question => {
      const name = question.name.toLowerCase()
      question.send(response(question, { answers: [cname(name, `x${server.arrived.length}.example`)] }))
    })
    expect(await clientOf([server]).query('a.example', 'A')).toMatchObject({ kind: 'failed', reason: 'malformed' })
    expect(server.arrived).toHaveLength(8)
  })

  it('with two different targets at one name is malformed', async () => {
    const resolver = await resolverThat({ answers: [cname('a.example', 'b.example'), cname('a.example', 'c.example')] })
    expect(await resolver.query('a.example', 'A')).toMatchObject({ kind: 'failed', reason: 'malformed' })
  })

  it('is the record itself when CNAME is asked for', async () => {
    const resolver = await resolverThat({ answers: [cname('a.example', 'b.example')] })
    expect(await resolver.query('a.example', 'CNAME')).toMatchObject({
      kind: 'records',
      records: [{ target: 'b.example' }],
      via: { cnames: [] },
    })
  })
})

describe('an unusable reply', () => {
  it('a referral is lame, not "no data"', async () => {
    const resolver = await resolverThat({ authorities: [{ type: 'NS', name: 'com', ttl: 60, data: 'a.gtld.test' }] })
    expect(await resolver.query('example.com', 'TXT')).toMatchObject({ kind: 'failed', reason: 'lame' })
  })

  it.each([
    [2, 'servfail', 'SERVFAIL'],
    [5, 'refused', 'REFUSED'],
    [4, 'servfail', 'NOTIMP'],
    [9, 'servfail', 'NOTAUTH'],
    [16, 'servfail', 'BADVERS'],
  ])('rcode %i is failed %s', async (rcode, reason, name) => {
    const resolver = await resolverThat({ rcode })
    expect(await resolver.query('example.com', 'TXT')).toMatchObject({ kind: 'failed', reason, via: { rcode: name } })
  })

  it('with garbage after the right question is malformed', async () => {
    const server = await serverThat(question => {
      const bytes = response(question, { answers: [txt('example.com', 'x')] })
      bytes.fill(0xff, 12 + 13 + 4)
      question.send(bytes)
    })
    expect(await clientOf([server]).query('example.com', 'TXT')).toMatchObject({
      kind: 'failed',
      reason: 'malformed',
      via: { server: server.name, rcode: null },
    })
  })

  it.each([
    'a..b',
    `${'a'.repeat(64)}.com`,
    Array.from({ length: 128 }, () => 'a')
      .join('.')
      .concat('.toolong'),
    '',
  ])('a name that cannot be asked for is malformed, and nothing is sent', async name => {
    const server = await serverThat(() => {})
    expect(await clientOf([server]).query(name, 'A')).toMatchObject({
      kind: 'failed',
      reason: 'malformed',
      via: { server: null, rcode: null },
    })
    expect(server.arrived).toHaveLength(0)
  })

  it('from a server without EDNS causes a retry without EDNS', async () => {
    const server = await serverThat(question =>
      question.send(
        question.edns === undefined
          ? response(question, { answers: [txt('example.com', 'x')] })
          : response(question, { rcode: 1, ede: null }),
      ),
    )
    expect((await clientOf([server]).query('example.com', 'TXT')).kind).toBe('records')
    expect(server.arrived).toHaveLength(2)
  })

  it('a server that is not an address is a configuration error', () => {
    expect(() => createDnsClient({ servers: ['dns.example.com:53'] })).toThrow(TypeError)
  })
})
