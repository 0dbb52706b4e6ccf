import type { TLSSocket } from 'node:tls'
import {
  type CertificateFacts,
  type RecipientVerdict,
  recipientVerdict,
  type SmtpReply,
  saidBy,
} from '@waxseal/core/relay'
import { certificateFacts } from './certificate-facts.ts'
import { type ConnectionOptions, SmtpConnection } from './connection.ts'
import { SmtpFailure } from './reply-reader.ts'

export interface SessionOptions extends ConnectionOptions {
  /** The name of the mail host, for the certificate. */
  host: string
  /** Our name in EHLO; undefined: the address literal of the local address. */
  name: string | undefined
  now: () => Date
  /** Use STARTTLS when it is offered. */
  tls: boolean
  /** The envelope to try; null: the session only reads what the server offers. */
  envelope: Envelope | null
  /** Trusted authorities instead of Node's own. */
  ca: readonly string[] | undefined
}

export interface Envelope {
  /** Tried in this order, the next one when the server refuses one. `own` is an address at the name of our EHLO. */
  senders: readonly ('null' | 'own')[]
  recipient: string
}

/** How much is kept of a reply to EHLO. */
const ehloLinesMax = 50
const ehloLineMax = 100

/** What one session found, as far as it got. */
export interface SessionOutcome {
  greeting: string | null
  starttls: 'offered' | 'not-offered' | 'failed' | 'unknown'
  tls: { protocol: string; certificate: CertificateFacts } | null
  /** The lines of the reply to EHLO in cleartext, without code and greeting; null without a reply. */
  ehlo: readonly string[] | null
  /** STARTTLS was tried and failed. Relaying may still be tested in cleartext. */
  tlsFailed: boolean
  verdict: RecipientVerdict | null
  /** Why the session ended early; null when it did not. */
  failure: SmtpFailure | null
  /** The server sent a greeting and a reply to EHLO. */
  spoken: boolean
}

/**
 * One SMTP session up to RCPT. It never sends DATA, so no message exists at any time. Never rejects; the outcome holds
 * everything found before a failure.
 */
export async function smtpSession(options: SessionOptions): Promise<SessionOutcome> {
  const outcome: SessionOutcome = {
    greeting: null,
    starttls: 'unknown',
    tls: null,
    ehlo: null,
    tlsFailed: false,
    verdict: null,
    failure: null,
    spoken: false,
  }
  let connection: SmtpConnection | null = null
  try {
    connection = await SmtpConnection.open(options)
    await converse(connection, options, outcome)
  } catch (error) {
    if (!(error instanceof SmtpFailure)) throw error
    outcome.failure = error
    options.onLine(`* ${error.message}`)
  }
  await connection?.quit()
  return outcome
}

async function converse(connection: SmtpConnection, options: SessionOptions, outcome: SessionOutcome): Promise<void> {
  const { host, envelope, now, ca, onLine } = options
  const name = options.name ?? connection.addressLiteral
  const welcome = await connection.greeting()
  if (welcome.code !== 220) throw turnedAway(welcome)
  outcome.greeting = nameIn(welcome)
  const offers = await hello(connection, name, outcome)
  outcome.spoken = true
  outcome.ehlo = offers.slice(0, ehloLinesMax).map(line => line.slice(0, ehloLineMax))
  outcome.starttls = offers.some(line => keywordOf(line) === 'STARTTLS') ? 'offered' : 'not-offered'
  if (options.tls && outcome.starttls === 'offered') {
    try {
      const socket = await startTls(connection, host, ca)
      const certificate = certificateFacts(socket, host, now())
      const protocol = socket.getProtocol() ?? 'unknown'
      onLine(`* ${protocol}, certificate ${certificate ? `for ${certificate.names[0] ?? 'no host name'}` : 'missing'}`)
      outcome.tls = certificate && { protocol, certificate }
    } catch (error) {
      if (error instanceof SmtpFailure && error.reason !== 'cancelled') {
        outcome.tlsFailed = true
        // Our own timeout says nothing about the server.
        outcome.starttls = error.reason === 'timeout' ? 'unknown' : 'failed'
      }
      throw error
    }
    // RFC 3207 section 4.2: replies from before TLS no longer count.
    await hello(connection, name, outcome)
  }
  if (envelope === null) return
  outcome.verdict = await tryEnvelope(connection, envelope, name)
}

async function startTls(
  connection: SmtpConnection,
  host: string,
  ca: readonly string[] | undefined,
): Promise<TLSSocket> {
  const reply = await connection.command('STARTTLS')
  if (reply.code !== 220) throw new SmtpFailure('servfail', `It offers STARTTLS but refuses it: ${saidBy(reply)}`)
  return await connection.startTls(host, ca)
}

/** EHLO, or HELO for servers without EHLO. Returns the lines of what is offered. */
async function hello(connection: SmtpConnection, name: string, outcome: SessionOutcome): Promise<readonly string[]> {
  let reply = await connection.command(`EHLO ${name}`)
  const isOld = reply.code >= 500
  if (isOld) reply = await connection.command(`HELO ${name}`)
  if (reply.code !== 250) throw turnedAway(reply)
  outcome.greeting = nameIn(reply) ?? outcome.greeting
  return isOld ? [] : reply.lines.slice(1)
}

function keywordOf(line: string): string {
  return line.trim().split(/[ =]/)[0]?.toUpperCase() ?? ''
}

async function tryEnvelope(
  connection: SmtpConnection,
  { senders, recipient }: Envelope,
  name: string,
): Promise<RecipientVerdict> {
  for (const [turn, kind] of senders.entries()) {
    const sender = kind === 'null' ? '' : `open-relay-test@${name}`
    const reply = await connection.command(`MAIL FROM:<${sender}>`)
    if (reply.code === 250) break
    if (reply.code >= 500 && turn + 1 < senders.length) continue
    const reason = `It rejected the sender <${sender}>: ${saidBy(reply)}`
    return { kind: 'undecided', why: reply.code < 500 ? 'servfail' : 'refused', reason }
  }
  const verdict = recipientVerdict(await connection.command(`RCPT TO:<${recipient}>`))
  // Resets the server's state, in case it does not understand QUIT.
  if (verdict.kind === 'accepted') await connection.command('RSET').catch(() => {})
  return verdict
}

function turnedAway(reply: SmtpReply): SmtpFailure {
  const moment = reply.code >= 400 && reply.code < 500
  if (moment) return new SmtpFailure('servfail', `It deferred the session: ${saidBy(reply)}`)
  if (reply.code >= 500) return new SmtpFailure('refused', `It rejected the session: ${saidBy(reply)}`)
  return new SmtpFailure('malformed', `It sent an unexpected reply: ${saidBy(reply)}`)
}

/** The first word of a reply, if it looks like a host name or an address literal. */
function nameIn({ lines: [first = ''] }: SmtpReply): string | null {
  const [word = ''] = first.trim().split(' ')
  return /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)+\.?|\[[0-9a-f.:]+\])$/i.test(word) && word.length <= 255 ? word : null
}
