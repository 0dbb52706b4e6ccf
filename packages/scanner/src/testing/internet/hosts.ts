/**
 * Mail hosts and servers of MTA-STS policies, with certificates of their own authority. They discard all mail; most
 * accept none.
 */
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { Server } from 'node:net'
import type { WorldMailHost, WorldPolicyHost } from '@waxseal/core/fixtures'
import { SMTPServer } from 'smtp-server'
import { type Issued, selfSigned, testAuthority } from '../../https/testing/certificates.ts'

export interface MailHostCertificates {
  /** The authority's certificate, as PEM, for clients that must trust the hosts. */
  authority: string
  of(host: WorldMailHost | WorldPolicyHost): Issued
  /** The data of a TLSA record `3 1 1` for this host. */
  pin(host: WorldMailHost): string
}

/** Creates each host's certificate when it is first needed. */
export function mailHostCertificates(): MailHostCertificates {
  const authority = testAuthority()
  const issued = new Map<string, Issued>()
  const of = (host: WorldMailHost | WorldPolicyHost): Issued => {
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

/** A running host. */
export interface RunningHost {
  port: number
  stop(): Promise<void>
}

/** Where a host listens; port 0 means a free port. */
export interface Place {
  address: string
  port: number
}

/** Starts an SMTP server for this mail host, up to RCPT and with STARTTLS. */
export async function startMailHost(
  { host, relays, outdatedTls }: WorldMailHost,
  tls: Issued,
  at: Place,
): Promise<RunningHost> {
  const server = new SMTPServer({
    ...tls,
    ...(outdatedTls && { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' }),
    name: host,
    banner: 'ready',
    disabledCommands: ['AUTH'],
    disableReverseLookup: true,
    onRcptTo: (_to, _session, done) =>
      relays ? done() : done(Object.assign(new Error('5.7.1 Relay access denied'), { responseCode: 554 })),
  })
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject)
  const listener = server.listen(at.port, at.address, listening.resolve)
  await listening.promise
  // An aborted session, as in a test of TLS, must not affect the others.
  server.on('error', () => {})
  return { port: portOf(listener), stop: () => new Promise<void>(resolve => server.close(() => resolve())) }
}

/** Starts an HTTPS server that serves this host's policy. */
export async function startPolicyHost({ policy }: WorldPolicyHost, tls: Issued, at: Place): Promise<RunningHost> {
  const server = createServer({ cert: tls.cert, key: tls.key }, (request, response) => {
    response.writeHead(request.url === '/.well-known/mta-sts.txt' ? 200 : 404, { 'content-type': 'text/plain' })
    response.end(policy)
  })
  server.on('tlsClientError', () => {})
  server.listen(at.port, at.address)
  await once(server, 'listening')
  return {
    port: portOf(server),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function portOf(server: Pick<Server, 'address'>): number {
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('a host listens at no port')
  return at.port
}
