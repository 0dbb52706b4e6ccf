import { type Resolver, type Zone, zoneResolver } from '@waxseal/core/dns'
import type { Answer } from 'dns-packet'
import { describe, expect, it } from 'vitest'
import { type AuthoritativeOptions, authoritativeResolver } from './authoritative.ts'
import { confirmingResolver } from './confirming-resolver.ts'
import { type Arrived, response, soa } from './testing/loopback-server.ts'
import { loopbackWorld } from './testing/loopback-world.ts'

const { serverThat, clientOf } = loopbackWorld()

/** Asks zones on loopback, at the port of the given server. A plain zone answers where their servers are. */
function resolverAt(port: number, zone: Zone, options: Partial<AuthoritativeOptions> = {}) {
  const client = clientOf([], { timeoutMs: 400 })
  const finder = zoneResolver(zone)
  const resolver: Resolver = authoritativeResolver({ client, resolver: finder, allow: () => true, port, ...options })
  return { resolver, finder, client }
}

const txt = (name: string, text: string): Answer => ({ type: 'TXT', name, ttl: 60, data: [text] })
const cname = (name: string, data: string): Answer => ({ type: 'CNAME', name, ttl: 60, data })
const own = (question: Arrived, ...answers: Answer[]): void => question.send(response(question, { aa: true, answers }))

const now = () => new Date(1_000_000)

const oneZone: Zone = {
  'example.com': { NS: ['ns1.example.com'] },
  'ns1.example.com': { A: ['127.0.0.1'] },
  '_dmarc.example.com': {},
}

describe("a zone's own servers", () => {
  it('are found by walking up from the name, and asked without recursion', async () => {
    const server = await serverThat(question => own(question, txt('_dmarc.example.com', 'v=DMARC1')))
    const { resolver } = resolverAt(server.port, oneZone)
    expect(await resolver.query('_dmarc.example.com', 'TXT')).toMatchObject({
      kind: 'records',
      records: [{ strings: ['v=DMARC1'] }],
      via: { authoritative: true, server: server.name, rcode: 'NOERROR', authentic: 'no', cached: false },
    })
    expect(server.arrived[0]?.recursion).toBe(false)
  })

  it('return NODATA and NXDOMAIN', async () => {
    const server = await serverThat(question =>
      question.send(
        response(question, {
          aa: true,
          rcode: question.type === 'MX' ? 3 : 0,
          authorities: [soa('example.com', { minimum: 77 })],
        }),
      ),
    )
    const { resolver } = resolverAt(server.port, oneZone)
    expect(await resolver.query('example.com', 'TXT')).toMatchObject({ kind: 'no-data', via: { ttl: 77 } })
    expect(await resolver.query('no.example.com', 'MX')).toMatchObject({ kind: 'no-such-name' })
  })

  it('are cached, but their answers are not', async () => {
    const server = await serverThat(question => own(question, txt('example.com', 'x')))
    const { resolver, finder } = resolverAt(server.port, oneZone)
    await resolver.query('example.com', 'TXT')
    const looked = finder.calls.length
    await resolver.query('example.com', 'TXT')
    expect(finder.calls).toHaveLength(looked)
    expect(server.arrived).toHaveLength(2)
  })

  it('NS records at the end of an alias belong to another zone', async () => {
    const server = await serverThat(question =>
      own(question, cname('www.example.com', 'example.com'), txt('example.com', 'x')),
    )
    const { resolver } = resolverAt(server.port, { ...oneZone, 'www.example.com': { CNAME: ['example.com'] } })
    expect(await resolver.query('www.example.com', 'TXT')).toMatchObject({
      kind: 'records',
      via: { cnames: ['example.com'] },
    })
    expect(server.arrived).toHaveLength(1)
  })
})

describe('underscored names', () => {
  const zone: Zone = {
    'example.com': { NS: ['ns1.example.com'] },
    'ns1.example.com': { A: ['127.0.0.1'] },
    '_domainkey.example.com': { NS: ['ns.keys.test'] },
    'ns.keys.test': { A: ['127.0.0.2'] },
  }

  it('are looked up at the zone of their host, which one query finds for all', async () => {
    const server = await serverThat(question => own(question, txt(question.name.toLowerCase(), 'x')))
    const { resolver, finder } = resolverAt(server.port, oneZone)
    for (let i = 0; i < 10; i++) {
      expect((await resolver.query(`s${i}._domainkey.example.com`, 'TXT')).kind).toBe('records')
    }
    expect(finder.calls.map(call => `${call.name} ${call.type}`)).toEqual([
      'example.com NS',
      'ns1.example.com A',
      'ns1.example.com AAAA',
    ])
  })

  it('that are a separate zone are found by the referral', async () => {
    const parent = await serverThat(question =>
      question.send(
        response(question, {
          authorities: [{ type: 'NS', name: '_domainkey.example.com', ttl: 60, data: 'ns.keys.test' }],
        }),
      ),
    )
    const child = await serverThat(question => own(question, txt('s1._domainkey.example.com', 'v=DKIM1')), {
      address: '127.0.0.2',
      port: parent.port,
    })
    const { resolver } = resolverAt(parent.port, zone)
    expect(await resolver.query('s1._domainkey.example.com', 'TXT')).toMatchObject({
      kind: 'records',
      via: { server: child.name, authoritative: true },
    })
  })
})

describe('servers that do not answer for the zone', () => {
  it('are lame if they do not claim authority', async () => {
    const server = await serverThat(question =>
      question.send(response(question, { answers: [txt('example.com', 'x')] })),
    )
    expect(await resolverAt(server.port, oneZone).resolver.query('example.com', 'TXT')).toMatchObject({
      kind: 'failed',
      reason: 'lame',
      via: { server: server.name, authoritative: true },
    })
  })

  it('are lame if they answer from the parent zone', async () => {
    const server = await serverThat(question =>
      question.send(response(question, { aa: true, rcode: 3, authorities: [soa('com')] })),
    )
    expect(await resolverAt(server.port, oneZone).resolver.query('example.com', 'TXT')).toMatchObject({
      reason: 'lame',
    })
  })

  it('are followed by others, at most three', async () => {
    const zone: Zone = {
      'example.com': { NS: ['ns1.test', 'ns2.test', 'ns3.test', 'ns4.test', 'ns5.test'] },
      'ns1.test': { A: ['127.0.0.1'] },
      'ns2.test': { A: ['127.0.0.2'] },
      'ns3.test': { A: ['127.0.0.3'] },
      'ns4.test': { A: ['127.0.0.4'] },
      'ns5.test': { A: ['127.0.0.5'] },
    }
    const first = await serverThat(question => question.send(response(question, { rcode: 5 })))
    const servers = [first]
    for (let i = 2; i <= 5; i++) {
      servers.push(
        await serverThat(question => question.send(response(question, { rcode: 5 })), {
          address: `127.0.0.${i}`,
          port: first.port,
        }),
      )
    }
    expect(await resolverAt(first.port, zone).resolver.query('example.com', 'TXT')).toMatchObject({ reason: 'refused' })
    expect(servers.flatMap(server => server.arrived)).toHaveLength(3)
  })

  it('are not asked at addresses that are not public, unless allowed', async () => {
    const server = await serverThat(question => own(question, txt('example.com', 'x')))
    const client = clientOf([])
    const resolver = authoritativeResolver({ client, resolver: zoneResolver(oneZone), port: server.port })
    expect(await resolver.query('example.com', 'TXT')).toMatchObject({ kind: 'failed', reason: 'unreachable' })
    expect(server.arrived).toHaveLength(0)
  })

  it('give the reason when the zone cannot be found', async () => {
    const { resolver } = resolverAt(9, { ...oneZone, 'example.com': { fail: 'servfail' } })
    expect(await resolver.query('example.com', 'TXT')).toMatchObject({ kind: 'failed', reason: 'servfail' })
    const { resolver: orphan } = resolverAt(9, { 'example.com': { NS: ['ns1.gone.test'] } })
    expect(await orphan.query('example.com', 'TXT')).toMatchObject({ kind: 'failed', reason: 'unreachable' })
    const { resolver: nowhere } = resolverAt(9, {})
    expect(await nowhere.query('example.com', 'TXT')).toMatchObject({ kind: 'failed', reason: 'unreachable' })
    expect(await nowhere.query('.', 'NS')).toMatchObject({ kind: 'failed', reason: 'unreachable' })
  })

  it('make an invalid name malformed', async () => {
    expect(await resolverAt(9, {}).resolver.query('a..b', 'TXT')).toMatchObject({ kind: 'failed', reason: 'malformed' })
  })

  it('are not asked after the caller gives up', async () => {
    const server = await serverThat(() => {})
    const { resolver } = resolverAt(server.port, oneZone)
    const abort = new AbortController()
    const answer = resolver.query('example.com', 'TXT', abort.signal)
    await server.reached(1)
    abort.abort()
    expect(await answer).toMatchObject({ kind: 'failed', reason: 'cancelled' })
  })
})

describe('a CNAME out of the zone', () => {
  const zones: Zone = {
    'example.com': { NS: ['ns.example.com'] },
    'ns.example.com': { A: ['127.0.0.1'] },
    'provider.test': { NS: ['ns.provider.test'] },
    'ns.provider.test': { A: ['127.0.0.2'] },
  }

  it("is followed to the target's own servers, ignoring the first zone's data about the target", async () => {
    const first = await serverThat(question =>
      own(question, cname('sel.example.com', 'sel.provider.test'), txt('sel.provider.test', 'forged')),
    )
    const second = await serverThat(question => own(question, txt('sel.provider.test', 'true')), {
      address: '127.0.0.2',
      port: first.port,
    })
    expect(await resolverAt(first.port, zones).resolver.query('sel.example.com', 'TXT')).toMatchObject({
      kind: 'records',
      records: [{ strings: ['true'] }],
      via: { authoritative: true, server: second.name, cnames: ['sel.provider.test'] },
    })
  })

  it("dangles when the target's own zone answers NXDOMAIN", async () => {
    const first = await serverThat(question => own(question, cname('sel.example.com', 'gone.provider.test')))
    await serverThat(
      question => question.send(response(question, { aa: true, rcode: 3, authorities: [soa('provider.test')] })),
      { address: '127.0.0.2', port: first.port },
    )
    expect(await resolverAt(first.port, zones).resolver.query('sel.example.com', 'TXT')).toMatchObject({
      kind: 'no-such-name',
      via: { cnames: ['gone.provider.test'] },
    })
  })

  it('in a loop of zones is malformed, after a bounded number of queries', async () => {
    const first = await serverThat(question => own(question, cname('a.example.com', 'b.provider.test')))
    const second = await serverThat(question => own(question, cname('b.provider.test', 'a.example.com')), {
      address: '127.0.0.2',
      port: first.port,
    })
    const { resolver } = resolverAt(first.port, zones)
    expect(await resolver.query('a.example.com', 'TXT')).toMatchObject({ kind: 'failed', reason: 'malformed' })
    expect(first.arrived.length + second.arrived.length).toBe(2)
  })

  it('through an endless chain of zones ends after four', async () => {
    const endless: Record<string, Zone[string]> = { 'ns.test': { A: ['127.0.0.1'] } }
    for (let i = 0; i < 20; i++) endless[`z${i}.test`] = { NS: ['ns.test'] }
    const server = await serverThat(question => {
      const number = Number(/z(\d+)/i.exec(question.name)?.[1])
      own(question, cname(`a.z${number}.test`, `a.z${number + 1}.test`))
    })
    const { resolver } = resolverAt(server.port, endless)
    expect(await resolver.query('a.z0.test', 'TXT')).toMatchObject({ kind: 'failed', reason: 'malformed' })
    expect(server.arrived).toHaveLength(4)
  })
})

describe('hostile zones', () => {
  it('a name of many labels costs ten queries for its zone', async () => {
    const name = Array.from({ length: 100 }, (_, i) => `l${i}`).join('.')
    const { resolver, finder } = resolverAt(9, {})
    await resolver.query(name, 'TXT')
    expect(finder.calls.length).toBeLessThanOrEqual(10)
  })

  it('a zone of many servers with many addresses costs eight address queries and three packets', async () => {
    const zone: Record<string, Zone[string]> = {
      'example.com': { NS: Array.from({ length: 100 }, (_, i) => `ns${i}.test`) },
    }
    const addresses = Array.from({ length: 60 }, (_, i) => `127.0.1.${i + 1}`)
    for (let i = 0; i < 100; i++) zone[`ns${i}.test`] = { A: addresses }
    const { resolver, finder, client } = resolverAt(9, zone)
    await resolver.query('example.com', 'TXT')
    expect(finder.calls.filter(call => call.type !== 'NS')).toHaveLength(8)
    expect(client.stats.packets).toBeLessThanOrEqual(3)
  })
})

describe('a record published within the old TTL', () => {
  it('is found at the zone, with the time until which the resolver caches its old answer', async () => {
    const resolverServer = await serverThat(question =>
      question.send(response(question, { rcode: 3, authorities: [soa('example.com', { ttl: 900, minimum: 900 })] })),
    )
    const zoneServer = await serverThat(question => own(question, txt('_dmarc.example.com', 'v=DMARC1; p=none')))
    const client = clientOf([resolverServer])
    const { resolver: authoritative } = resolverAt(zoneServer.port, oneZone, { now })
    const answer = await confirmingResolver(client, authoritative, { now }).query('_dmarc.example.com', 'TXT')
    expect(answer).toMatchObject({
      kind: 'records',
      via: { authoritative: true, heldUntil: 1_000_000 + 900_000 },
    })
  })
})
