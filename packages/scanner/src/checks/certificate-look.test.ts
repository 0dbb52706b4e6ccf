import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { providerOfHost } from '@waxseal/core/providers'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpsGet } from '../https/index.ts'
import { type Issued, testAuthority } from '../https/testing/certificates.ts'
import { httpsWorld } from '../https/testing/https-world.ts'
import { openRelayProbe } from '../smtp/index.ts'
import { contextFor } from '../testing/zone-context.ts'
import { lookAtCertificates } from './certificate-look.ts'
import { mailZone } from './transport.fixture.ts'

const authority = testAuthority()
const { serverThat } = httpsWorld()
const [mx, policyHost] = ['mx.example.com', 'mta-sts.example.com']
const zone = mailZone({ [policyHost]: { A: ['8.26.56.11'] }, '_mta-sts.example.com': { TXT: ['v=STSv1; id=1'] } })
const dates = { notBefore: '2026-10-01T00:00:00.000Z', notAfter: '2030-01-01T00:00:00.000Z' }

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A mail server with this certificate, and the commands with an address that it got. */
async function mailServer(issued: Issued) {
  const envelopes: string[] = []
  const server = new SMTPServer({
    ...issued,
    name: mx,
    authOptional: true,
    logger: false,
    onMailFrom: ({ address }, _, done) => done(envelopes.push(address) === 0 ? new Error() : undefined),
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  closers.push(() => server.close(() => {}))
  return { port: (listening.address() as AddressInfo).port, envelopes }
}

/** Looks at a domain whose mail server is at one port of the loopback, and whose policy host is at another. */
async function look(ports: { smtp: number; https: number }, records = zone) {
  const context = contextFor('example.com', records)
  const dial = (_: string, port: number) => ({ address: '127.0.0.1', port: port === 25 ? ports.smtp : ports.https })
  const probe = openRelayProbe({ dial, ca: [authority.ca] })
  closers.push(() => probe.close())
  const https = createHttpsGet({ resolver: context.resolver, dial, ca: authority.ca })
  return { ...(await lookAtCertificates({ ...context, relay: probe.offers, https })), calls: context.calls, probe }
}

const policy = (port = authority.issue([policyHost], dates)) =>
  serverThat(port, (_, response) =>
    response.end('version: STSv1\r\nmode: enforce\r\nmx: mx.example.com\r\nmax_age: 604800\r\n'),
  )
const ofPolicy = { host: policyHost, role: 'policy', not_before: dates.notBefore, not_after: dates.notAfter }
const closedPort = 1

describe('a look at the certificates of a domain', () => {
  it('sees that of the policy host, and those of mail servers that the policy names', async () => {
    expect(providerOfHost(mx)).toBeNull()
    const server = await mailServer(authority.issue([mx], { ...dates, notAfter: '2029-06-01T00:00:00.000Z' }))
    const { seen, gaps } = await look({ smtp: server.port, https: await policy() })
    expect(seen).toEqual([
      ofPolicy,
      { host: mx, role: 'mx', not_before: dates.notBefore, not_after: '2029-06-01T00:00:00.000Z' },
    ])
    expect(gaps).toEqual([])
  })

  it('tries no envelope, and puts no relay test off', async () => {
    const server = await mailServer(authority.issue([mx], dates))
    const { probe } = await look({ smtp: server.port, https: await policy() })
    expect(server.envelopes).toEqual([])
    const target = { host: mx, address: '8.26.56.10', addresses: ['8.26.56.10'] }
    await probe.offers.probe(target)
    expect(server.envelopes).toEqual([])
    await probe.probe(target)
    expect(server.envelopes).not.toEqual([])
  })

  it('asks for the policy, the mail hosts and their TLSA records, and nothing else', async () => {
    const server = await mailServer(authority.issue([mx], dates))
    const { calls } = await look({ smtp: server.port, https: await policy() })
    expect(
      [...new Set(calls)].filter(call => !/ (_mta-sts|mta-sts|mx|_25\._tcp\.mx)\.example\.com$/.test(call)),
    ).toEqual(['MX example.com'])
  })

  it.each([
    ['a mail server that is silent', mx],
    ['a policy host that is silent', policyHost],
  ])('says of %s that it could not look', async (_, silent) => {
    const server = await mailServer(authority.issue([mx], dates))
    const { seen, unseen, gaps } = await look({
      smtp: silent === mx ? closedPort : server.port,
      https: silent === policyHost ? closedPort : await policy(),
    })
    expect(seen.map(({ host }) => host)).not.toContain(silent)
    expect(unseen).toEqual([mx])
    expect(gaps.some(({ question }) => question.name.includes(silent))).toBe(silent === policyHost)
  })

  it('says so of mail servers, too, where the operator has switched sessions off', async () => {
    const context = contextFor('example.com', zone)
    const dial = () => ({ address: '127.0.0.1', port })
    const port = await policy()
    const https = createHttpsGet({ resolver: context.resolver, dial, ca: authority.ca })
    expect(await lookAtCertificates({ ...context, relay: null, https })).toEqual({
      seen: [ofPolicy],
      unseen: [mx],
      gaps: [],
    })
  })

  it('leaves out a policy host that is an alias of a host of somebody else, who renews its certificate', async () => {
    const server = await mailServer(authority.issue([mx], dates))
    const alias = (target: string) => ({
      ...zone,
      [policyHost]: { CNAME: [target] },
      [target]: { A: ['8.26.56.11'] },
    })
    const hosted = await look({ smtp: server.port, https: await policy() }, alias('policies.hoster.example'))
    expect(hosted.seen.map(({ host }) => host)).toEqual([mx])
    const own = await look({ smtp: server.port, https: await policy() }, alias('www.example.com'))
    expect(own.seen.map(({ host }) => host)).toEqual([policyHost, mx])
  })

  it('sees that a certificate has expired, which ends the handshake with the policy host', async () => {
    const expired = authority.issue([policyHost], { ...dates, notAfter: '2026-11-01T00:00:00.000Z' })
    const server = await mailServer(authority.issue([mx], dates))
    const { seen, unseen } = await look({ smtp: server.port, https: await policy(expired) })
    expect(seen).toEqual([{ ...ofPolicy, not_before: null, not_after: null }])
    // Senders go by the policy that they have, so the mail server is not one that nobody checks.
    expect(unseen).toEqual([mx])
  })

  it('sees none where the domain has neither a policy nor DANE-TA', async () => {
    const server = await mailServer(authority.issue([mx], dates))
    expect(await look({ smtp: server.port, https: closedPort }, mailZone())).toMatchObject({
      seen: [],
      unseen: [],
      gaps: [],
    })
  })
})
