import { type Zone, zoneResolver } from '@waxseal/core/dns'
import { expect, it } from 'vitest'
import { authoritativeResolver } from './authoritative.ts'
import { response, soa } from './testing/loopback-server.ts'
import { loopbackWorld } from './testing/loopback-world.ts'

const { serverThat, clientOf } = loopbackWorld()

const zone: Zone = {
  'example.com': { NS: ['ns1.example.com', 'ns2.example.com'] },
  'ns1.example.com': { A: ['127.0.0.1'] },
  'ns2.example.com': { A: ['127.0.0.2'] },
}

it('three resolvers in turn ask both servers of a zone, whichever comes first', async () => {
  const one = await serverThat(question => question.send(response(question, { aa: true })))
  const other = await serverThat(question => question.send(response(question, { aa: true })), {
    address: '127.0.0.2',
    port: one.port,
  })
  for (const start of [0, 1, 5]) {
    const before = [one.arrived.length, other.arrived.length]
    for (const turn of [0, 1, 2]) {
      const first = start + turn
      const options = { client: clientOf([]), resolver: zoneResolver(zone), allow: () => true, port: one.port, first }
      await authoritativeResolver(options).query('example.com', 'MX')
    }
    const asked = [one.arrived.length - (before[0] ?? 0), other.arrived.length - (before[1] ?? 0)]
    expect(asked).toEqual(start % 2 === 0 ? [2, 1] : [1, 2])
  }
})

it('a resolver in turn asks the next server when its own one refuses', async () => {
  const one = await serverThat(question => question.send(response(question, { rcode: 5 })))
  const other = await serverThat(question => question.send(response(question, { aa: true })), {
    address: '127.0.0.2',
    port: one.port,
  })
  const options = { client: clientOf([]), resolver: zoneResolver(zone), allow: () => true, port: one.port, first: 0 }
  expect(await authoritativeResolver(options).query('example.com', 'MX')).toMatchObject({ kind: 'no-data' })
  expect([one.arrived.length, other.arrived.length]).toEqual([1, 1])
})

it('the servers of the parent are asked for the DS records of a zone (RFC 4035 section 3.1.4.1)', async () => {
  const parent = await serverThat(question =>
    question.send(response(question, { aa: true, authorities: [soa('com')] })),
  )
  const world: Zone = {
    com: { NS: ['ns.com'] },
    'ns.com': { A: ['127.0.0.1'] },
    'example.com': { NS: ['none.example'] },
  }
  const options = { client: clientOf([], { timeoutMs: 400 }), allow: () => true, port: parent.port }
  const resolver = authoritativeResolver({ ...options, resolver: zoneResolver(world) })
  expect(await resolver.query('example.com', 'DS')).toMatchObject({ kind: 'no-data', via: { authoritative: true } })
  expect(await resolver.query('example.com', 'SOA')).toMatchObject({ kind: 'failed' })
})
