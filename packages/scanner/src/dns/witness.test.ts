import { type Zone, zoneResolver } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { authoritativeResolver } from './authoritative.ts'
import { response } from './testing/loopback-server.ts'
import { loopbackWorld } from './testing/loopback-world.ts'

const { serverThat, clientOf } = loopbackWorld()

const zone: Zone = {
  'example.com': { NS: ['ns1.example.com', 'ns2.example.com'] },
  'ns1.example.com': { A: ['127.0.0.1'] },
  'ns2.example.com': { A: ['127.0.0.2'] },
}

/** Asks the zone's server of this place, at the port of the given server. */
function witnessAt(place: number, port: number) {
  const client = clientOf([], { timeoutMs: 400 })
  const resolver = authoritativeResolver({ client, resolver: zoneResolver(zone), allow: () => true, port, place })
  return () => resolver.query('_domainkey.example.com', 'TXT')
}

const record = { type: 'TXT' as const, name: '_domainkey.example.com', ttl: 60, data: ['x'] }

describe("one of a zone's servers, asked alone", () => {
  it('is chosen by a fixed position, so that two resolvers ask two servers', async () => {
    const server = await serverThat(question => question.send(response(question, { aa: true, answers: [record] })))
    const first = witnessAt(0, server.port)
    for (let again = 0; again < 5; again++) expect((await first()).via.server).toBe(server.name)
    expect((await witnessAt(1, server.port)()).kind).toBe('failed')
    expect(server.arrived).toHaveLength(5)
  })

  it('cannot be asked if the zone does not have it', async () => {
    const server = await serverThat(() => {})
    expect(await witnessAt(2, server.port)()).toMatchObject({ kind: 'failed', reason: 'unreachable' })
    expect(server.arrived).toHaveLength(0)
  })
})
