import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { dnsEvidence } from '@waxseal/core/check'
import { assessParts, type TransportValue } from '@waxseal/core/transport'
import { organizationalDomain } from '@waxseal/scanner'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectTransport } from '../src/checks/transport.ts'
import { createHttpsGet } from '../src/https/index.ts'
import { selfSigned, testAuthority } from '../src/https/testing/certificates.ts'
import { openDns } from '../src/scan-dns.ts'
import { openRelayProbe } from '../src/smtp/index.ts'
import { type Lab, startLab } from './lab.ts'

/*
 * A domain with everything on real servers: a signed zone behind a validating resolver, a mail server whose certificate
 * only DANE confirms, and a policy on port 443. The address rules are those of production, except that the relay probe
 * may reach addresses of this machine.
 */

const mailAddress = '8.26.56.10'
const policyAddress = '8.26.56.20'
const authority = testAuthority()
const mailCertificate = selfSigned('mx.signed.example')
const pin = createHash('sha256')
  .update(new X509Certificate(mailCertificate.cert).publicKey.export({ type: 'spki', format: 'der' }))
  .digest('hex')

const records = `
@ MX 10 mx
mx A ${mailAddress}
_25._tcp.mx TLSA 3 1 1 {pin}
@ TXT "v=spf1 mx -all"
_dmarc TXT "v=DMARC1; p=reject"
_mta-sts TXT "v=STSv1; id=20261120"
mta-sts A ${policyAddress}
_smtp._tls TXT "v=TLSRPTv1; rua=mailto:tls@signed.example"
default._bimi TXT "v=BIMI1; l=https://signed.example/logo.svg; a=https://signed.example/logo.pem"
@ CAA 0 issue "ca.example"
`

let lab: Lab
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  lab = await startLab([
    { name: 'signed.example', dnssec: 'signed', records: records.replace('{pin}', pin) },
    { name: 'mismatch.example', dnssec: 'signed', records: records.replace('{pin}', 'ab'.repeat(32)) },
    { name: 'unsigned.example', records: records.replace('{pin}', pin) },
  ])
  const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`
  for (const address of [mailAddress, policyAddress])
    execFileSync('ip', ['addr', 'replace', `${address}/32`, 'dev', 'lo'], { env: { ...process.env, PATH: path } })

  const mail = new SMTPServer({
    ...mailCertificate,
    name: 'mx.signed.example',
    disabledCommands: ['AUTH'],
    onRcptTo: (_address, _session, done) => done(new Error('relaying denied')),
  })
  mail.on('error', () => {})
  await new Promise<void>(resolve => void mail.listen(25, mailAddress, () => resolve()))
  stops.push(() => new Promise<void>(resolve => mail.close(() => resolve())))

  const { cert, key } = authority.issue(['mta-sts.signed.example', 'mta-sts.mismatch.example'])
  const policies = createServer({ cert, key }, (request, response) => {
    const domain = request.headers.host?.replace('mta-sts.', '')
    response.writeHead(request.url === '/.well-known/mta-sts.txt' ? 200 : 404, { 'content-type': 'text/plain' })
    response.end(`version: STSv1\r\nmode: enforce\r\nmx: mx.${domain}\r\nmax_age: 604800\r\n`)
  })
  policies.on('tlsClientError', () => {})
  policies.listen(443, policyAddress)
  await once(policies, 'listening')
  stops.push(() => new Promise(resolve => policies.close(resolve)))
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await lab.stop()
})

async function scanned(name: string) {
  const dns = openDns({ servers: [lab.resolver], direct: true })
  const relay = openRelayProbe({ allowPrivate: [`${mailAddress}/32`] })
  try {
    const session = dns.session()
    const section = await collectTransport({
      ...session,
      name,
      organizationalDomain: organizationalDomain(name),
      signal: new AbortController().signal,
      relay,
      https: createHttpsGet({ resolver: session.resolver, ca: authority.ca }),
    })
    if (!section.ran) throw new Error(`did not run: ${section.reason}`)
    const context = { domain: name, evidence: section.evidence, nonMail: false, dmarcEnforced: true }
    const parts = assessParts(section.value, context)
    return { ...section, told: Object.fromEntries(parts.map(each => [each.id, toldOf(each)])) }
  } finally {
    relay.close()
    await dns.close()
  }
}

function toldOf({ state, findings }: ReturnType<typeof assessParts>[number]): string {
  return [state, ...findings.map(({ id }) => id)].join(' ')
}

describe('the transport checks of a domain on real servers', () => {
  it('pass when DANE pins the certificate and the zone is signed; MTA-STS refuses a self-signed one all the same', async () => {
    const { value, told, evidence } = await scanned('signed.example')
    expect(told).toMatchObject({
      starttls: 'ok',
      // The policy refuses the certificate, which is the finding. DANE senders deliver.
      certificate: 'recommendation',
      'mta-sts': 'recommendation mta_sts_mismatch',
      'tls-rpt': 'ok',
      dane: 'ok',
      dnssec: 'ok',
      bimi: 'ok',
      caa: 'ok',
    })
    expect(value.dnssec).toEqual({ zone: 'signed.example', ds: 1, keys: 1, authentic: 'yes', validating: true })
    expect(value.sessions[0]?.tls?.certificate).toMatchObject({ spkiSha256: pin, trusted: false })
    const kinds = new Set(evidence.map(({ kind }) => kind))
    expect(kinds).toEqual(new Set(['dns', 'smtp', 'http']))
  })

  it('report a TLSA record that does not match, and a certificate that is not trusted', async () => {
    const { told } = await scanned('mismatch.example')
    expect(told).toMatchObject({
      dane: 'recommendation dane_mismatch',
      certificate: 'recommendation',
      'mta-sts': 'recommendation mta_sts_mismatch',
      dnssec: 'ok',
    })
  })

  it('ignore DANE in an unsigned zone, and a policy behind a certificate for another name', async () => {
    const { told, value } = await scanned('unsigned.example')
    expect(told).toMatchObject({
      dane: 'recommendation dane_unsigned',
      dnssec: 'recommendation dnssec_unsigned',
      'mta-sts': 'recommendation mta_sts_policy_unavailable',
      caa: 'ok',
    })
    expect(value.mtaSts.policy?.problem).toBe('the certificate is for a different host name')
  })

  it('report a missing record only after the zone’s own servers confirmed it', async () => {
    const { told, evidence } = await scanned('mx.unsigned.example')
    expect(told).toMatchObject({
      'tls-rpt': 'recommendation tls_rpt_missing',
      dnssec: 'recommendation dnssec_unsigned',
    })
    const confirmed = dnsEvidence(evidence).filter(({ via }) => via.authoritative)
    expect(confirmed.map(({ question }) => question.name)).toContain('_smtp._tls.mx.unsigned.example')
  })
})

/** The value has only what JSON can represent. */
it('the value of a real domain is plain data', async () => {
  const { value } = await scanned('signed.example')
  expect(JSON.parse(JSON.stringify(value)) as TransportValue).toEqual(value)
})
