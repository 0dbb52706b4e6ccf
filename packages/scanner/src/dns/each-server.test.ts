import { type Zone, zoneResolver } from '@waxseal/core/dns'
import type { Answer } from 'dns-packet'
import { describe, expect, it } from 'vitest'
import { authoritativeResolver } from './authoritative.ts'
import { askEachServer } from './each-server.ts'
import { type Arrived, response, soa } from './testing/loopback-server.ts'
import { loopbackWorld } from './testing/loopback-world.ts'

const { serverThat, clientOf, clock } = loopbackWorld()

const txt = (name: string, text: string): Answer => ({ type: 'TXT', name, ttl: 60, data: [text] })
const own = (question: Arrived, ...answers: Answer[]): void =>
  question.send(
    response(question, { aa: true, answers, authorities: answers.length === 0 ? [soa('example.com')] : [] }),
  )

/** Two name servers on loopback, at the same port. */
const zone: Zone = {
  'example.com': { NS: ['ns2.example.com', 'ns1.example.com'] },
  'ns1.example.com': { A: ['127.0.0.1'] },
  'ns2.example.com': { A: ['127.0.0.2'] },
  '_dmarc.example.com': {},
}

async function twoServers(first: (question: Arrived) => void, second: (question: Arrived) => void) {
  const one = await serverThat(first)
  await serverThat(second, { address: '127.0.0.2', port: one.port })
  return one.port
}

function ask(port: number, world: Zone = zone, allow: (address: string) => boolean = () => true) {
  const client = clientOf([], { timeoutMs: 10_000 })
  const resolver = zoneResolver(world)
  const follow = authoritativeResolver({ client, resolver, allow, port })
  const options = { client, resolver, follow, allow, port }
  return askEachServer(options, '_dmarc.example.com', 'TXT', new AbortController().signal)
}

describe('each name server of a zone', () => {
  it('answers for itself, in the order of their names', async () => {
    const port = await twoServers(
      question => own(question, txt('_dmarc.example.com', 'v=DMARC1; p=reject')),
      question => own(question),
    )
    expect(await ask(port)).toMatchObject({
      servers: [
        { host: 'ns1.example.com', answer: { kind: 'records', records: [{ strings: ['v=DMARC1; p=reject'] }] } },
        { host: 'ns2.example.com', answer: { kind: 'no-data', via: { authoritative: true } } },
      ],
      more: 0,
      reason: null,
    })
  })

  it('that is silent could not be asked, which is no denial', async () => {
    const heard = Promise.withResolvers<void>()
    const server = await serverThat(() => heard.resolve())
    const asked = ask(server.port, { ...zone, 'example.com': { NS: ['ns1.example.com'] } })
    await heard.promise
    clock.advance(10_100)
    expect(await asked).toMatchObject({
      servers: [
        { host: 'ns1.example.com', answer: { kind: 'failed', reason: 'timeout', via: { server: server.name } } },
      ],
      reason: null,
    })
  })

  it('is left out beyond the fourth, and counted', async () => {
    const { port } = await serverThat(question => own(question))
    const hosts = ['a', 'b', 'c', 'd', 'e', 'f'].map(label => `${label}.example.com`)
    const world: Zone = {
      'example.com': { NS: hosts },
      ...Object.fromEntries(hosts.map(host => [host, { A: ['127.0.0.1'] }])),
    }
    const { servers, more } = await ask(port, world)
    expect(servers.map(({ host }) => host)).toEqual(hosts.slice(0, 4))
    expect(more).toBe(2)
  })

  it('is asked only at an allowed address', async () => {
    const server = await serverThat(question => own(question))
    const { servers } = await ask(server.port, zone, () => false)
    expect(servers).toMatchObject([
      { answer: { kind: 'failed', reason: 'unreachable' } },
      { answer: { kind: 'failed', reason: 'unreachable' } },
    ])
    expect(server.arrived).toHaveLength(0)
  })

  it('leads to the servers of another zone with an alias', async () => {
    const { port } = await serverThat(question =>
      question.name.toLowerCase() === '_dmarc.example.com'
        ? own(question, { type: 'CNAME', name: '_dmarc.example.com', ttl: 60, data: 'policy.example.net' })
        : own(question, txt('policy.example.net', 'v=DMARC1; p=none')),
    )
    const world: Zone = {
      'example.com': { NS: ['ns1.example.com'] },
      'ns1.example.com': { A: ['127.0.0.1'] },
      'example.net': { NS: ['ns1.example.com'] },
      'policy.example.net': {},
    }
    expect((await ask(port, world)).servers).toMatchObject([
      { host: 'ns1.example.com', answer: { kind: 'records', records: [{ strings: ['v=DMARC1; p=none'] }] } },
    ])
  })

  it('is unknown when the lookup of the name servers failed', async () => {
    expect(await ask(53, { 'example.com': { fail: 'servfail' }, '_dmarc.example.com': {} })).toEqual({
      servers: [],
      more: 0,
      reason: 'servfail',
    })
  })
})
