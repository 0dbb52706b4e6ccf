import { createTransport } from 'nodemailer'
import { MailRefused, type MailTransport } from '../../ports.ts'

/**
 * Sends mail to an SMTP server: `smtp://` with STARTTLS (required when the URL has a password and the server is not
 * this machine), `smtps://` with TLS from the start.
 */
export function smtpTransport({ url, from }: { url: string; from: string }): MailTransport & { close(): void } {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const transport = createTransport({
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    // A password is never sent in cleartext over a network.
    requireTLS: !secure && username !== '' && !/^(localhost|127\..*|::1)$/.test(host),
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    pool: true,
    maxConnections: 2,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 15_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    kind: 'smtp',
    async send({ to, subject, text }) {
      const headers = { 'Auto-Submitted': 'auto-generated' }
      try {
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text, headers })
      } catch (cause) {
        throw isFinal(cause) ? new MailRefused(cause.message, { cause }) : cause
      }
    },
    close: () => transport.close(),
  }
}

/**
 * A permanent rejection (RFC 5321 section 4.2.1, 5yz) of this recipient. A wrong password or sender is the operator's
 * problem.
 */
function isFinal(cause: unknown): cause is Error {
  if (!(cause instanceof Error) || !('responseCode' in cause) || !('command' in cause)) return false
  return cause.command === 'RCPT TO' && Number(cause.responseCode) >= 500
}
