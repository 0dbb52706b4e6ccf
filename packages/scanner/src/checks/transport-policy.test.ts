import type { HttpEvidence } from '@waxseal/core/check'
import type { Zone } from '@waxseal/core/dns'
import { assessTransport } from '@waxseal/core/transport'
import { describe, expect, it } from 'vitest'
import { createHttpsGet, type HttpsGet, type HttpsReply } from '../https/index.ts'
import { testAuthority } from '../https/testing/certificates.ts'
import { httpsWorld } from '../https/testing/https-world.ts'
import { contextFor } from '../testing/zone-context.ts'
import { findingsOf, mailZone, transport } from './transport.fixture.ts'

const authority = testAuthority()
const { serverThat } = httpsWorld()

describe('the MTA-STS policy', () => {
  const record = { '_mta-sts.example.com': { TXT: ['v=STSv1; id=1'] } }
  const name = 'mta-sts.example.com'
  const url = `https://${name}/.well-known/mta-sts.txt`

  const served = (port: number, zone: Zone = { [name]: { A: ['127.0.0.1'] } }): HttpsGet =>
    createHttpsGet({
      resolver: contextFor('example.com', zone).resolver,
      allowAddress: () => true,
      ca: authority.ca,
      port,
    })

  it('is fetched over HTTPS, held against the MX hosts, and is evidence', async () => {
    const port = await serverThat(authority.issue([name]), (request, response) => {
      const found = request.url === '/.well-known/mta-sts.txt' && request.headers.host === name
      response.writeHead(found ? 200 : 404, { 'content-type': 'text/plain' })
      response.end('version: STSv1\r\nmode: enforce\r\nmx: mx.example.com\r\nmax_age: 604800\r\n')
    })
    const section = await transport(mailZone(record), { https: served(port) })
    expect(section.value.mtaSts.policy).toMatchObject({ url, state: 'fetched', contentType: 'text/plain', whole: true })
    expect(findingsOf(section).filter(id => id.startsWith('mta_sts'))).toEqual([])
    const [exchange] = section.evidence.filter(({ kind }) => kind === 'http')
    expect(exchange).toMatchObject({ id: `HTTP ${url}`, status: 200 })
  })

  it('is not fetched without a record that senders use', async () => {
    await transport(mailZone())
    await transport(mailZone({ '_mta-sts.example.com': { TXT: ['v=STSv1; id=1', 'v=STSv1; id=2'] } }))
  })

  it.each([
    ['a certificate for another name', ['other.example.com'] as const, 200, 'unavailable'],
    ['status 404', [name] as const, 404, 'unavailable'],
    ['a redirect', [name] as const, 301, 'unavailable'],
    ['status 403, which may be meant for us alone', [name] as const, 403, 'unanswered'],
    ['status 503', [name] as const, 503, 'unanswered'],
  ])('behind %s', async (_, names, status, state) => {
    const port = await serverThat(authority.issue([...names]), (_request, response) => {
      response.writeHead(status, { location: 'https://www.example.com/' }).end('version: STSv1')
    })
    const section = await transport(mailZone(record), { https: served(port) })
    expect(section.value.mtaSts.policy?.state).toBe(state)
    expect(findingsOf(section).includes('mta_sts_policy_unavailable')).toBe(state === 'unavailable')
    expect(section.gaps.map(({ question }) => question)).toEqual(
      state === 'unanswered' ? [{ name: url, type: 'HTTP' }] : [],
    )
  })

  it('at a host without address is missing only when the zone says so', async () => {
    const https = served(1, {})
    const missing = await transport(mailZone(record), { https })
    expect(missing.value.mtaSts.policy).toMatchObject({ state: 'unavailable', problem: `${name} has no address` })
    const { value, evidence } = missing
    const context = { domain: 'example.com', evidence, nonMail: false, dmarcEnforced: true }
    const found = assessTransport(value, context).find(({ id }) => id === 'mta_sts_policy_unavailable')
    expect(found?.evidence).toEqual([
      'TXT _mta-sts.example.com',
      `A ${name} @authoritative`,
      `AAAA ${name} @authoritative`,
    ])
    const published = mailZone({ ...record, [name]: { A: ['8.26.56.20'] } })
    const stale = await transport(mailZone(record), { https, live: published })
    expect(stale.value.mtaSts.policy?.state).toBe('unanswered')
  })

  it('at an address that is not public is not fetched', async () => {
    const https = createHttpsGet({ resolver: contextFor('example.com', { [name]: { A: ['127.0.0.1'] } }).resolver })
    const { value } = await transport(mailZone(record), { https })
    expect(value.mtaSts.policy).toMatchObject({ state: 'unavailable', problem: expect.stringContaining('not public') })
  })

  it.each(['64:ff9b::808:808', '2002:808:808::1', '2600::20'])(
    'at the public address %s that is not connected to is unanswered, which says nothing about it',
    async address => {
      const { resolver } = contextFor('example.com', { [name]: { AAAA: [address] } })
      const https = createHttpsGet({ resolver, allowAddress: () => false })
      const section = await transport(mailZone(record), { https })
      expect(section.value.mtaSts.policy?.state).toBe('unanswered')
      expect(findingsOf(section)).not.toContain('mta_sts_policy_unavailable')
    },
  )

  it('is asked for within its bounds: 64 KB, ten seconds, no redirect', async () => {
    const asked: Parameters<HttpsGet>[] = []
    const https: HttpsGet = (...call) => {
      asked.push(call)
      return Promise.resolve(unanswered(call[0]))
    }
    const section = await transport(mailZone(record), { https })
    expect(asked).toEqual([
      [url, { maxBytes: 65_536, timeoutMs: 10_000, redirects: 0, signal: expect.any(AbortSignal) }],
    ])
    expect(section.gaps.map(({ question, reason }) => [question.type, reason])).toEqual([['HTTP', 'timeout']])
  })
})

function unanswered(url: string): HttpsReply {
  const evidence: HttpEvidence = {
    id: `HTTP ${url}`,
    kind: 'http',
    question: { name: url, type: 'HTTP' },
    outcome: 'failed',
    reason: 'timeout',
    status: null,
    lines: [],
    ms: 1,
    askedAt: 0,
  }
  const failure = { kind: 'unanswered', reason: 'timeout', text: 'the server did not answer in time' } as const
  return { status: null, contentType: null, location: null, body: Buffer.alloc(0), whole: true, failure, evidence }
}
