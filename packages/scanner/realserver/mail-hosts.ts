/**
 * Mail hosts and servers of MTA-STS policies on addresses of this namespace, with certificates of an authority of their
 * own. What they take in is thrown away; most take nothing in.
 */
import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { SMTPServer } from 'smtp-server'
import { type Issued, selfSigned, testAuthority } from '../src/https/testing/certificates.ts'

export interface MailHost {
  host: string
  address: string
  /** Takes mail from anybody for anybody. */
  relays?: true
  /** Shows a certificate that nobody vouches for. */
  selfSigned?: true
}

export interface PolicyHost {
  /** `mta-sts.example.com`. */
  host: string
  address: string
  /** What it serves under `/.well-known/mta-sts.txt`. */
  policy: string
}

export interface MailHostCertificates {
  /** The authority's certificate, as PEM: whoever is to trust the hosts needs it. */
  authority: string
  of(host: MailHost | PolicyHost): Issued
  /** The data of a TLSA record `3 1 1` for this host. */
  pin(host: MailHost): string
}

/** Makes each host's certificate when it is first asked for. */
export function mailHostCertificates(): MailHostCertificates {
  const authority = testAuthority()
  const issued = new Map<string, Issued>()
  const of = (host: MailHost | PolicyHost): Issued => {
    const known = issued.get(host.host)
    if (known !== undefined) return known
    const made = 'selfSigned' in host ? selfSigned(host.host) : authority.issue([host.host])
    issued.set(host.host, made)
    return made
  }
  return {
    authority: authority.ca,
    of,
    pin: host =>
      createHash('sha256')
        .update(new X509Certificate(of(host).cert).publicKey.export({ type: 'spki', format: 'der' }))
        .digest('hex'),
  }
}

/**
 * Starts them at port 25 and 443 of their addresses, which this namespace's loopback device gets.
 *
 * @returns stops them
 */
export async function startMailHosts(
  hosts: readonly MailHost[],
  policies: readonly PolicyHost[],
  certificates: MailHostCertificates,
): Promise<() => Promise<void>> {
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }
  const lines = [...hosts, ...policies].map(({ address }) => `addr replace ${address}/32 dev lo`)
  execFileSync('ip', ['-batch', '-'], { env, input: lines.join('\n'), stdio: ['pipe', 'ignore', 'inherit'] })
  const stops = await Promise.all([
    ...hosts.map(host => startSmtp(host, certificates.of(host))),
    ...policies.map(host => startPolicy(host, certificates.of(host))),
  ])
  return async () => {
    await Promise.all(stops.map(stop => stop()))
  }
}

type Stop = () => Promise<void>

async function startSmtp({ host, address, relays }: MailHost, tls: Issued): Promise<Stop> {
  const server = new SMTPServer({
    ...tls,
    name: host,
    banner: 'ready',
    disabledCommands: ['AUTH'],
    disableReverseLookup: true,
    onRcptTo: (_to, _session, done) =>
      relays ? done() : done(Object.assign(new Error('5.7.1 Relay access denied'), { responseCode: 554 })),
  })
  // Whoever breaks off a session, as a test of TLS may, is no concern of the others.
  server.on('error', () => {})
  await new Promise<void>(resolve => void server.listen(25, address, () => resolve()))
  return () => new Promise<void>(resolve => server.close(() => resolve()))
}

async function startPolicy({ address, policy }: PolicyHost, tls: Issued): Promise<Stop> {
  const server = createServer({ cert: tls.cert, key: tls.key }, (request, response) => {
    response.writeHead(request.url === '/.well-known/mta-sts.txt' ? 200 : 404, { 'content-type': 'text/plain' })
    response.end(policy)
  })
  server.on('tlsClientError', () => {})
  server.listen(443, address)
  await once(server, 'listening')
  return async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}
