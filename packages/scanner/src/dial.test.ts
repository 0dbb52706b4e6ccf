import { type Zone, zoneResolver } from '@waxseal/core/dns'
import { afterEach, describe, expect, it } from 'vitest'
import type { Dial } from './dial.ts'
import { createDnsClient } from './dns/index.ts'
import { createHttpsGet } from './https/index.ts'
import { testAuthority } from './https/testing/certificates.ts'
import { httpsWorld } from './https/testing/https-world.ts'
import { openRelayProbe } from './smtp/index.ts'
import { answering, type RawServer, rawServer } from './smtp/testing/raw-server.ts'
import { zoneServer } from './testing/zone-server.ts'

/** A public address. These tests send nothing to it. */
const address = '8.26.56.25'

/** Redirects every connection to one port of the loopback and records the dialed addresses. */
function dialTo(port: number): Dial & { dialled: string[] } {
  const dialled: string[] = []
  const dial = (to: string, at: number) => {
    dialled.push(`${to}:${at}`)
    return { address: '127.0.0.1', port }
  }
  return Object.assign(dial, { dialled })
}

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

describe('a custom dial', () => {
  it('redirects queries to another name server, and the answer keeps the original name', async () => {
    const server = await zoneServer({ 'example.com': { A: [address] } })
    const dial = dialTo(server.port)
    const client = createDnsClient({ servers: [`${address}:53`], dial })
    open.push(server, client)
    const answer = await client.query('example.com', 'A')
    expect(answer).toMatchObject({ kind: 'records', via: { server: `${address}:53` } })
    expect(dial.dialled).toEqual([`${address}:53`])
  })

  it('redirects sessions to another mail server, and the transcript names the original', async () => {
    const server: RawServer = await rawServer(answering({ RCPT: '550 5.7.1 No relaying' }))
    const dial = dialTo(server.port)
    const probe = openRelayProbe({ dial })
    open.push(server, probe)
    const report = await probe.probe({ host: 'mx.example.com', address, addresses: [address] })
    expect(report).toMatchObject({ relay: 'closed', address })
    expect(report.transcript.lines[0]).toBe(`* connected to ${address}, port 25`)
    expect(dial.dialled).toEqual([`${address}:25`])
  })

  it('is not called for an address that the rules refuse', async () => {
    const dial = dialTo(1)
    const probe = openRelayProbe({ dial })
    open.push(probe)
    const report = await probe.probe({ host: 'mx.example.com', address: '10.0.0.1', addresses: ['10.0.0.1'] })
    expect(report).toMatchObject({ contacted: false, relay: 'unknown' })
    const zone: Zone = { 'mta-sts.example.com': { A: ['10.0.0.1'] } }
    const https = createHttpsGet({ resolver: zoneResolver(zone), dial })
    const reply = await https('https://mta-sts.example.com/', { maxBytes: 10, timeoutMs: 5000, redirects: 0 })
    expect(reply.failure).toMatchObject({ kind: 'not-public' })
    expect(dial.dialled).toEqual([])
  })

  const { serverThat } = httpsWorld()
  it('redirects HTTPS, where the certificate must still match the name', async () => {
    const authority = testAuthority()
    const port = await serverThat(authority.issue(['mta-sts.example.com']), (_, response) => void response.end('here'))
    const dial = dialTo(port)
    const zone: Zone = { 'mta-sts.example.com': { A: [address] }, 'other.example.com': { A: [address] } }
    const https = createHttpsGet({ resolver: zoneResolver(zone), dial, ca: authority.ca })
    const limits = { maxBytes: 100, timeoutMs: 5000, redirects: 0 }
    const reply = await https('https://mta-sts.example.com/', limits)
    expect(reply.body.toString()).toBe('here')
    expect(reply.evidence.lines[0]).toBe(`GET https://mta-sts.example.com/ at ${address}`)
    expect((await https('https://other.example.com/', limits)).failure).toMatchObject({ kind: 'certificate' })
    expect(dial.dialled).toEqual([`${address}:443`, `${address}:443`])
  })
})
