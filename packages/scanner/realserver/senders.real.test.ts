import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { type SenderKind, senderRows } from '@waxseal/core/transport'
import { organizationalDomain } from '@waxseal/scanner'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectTransport } from '../src/checks/transport.ts'
import { createHttpsGet } from '../src/https/index.ts'
import { testAuthority } from '../src/https/testing/certificates.ts'
import { openDns } from '../src/scan-dns.ts'
import { openRelayProbe } from '../src/smtp/index.ts'
import { addresses, type Lab, startLab } from './lab.ts'
import { canSend, type PostfixSender, startPostfixSender } from './postfix-sender.ts'

/*
 * The table of senders against Postfix of Debian: `may`, `dane`, and `may` with the policies of postfix-mta-sts-resolver.
 * What a scan says of a domain is what Postfix does with a message to it. Of a zone with broken DNSSEC only DANE senders
 * are compared: what the others do depends on their resolver, and the table says so.
 */

const text = `
*opportunistic works       good       none     none
 opportunistic works       untrusted  none     none
*opportunistic not-offered good       none     none
 opportunistic failing     good       none     none
*mta-sts       works       good       none     enforce
 mta-sts       works       expired    none     enforce
 mta-sts       works       untrusted  none     enforce
 mta-sts       works       other-name none     enforce
*mta-sts       not-offered good       none     enforce
 mta-sts       failing     good       none     enforce
 mta-sts       works       good       none     unlisted
 mta-sts       works       good       none     testing
 mta-sts       works       expired    none     testing
 mta-sts       not-offered good       none     testing
 mta-sts       works       untrusted  none     none
 mta-sts       not-offered good       none     none
 dane          works       good       none     none
*dane          works       good       fits     none
 dane          works       expired    fits     none
 dane          works       untrusted  fits     none
 dane          works       other-name fits     none
*dane          works       good       mismatch none
 dane          works       good       unusable none
 dane          works       untrusted  unsigned none
 dane          works       good       bogus    none
 dane          not-offered good       none     none
 dane          not-offered good       fits     none
 dane          not-offered good       mismatch none
 dane          not-offered good       unusable none
 dane          not-offered good       unsigned none
 dane          failing     good       fits     none
 dane          failing     good       unusable none
`

interface Combination {
  kind: SenderKind
  starttls: string
  certificate: string
  tlsa: string
  policy: string
  /** One of those that `npm test` tries. */
  isShort: boolean
  domain: string
  host: string
}

const combinations: readonly Combination[] = text
  .split('\n')
  .filter(line => line.trim() !== '')
  .map((line, at) => {
    const [kind = '', starttls = '', certificate = '', tlsa = '', policy = ''] = line.slice(1).split(/ +/)
    const zone = { unsigned: 'plain.example', bogus: 'broken.example' }[tlsa] ?? 'signed.example'
    const names = { domain: `d${at}.${zone}`, host: `mx${at}.${zone}` }
    return { kind: kind as SenderKind, starttls, certificate, tlsa, policy, isShort: line.startsWith('*'), ...names }
  })
const tried = combinations.filter(({ isShort }) => isShort || process.env['LONG_TESTS'] === '1')

const authority = testAuthority()
const hosts = combinations.map(({ host }) => host) as [string, ...string[]]
const certificates = {
  good: authority.issue(hosts),
  expired: authority.issue(hosts, { notAfter: '2025-01-01T00:00:00Z' }),
  untrusted: testAuthority('Another authority').issue(hosts),
  'other-name': authority.issue(['mail.elsewhere.example']),
} as const
/** Of a server of another operator, which shows that offers of STARTTLS reach us. */
const elsewhere = { host: 'mx.elsewhere.example', address: '8.26.57.10', addresses: ['8.26.57.10'] }
const policyAddress = '8.26.56.30'

const servers: readonly (readonly [address: string, serves: string, options: SMTPServerOptions])[] = [
  ['8.26.56.10', 'works good', certificates.good],
  ['8.26.56.11', 'works expired', certificates.expired],
  ['8.26.56.12', 'works untrusted', certificates.untrusted],
  ['8.26.56.13', 'works other-name', certificates['other-name']],
  ['8.26.56.14', 'not-offered good', { hideSTARTTLS: true, disabledCommands: ['AUTH', 'STARTTLS'] }],
  // Its key is of another kind than its only ciphers, so no handshake succeeds.
  [
    '8.26.56.15',
    'failing good',
    { ...certificates.good, maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' },
  ],
  [elsewhere.address, 'elsewhere', certificates.good],
]

function addressOf({ starttls, certificate }: Combination): string {
  const found = servers.find(([, serves]) => serves === `${starttls} ${certificate}`)
  if (found === undefined) throw new Error(`no server ${starttls} ${certificate}`)
  return found[0]
}

function recordsOf(zone: string): string {
  return combinations
    .filter(({ domain }) => domain.endsWith(`.${zone}`))
    .flatMap(each => {
      const [name, mx] = [each.domain, each.host].map(full => full.slice(0, -zone.length - 1))
      const { cert } = certificates[each.certificate as keyof typeof certificates]
      const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
      const pin = createHash('sha256').update(key).digest('hex')
      const tlsa = { mismatch: `3 1 1 ${'ab'.repeat(32)}`, unusable: `1 1 1 ${pin}`, none: null }[each.tlsa]
      return [
        `${name} MX 10 ${mx}`,
        `${mx} A ${addressOf(each)}`,
        ...(tlsa === null ? [] : [`_25._tcp.${mx} TLSA ${tlsa ?? `3 1 1 ${pin}`}`]),
        ...(each.policy === 'none'
          ? []
          : [`_mta-sts.${name} TXT "v=STSv1; id=1"`, `mta-sts.${name} A ${policyAddress}`]),
      ]
    })
    .join('\n')
}

function policyOf(name: string): string | null {
  const combination = combinations.find(({ domain }) => `mta-sts.${domain}` === name)
  if (combination === undefined || combination.policy === 'none') return null
  const { policy, host } = combination
  const mode = policy === 'testing' ? 'testing' : 'enforce'
  const mx = policy === 'unlisted' ? 'mx.elsewhere.example' : host
  return `version: STSv1\r\nmode: ${mode}\r\nmx: ${mx}\r\nmax_age: 604800\r\n`
}

let lab: Lab
let postfix: PostfixSender
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  if (!canSend) return
  lab = await startLab([
    { name: 'signed.example', dnssec: 'signed', records: recordsOf('signed.example') },
    { name: 'plain.example', records: recordsOf('plain.example') },
    { name: 'broken.example', dnssec: 'expired', records: recordsOf('broken.example') },
  ])
  stops.push(() => lab.stop())
  const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`
  for (const address of [...servers.map(([at]) => at), policyAddress])
    execFileSync('ip', ['addr', 'replace', `${address}/32`, 'dev', 'lo'], { env: { ...process.env, PATH: path } })
  for (const [address, , options] of servers) {
    const server = new SMTPServer({
      disabledCommands: ['AUTH'],
      disableReverseLookup: true,
      ...options,
      onData: (stream, _, done) => void stream.resume().once('end', () => done()),
    })
    server.on('error', () => {})
    await new Promise<void>(resolve => void server.listen(25, address, () => resolve()))
    stops.push(() => new Promise<void>(resolve => server.close(() => resolve())))
  }
  const policyHosts = combinations.map(({ domain }) => `mta-sts.${domain}`) as [string, ...string[]]
  const policies = createServer(authority.issue(policyHosts), (request, response) => {
    const policy = policyOf(request.headers.host ?? '')
    response.writeHead(policy === null ? 404 : 200, { 'content-type': 'text/plain' })
    response.end(policy)
  })
  policies.on('tlsClientError', () => {})
  policies.listen(443, policyAddress)
  await once(policies, 'listening')
  stops.push(() => new Promise(resolve => policies.close(resolve)))
  postfix = await startPostfixSender(addresses.resolver, authority.ca)
  stops.push(() => postfix.stop())
})
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

/** What a scan says that a kind of sender does with mail for a domain. */
async function said({ domain, kind }: Combination): Promise<string> {
  const dns = openDns({ servers: [lab.resolver], direct: true })
  const relay = openRelayProbe({ allowPrivate: ['8.26.56.0/23'], ca: [authority.ca], control: false })
  try {
    await relay.offers.probe(elsewhere)
    const session = dns.session()
    const section = await collectTransport({
      ...session,
      name: domain,
      organizationalDomain: organizationalDomain(domain),
      signal: new AbortController().signal,
      relay,
      https: createHttpsGet({ resolver: session.resolver, ca: authority.ca }),
    })
    if (!section.ran) throw new Error(`did not run: ${section.reason}`)
    const [row] = senderRows(section.value, domain) ?? []
    return row === undefined ? 'no row' : row.cells[kind].does
  } finally {
    relay.close()
    await dns.close()
  }
}

describe.skipIf(!canSend)('what the table of senders says is what Postfix does', () => {
  it('with each of the combinations', async () => {
    const both = await Promise.all(
      tried.map(async each => {
        const { kind, starttls, certificate, tlsa, policy, domain } = each
        const name = [kind, starttls, certificate, tlsa, policy, domain].join(' ')
        return { name, postfix: await postfix.send(kind, each), said: await said(each) }
      }),
    )
    expect(new Set(both.map(each => each.postfix))).toEqual(new Set(['checked', 'encrypted', 'clear', 'refused']))
    expect(both.map(({ name, said }) => `${name}: ${said}`)).toEqual(both.map(each => `${each.name}: ${each.postfix}`))
  })
})
