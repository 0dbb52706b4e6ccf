import { describe, expect, it } from 'vitest'
import type { RecordType } from './record.ts'
import { type Zone, zoneResolver, zonesOf } from './zone-resolver.ts'

const zone: Zone = {
  'example.com': {
    MX: [
      [20, 'mx2.example.com'],
      [10, 'MX1.example.com.'],
    ],
    TXT: ['v=spf1 -all', ['one ', 'text']],
    fail: { CAA: 'timeout' },
  },
  'mx1.example.com': { A: ['192.0.2.1'], ttl: 60 },
  'deep.below.example.com': { A: ['192.0.2.9'] },
  '*.wild.example.com': { TXT: ['any'] },
  'host.wild.example.com': { A: ['192.0.2.2'] },
  'www.example.com': { CNAME: ['web.example.com'], ttl: 30 },
  'web.example.com': { CNAME: ['mx1.example.com'], ttl: 90 },
  'one.example.com': { CNAME: ['two.example.com'] },
  'two.example.com': { CNAME: ['one.example.com'] },
  'dangling.example.com': { CNAME: ['gone.example.org'] },
  'dead.example.com': { fail: 'servfail' },
  'bogus.example.com': { A: ['192.0.2.3'], authentic: 'bogus' },
  'signed.example.com': { A: ['192.0.2.4'], authentic: 'yes' },
  'to-signed.example.com': { CNAME: ['signed.example.com'] },
  'signed-to-signed.example.com': { CNAME: ['signed.example.com'], authentic: 'yes' },
  'signed-to-nowhere.example.com': { CNAME: ['nowhere.example.org'], authentic: 'yes' },
  'signed-to-bogus.example.com': { CNAME: ['bogus.example.com'], authentic: 'yes' },
}

const ask = (name: string, type: RecordType) => zoneResolver(zone, { now: () => 1_000 }).query(name, type)

describe('zoneResolver', () => {
  it('returns records in core form, sorted', async () => {
    expect(await ask('Example.COM.', 'MX')).toEqual({
      kind: 'records',
      records: [
        { type: 'MX', name: 'example.com', ttl: 300, preference: 10, exchange: 'mx1.example.com' },
        { type: 'MX', name: 'example.com', ttl: 300, preference: 20, exchange: 'mx2.example.com' },
      ],
      via: {
        server: 'zone',
        authoritative: false,
        rcode: 'NOERROR',
        ede: [],
        authentic: 'no',
        cnames: [],
        ttl: 300,
        ms: 0,
        askedAt: 1_000,
        cached: false,
      },
    })
  })

  it('keeps the strings of a TXT, and cuts one long text into strings of 255 octets', async () => {
    const answer = await zoneResolver({ 'example.com': { TXT: ['x'.repeat(300), ['a', 'b']] } }).query(
      'example.com',
      'TXT',
    )
    expect(
      answer.kind === 'records' && answer.records.map(record => record.strings.map(({ length }) => length)),
    ).toEqual([
      [1, 1],
      [255, 45],
    ])
  })

  it('distinguishes no data from no such name', async () => {
    expect((await ask('example.com', 'AAAA')).kind).toBe('no-data')
    expect((await ask('nothing.example.com', 'A')).kind).toBe('no-such-name')
    expect((await ask('nothing.example.com', 'A')).via.rcode).toBe('NXDOMAIN')
  })

  it('returns no data at an empty non-terminal (RFC 8020)', async () => {
    expect((await ask('below.example.com', 'A')).kind).toBe('no-data')
    expect((await ask('com', 'A')).kind).toBe('no-data')
  })

  it('synthesizes from a wildcard, with the queried name', async () => {
    const answer = await ask('x.y.wild.example.com', 'TXT')
    expect(answer.kind === 'records' && answer.records[0]?.name).toBe('x.y.wild.example.com')
    expect((await ask('x.wild.example.com', 'A')).kind).toBe('no-data')
  })

  it('lets an existing name hide the wildcard, for itself and below (RFC 4592 section 2.2)', async () => {
    expect((await ask('host.wild.example.com', 'TXT')).kind).toBe('no-data')
    expect((await ask('x.host.wild.example.com', 'TXT')).kind).toBe('no-such-name')
    expect((await ask('wild.example.com', 'TXT')).kind).toBe('no-data')
  })

  it('follows a chain of CNAMEs and returns its names', async () => {
    const answer = await ask('www.example.com', 'A')
    expect(answer.kind === 'records' && answer.records).toEqual([
      { type: 'A', name: 'mx1.example.com', ttl: 60, address: '192.0.2.1' },
    ])
    expect(answer.via.cnames).toEqual(['web.example.com', 'mx1.example.com'])
    expect(answer.via.ttl).toBe(30)
  })

  it('returns the CNAME itself for a CNAME query', async () => {
    const answer = await ask('www.example.com', 'CNAME')
    expect(answer.kind === 'records' && answer.records[0]).toMatchObject({ target: 'web.example.com' })
  })

  it('calls a loop malformed and a dangling alias no such name', async () => {
    const loop = await ask('one.example.com', 'A')
    expect(loop.kind === 'failed' && loop.reason).toBe('malformed')
    const dangling = await ask('dangling.example.com', 'A')
    expect(dangling.kind).toBe('no-such-name')
    expect(dangling.via.cnames).toEqual(['gone.example.org'])
  })

  it('fails as the zone specifies: for a whole name, or for one type', async () => {
    const dead = await ask('dead.example.com', 'A')
    expect(dead).toMatchObject({ kind: 'failed', reason: 'servfail', via: { rcode: 'SERVFAIL', server: 'zone' } })
    expect(await ask('example.com', 'CAA')).toMatchObject({ kind: 'failed', reason: 'timeout', via: { server: null } })
    expect((await ask('example.com', 'TXT')).kind).toBe('records')
  })

  it('marks validated and bogus answers', async () => {
    expect((await ask('signed.example.com', 'A')).via.authentic).toBe('yes')
    expect((await ask('bogus.example.com', 'A')).via.authentic).toBe('bogus')
  })

  it('marks an alias as authentic only if its whole chain is', async () => {
    expect((await ask('to-signed.example.com', 'A')).via.authentic).toBe('no')
    expect((await ask('signed-to-signed.example.com', 'A')).via.authentic).toBe('yes')
    expect((await ask('signed-to-nowhere.example.com', 'A')).via.authentic).toBe('no')
    expect((await ask('signed-to-bogus.example.com', 'A')).via.authentic).toBe('bogus')
  })

  it('records its queries and ends when the caller gives up', async () => {
    const resolver = zoneResolver(zone)
    const gaveUp = { aborted: true, addEventListener() {}, removeEventListener() {} }
    expect(await resolver.query('Example.com', 'A', gaveUp)).toMatchObject({ kind: 'failed', reason: 'cancelled' })
    expect(resolver.calls).toEqual([{ name: 'example.com', type: 'A' }])
  })

  it('refuses a zone that is invalid DNS', async () => {
    expect(() => zoneResolver({ 'a..b': {} })).toThrow('not a domain name: a..b')
    expect(() => zoneResolver({ 'a.example': {}, 'A.example': {} })).toThrow('two entries for a.example')
    await expect(zoneResolver({ 'a.example': { TXT: ['🦭'] } }).query('a.example', 'TXT')).rejects.toThrow('octets')
  })

  it('joins zones; later entries win', async () => {
    const resolver = zoneResolver(zonesOf(zone, { 'example.com': { A: ['192.0.2.8'] } }))
    expect((await resolver.query('example.com', 'MX')).kind).toBe('no-data')
    expect((await resolver.query('mx1.example.com', 'A')).kind).toBe('records')
  })
})
