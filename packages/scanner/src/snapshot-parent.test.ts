import { type Zone, zoneResolver } from '@waxseal/core/dns'
import type { WatchMemory } from '@waxseal/core/watch'
import { expect, it } from 'vitest'
import { authoritativeResolver } from './dns/index.ts'
import { response, soa } from './dns/testing/loopback-server.ts'
import { loopbackWorld } from './dns/testing/loopback-world.ts'
import { watchDomain } from './snapshot.ts'

const { serverThat, clientOf } = loopbackWorld()

const start = Date.parse('2026-11-20T12:00:00Z')
const parent: Zone = { test: { NS: ['ns.test'] }, 'ns.test': { A: ['127.0.0.1'] } }
const delegated: Zone = {
  ...parent,
  'gone.test': { NS: ['ns1.gone.test'], MX: [[10, 'mx.other.example']], TXT: ['v=spf1 -all'] },
  'ns1.gone.test': { A: ['127.0.0.1'] },
}

/** Two checks, after the second of which the resolver does not know the domain, and these servers answer for `test`. */
async function changesAfter(port: number, rest: Zone): Promise<string[]> {
  const client = clientOf([], { timeoutMs: 400 })
  let memory: WatchMemory | null = null
  const found: string[] = []
  for (const [hour, zone] of [delegated, { ...parent, ...rest }, { ...parent, ...rest }].entries()) {
    const resolver = zoneResolver(zone)
    const authoritative = authoritativeResolver({ client, resolver, allow: () => true, port })
    const now = () => new Date(start + hour * 3_600_000)
    const watched = await watchDomain({ name: 'gone.test', memory, dns: { resolver, authoritative }, now })
    memory = watched.memory
    found.push(...watched.changes.map(({ change_description }) => change_description))
  }
  return found
}

const removed = [
  'All mail servers removed: mx.other.example (priority 10)',
  'SPF record removed',
  'All name servers removed: ns1.gone.test',
]

it('a domain that no longer exists is gone, because the servers of the parent zone say so', async () => {
  const server = await serverThat(question =>
    question.send(response(question, { aa: true, rcode: 3, authorities: [soa('test')] })),
  )
  expect(await changesAfter(server.port, {})).toEqual(['The domain is no longer in DNS: its parent zone denies it'])
})

it('a zone without a delegation is gone, though its name has a record in the parent zone', async () => {
  const server = await serverThat(question =>
    question.send(response(question, { aa: true, authorities: [soa('test')] })),
  )
  expect(await changesAfter(server.port, { 'gone.test': {} })).toEqual(removed)
})

it('a domain whose own servers refuse is not gone', async () => {
  const server = await serverThat(question => question.send(response(question, { rcode: 5 })))
  const rest: Zone = { 'gone.test': { NS: ['ns1.gone.test'] }, 'ns1.gone.test': { A: ['127.0.0.1'] } }
  expect(await changesAfter(server.port, rest)).toEqual([])
})
