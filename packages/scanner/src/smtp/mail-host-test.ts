import type { FailureReason } from '@waxseal/core/dns'
import { type MailHostReport, smtpQuestion } from '@waxseal/core/relay'
import type { Dial } from '../dial.ts'
import { type SmtpLimits, smtpLimits } from './connection.ts'
import type { SmtpFailure } from './reply-reader.ts'
import { type Envelope, type SessionOutcome, smtpSession } from './session.ts'

/**
 * The recipients. example.com and example.net belong to IANA (RFC 2606 section 3), exist in DNS, and publish that they
 * accept no mail (RFC 7505). So they are external to every server, and no mailbox exists there. Every test uses the
 * same ones, so that a server with greylisting accepts the next test.
 */
const foreignRecipients = ['open-relay-test@example.com', 'open-relay-test@example.net'] as const

export interface MailHostTest {
  host: string
  /** An IP address. The caller has checked that it may be connected to. */
  address: string
  port?: number
  /** Why relaying is not tested. The session then only reads what the server offers. */
  unasked?: string
  /** False: no STARTTLS, only what the reply to EHLO offers. */
  tls?: boolean
  /** Our name in EHLO, with forward-confirmed reverse DNS. Without a valid domain name, the local address is used. */
  name?: string | undefined
  /** The local address of connections. */
  sourceAddress?: string | undefined
  dial?: Dial | undefined
  limits?: Partial<SmtpLimits>
  now?: () => Date
  signal?: AbortSignal | undefined
  /** Trusted authorities instead of Node's own (PEM). */
  ca?: readonly string[] | undefined
}

/** The result of a test, and how far its first packets got. */
export interface TestedMailHost {
  report: MailHostReport
  reach: SmtpFailure['reach']
}

/**
 * A server must not reject the null sender for its domain (RFC 5321 section 6.1), and bounces to it go nowhere. Some
 * servers reject it all the same; then our own name is the sender.
 */
const senders = ['null', 'own'] as const

/** A valid domain in EHLO: at least two labels, and no address (RFC 5321 section 4.1.2). */
const domainName = /^(?=.{1,253}$)(?:[a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/i

const transcriptMax = 65_536
const transcriptLineMax = 512

/**
 * Asks one address of a mail host what it offers, and whether it accepts mail from an unauthenticated sender for
 * external recipients. It uses two sessions with one external recipient each, the second only when the server accepted
 * the first. Never sends DATA. Never rejects.
 *
 * Without working TLS, it tests relaying in cleartext. Acceptance in both sessions is only a suspicion (`suspected`).
 */
export async function testMailHost(test: MailHostTest): Promise<TestedMailHost> {
  const { host, address, port = 25, now = () => new Date(), unasked = null } = test
  const limits = { ...smtpLimits, ...test.limits }
  const started = now()
  const transcript = transcriptOf()
  const name = test.name !== undefined && domainName.test(test.name) ? test.name : undefined
  const limit = AbortSignal.timeout(limits.totalMs)
  const run = (tls: boolean, envelope: Envelope | null): Promise<SessionOutcome> =>
    smtpSession({
      host,
      address,
      port,
      limits,
      now,
      tls,
      envelope,
      name,
      sourceAddress: test.sourceAddress,
      dial: test.dial,
      ca: test.ca,
      signal: test.signal ? AbortSignal.any([limit, test.signal]) : limit,
      onLine: line => transcript.add(line),
    })
  const [one, two] = foreignRecipients
  const first: Envelope | null = unasked === null ? { senders, recipient: one } : null
  const opening = await run(test.tls ?? true, first)
  const { tlsFailed } = opening
  const main = tlsFailed && first !== null ? await run(false, first) : opening
  const again = main.verdict?.kind === 'accepted' ? await run(!tlsFailed, { senders, recipient: two }) : null

  const judged = judgedBy(main, again, unasked)
  const failure = main.spoken ? null : (main.failure?.reason ?? 'malformed')
  const question = smtpQuestion(host, address, port)
  const report: MailHostReport = {
    host,
    address,
    testedAt: started.toISOString(),
    contacted: opening.failure?.reach !== 'no-route',
    failure,
    greeting: main.greeting ?? opening.greeting,
    starttls: opening.starttls,
    tls: opening.tls,
    ...(opening.ehlo !== null && { ehlo: opening.ehlo }),
    ...judged,
    transcript: {
      id: `SMTP ${question.name}`,
      kind: 'smtp',
      question,
      outcome: failure === null ? 'session' : 'failed',
      ...(failure === null ? {} : { reason: failure }),
      lines: transcript.lines,
      ms: Math.max(0, now().getTime() - started.getTime()),
      askedAt: started.getTime(),
    },
  }
  return { report, reach: opening.failure?.reach ?? 'reached' }
}

type Judged = Pick<MailHostReport, 'relay' | 'undecided' | 'reason'>

function judgedBy(main: SessionOutcome, again: SessionOutcome | null, unasked: string | null): Judged {
  if (unasked !== null && main.spoken) return { relay: 'unknown', undecided: null, reason: unasked }
  if (main.verdict === null) return open(main.failure?.reason ?? 'malformed', main.failure?.message ?? '')
  if (main.verdict.kind === 'undecided') return open(main.verdict.why, main.verdict.reason)
  if (main.verdict.kind === 'refused') return { relay: 'closed', undecided: null, reason: main.verdict.reason }
  const second = again?.verdict ?? null
  if (second?.kind === 'accepted') return { relay: 'suspected', undecided: null, reason: main.verdict.reason }
  const why = second?.kind === 'undecided' ? second.why : (again?.failure?.reason ?? 'servfail')
  const then = second?.reason ?? again?.failure?.message ?? ''
  return open(why, `${main.verdict.reason}. Test of a second recipient: ${then}`)
}

function open(undecided: FailureReason, reason: string): Judged {
  return { relay: 'unknown', undecided, reason }
}

/** Collects lines up to 64 KB. */
function transcriptOf() {
  const lines: string[] = []
  let length = 0
  return {
    lines,
    add(line: string) {
      if (length > transcriptMax) return
      const kept = line.length > transcriptLineMax ? `${line.slice(0, transcriptLineMax)}…` : line
      length += kept.length
      lines.push(length > transcriptMax ? '* the rest is cut, after 64 KB' : kept)
    },
  }
}
