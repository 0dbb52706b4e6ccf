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
  /** The name of the mail host: for the certificate. */
  host: string
  /** Who we say we are; the address literal of this end when undefined. */
  name: string | undefined
  now: () => Date
  /** Go over to TLS where it is offered. */
  tls: boolean
  /** The envelope that is tried; null: the server is only asked what it offers. */
  envelope: Envelope | null
  /** Trusted authorities instead of Node's own. */
  ca: readonly string[] | undefined
}

export interface Envelope {
  /** Tried in this order, the next when the server refuses the one before. `own` is at the name we greeted with. */
  senders: readonly ('null' | 'own')[]
  recipient: string
}

/** What one session taught, as far as it got. */
export interface SessionOutcome {
  greeting: string | null
  starttls: 'offered' | 'not-offered' | 'failed' | 'unknown'
  tls: { protocol: string; certificate: CertificateFacts } | null
  /** TLS was begun, and nothing came of it: relaying may still be tested in clear. */
  tlsFailed: boolean
  verdict: RecipientVerdict | null
  /** Why it ended before its end; null when it did not. */
  failure: SmtpFailure | null
  /** There was a greeting and an answer to EHLO. */
  spoken: boolean
}

/**
 * One SMTP session up to RCPT. Never DATA: no message exists at any time. Never rejects; what was learned before
 * something went wrong is in the outcome.
 */
export async function smtpSession(options: SessionOptions): Promise<SessionOutcome> {
  const outcome: SessionOutcome = {
    greeting: null,
    starttls: 'unknown',
    tls: null,
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
  outcome.starttls = offers.has('STARTTLS') ? 'offered' : 'not-offered'
  if (options.tls && outcome.starttls === 'offered') {
    try {
      const socket = await startTls(connection, host, ca)
      const certificate = certificateFacts(socket, host, now())
      const protocol = socket.getProtocol() ?? 'unknown'
      onLine(`* ${protocol}, certificate ${certificate ? `of ${certificate.names[0] ?? 'nobody'}` : 'missing'}`)
      outcome.tls = certificate && { protocol, certificate }
    } catch (error) {
      if (error instanceof SmtpFailure && error.reason !== 'cancelled') {
        outcome.tlsFailed = true
        // That our patience ended says nothing about the server.
        outcome.starttls = error.reason === 'timeout' ? 'unknown' : 'failed'
      }
      throw error
    }
    // RFC 3207 section 4.2: what was learned before does not count any more.
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
  if (reply.code !== 220) throw new SmtpFailure('servfail', `It offers STARTTLS and then says: ${saidBy(reply)}`)
  return await connection.startTls(host, ca)
}

/** EHLO, or HELO for servers that know nothing newer. Gives the keywords offered. */
async function hello(connection: SmtpConnection, name: string, outcome: SessionOutcome): Promise<ReadonlySet<string>> {
  let reply = await connection.command(`EHLO ${name}`)
  const isOld = reply.code >= 500
  if (isOld) reply = await connection.command(`HELO ${name}`)
  if (reply.code !== 250) throw turnedAway(reply)
  outcome.greeting = nameIn(reply) ?? outcome.greeting
  return new Set(isOld ? [] : reply.lines.slice(1).map(line => line.trim().split(/[ =]/)[0]?.toUpperCase() ?? ''))
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
    const reason = `It takes no mail from <${sender}>: ${saidBy(reply)}`
    return { kind: 'undecided', why: reply.code < 500 ? 'servfail' : 'refused', reason }
  }
  const verdict = recipientVerdict(await connection.command(`RCPT TO:<${recipient}>`))
  // Nothing of ours stays behind in the server, should it not understand QUIT.
  if (verdict.kind === 'accepted') await connection.command('RSET').catch(() => {})
  return verdict
}

function turnedAway(reply: SmtpReply): SmtpFailure {
  const moment = reply.code >= 400 && reply.code < 500
  if (moment) return new SmtpFailure('servfail', `It puts us off until later: ${saidBy(reply)}`)
  if (reply.code >= 500) return new SmtpFailure('refused', `It turns us away: ${saidBy(reply)}`)
  return new SmtpFailure('malformed', `It says what has no place here: ${saidBy(reply)}`)
}

/** The first word of a reply, where it looks like the name of a host or an address literal. */
function nameIn({ lines: [first = ''] }: SmtpReply): string | null {
  const [word = ''] = first.trim().split(' ')
  return /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)+\.?|\[[0-9a-f.:]+\])$/i.test(word) && word.length <= 255 ? word : null
}
