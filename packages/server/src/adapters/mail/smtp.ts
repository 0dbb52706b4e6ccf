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
  const options = {
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
  } as const
  // Alerts have connections of their own: a mail about an account never waits behind them.
  const transport = createTransport(options)
  const alerts = createTransport(options)
  return {
    kind: 'smtp',
    async send({ to, subject, text, html, id, unsubscribe }) {
      try {
        const { response } = await (unsubscribe === undefined ? transport : alerts).sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          ...(html !== undefined && { html }),
          ...(id !== undefined && { messageId: `<${id}@${domainOf(from)}>` }),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe !== undefined && {
              'List-Unsubscribe': `<${unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        })
        return response
      } catch (cause) {
        throw isRecipients(cause)
          ? new MailRefused(cause.message, { isFinal: cause.responseCode >= 500, cause })
          : cause
      }
    },
    check: () =>
      transport.verify().then(
        () => null,
        (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
      ),
    close: () => {
      transport.close()
      alerts.close()
    },
  }
}

/**
 * A rejection of this recipient (RFC 5321 section 4.2.1): 5yz for good, 4yz for now. A wrong password or sender is the
 * operator's problem.
 */
function isRecipients(cause: unknown): cause is Error & { responseCode: number } {
  if (!(cause instanceof Error) || !('responseCode' in cause) || !('command' in cause)) return false
  return cause.command === 'RCPT TO' && typeof cause.responseCode === 'number' && cause.responseCode >= 400
}

/** The domain of a sender as `Waxseal <waxseal@example.org>`. */
function domainOf(from: string): string {
  return from.slice(from.lastIndexOf('@') + 1).replace('>', '')
}
