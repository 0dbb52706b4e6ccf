import type { SmtpEvidence } from '../check/index.ts'
import type { FailureReason, Resolver, Signal } from '../dns/index.ts'
import type { CertificateFacts } from './certificate.ts'

/** A mail host at one of its addresses. */
export interface RelayTarget {
  host: string
  /** The address to connect to. The name is never resolved again, so later DNS changes have no effect. */
  address: string
  /** All addresses of the host name; the probe tests none of them when one is not public. */
  addresses: readonly string[]
}

/** Port: asks a mail host what it offers, and tests whether it relays for unauthenticated senders. Never rejects. */
export interface RelayProbe {
  probe(target: RelayTarget, signal?: Signal): Promise<MailHostReport>
  /** Asks a host only what it offers, with no envelope. Absent: only the relay test is made. */
  offers?: RelayProbe
  /**
   * Whether an offer of STARTTLS reaches this installation, as a server of another operator than the host's has shown
   * within the week. Absent: unknown.
   */
  passesOffers?(host: Pick<RelayTarget, 'host' | 'address'>, resolver: Resolver, signal?: Signal): Promise<boolean>
}

/**
 * The result of a relay test. `suspected`: the host accepted relaying at RCPT in both sessions of one test. `open`: it
 * did so again in a second test, at least six hours later.
 */
export type RelayState = 'open' | 'suspected' | 'closed' | 'unknown'

/** The report of a test of one address of a mail host. */
export interface MailHostReport {
  host: string
  /** The tested address, or the one that was to be tested. */
  address: string
  /** ISO 8601, UTC; up to six hours old. */
  testedAt: string
  /** Whether we tried to connect. Only then does the test count as the one of six hours. */
  contacted: boolean
  /** Why there was no SMTP session; null when there was one, and when none was intended. */
  failure: FailureReason | null
  /** The server's own name. */
  greeting: string | null
  starttls: 'offered' | 'not-offered' | 'failed' | 'unknown'
  tls: { protocol: string; certificate: CertificateFacts } | null
  /** The lines of the reply to EHLO in cleartext, without code and greeting; absent without one, and in earlier versions. */
  ehlo?: readonly string[]
  relay: RelayState
  /** Why a relay test stayed undecided; null when it was decided, and when none was intended. */
  undecided: FailureReason | null
  /** The reason for `relay`, as a sentence for people. */
  reason: string
  transcript: SmtpEvidence
  /** With `open`: the transcript of the first test, which this one confirms. Absent when it was not stored. */
  earlier?: SmtpEvidence
}

/** The name of a test in evidence: `mx.example.com [192.0.2.1]:25`. */
export function smtpQuestion(host: string, address: string, port = 25): SmtpEvidence['question'] {
  return { name: `${host} [${address}]:${port}`, type: 'SMTP' }
}

/** The transcript of an earlier test as additional evidence: for the same host, with an id of its own. */
export function earlierSession(
  transcript: SmtpEvidence,
  { host, address }: Pick<RelayTarget, 'host' | 'address'>,
): SmtpEvidence {
  const question = smtpQuestion(host, address)
  return { ...transcript, id: `SMTP ${question.name} of ${new Date(transcript.askedAt).toISOString()}`, question }
}

/** The report about a host that was not contacted: by rule, or because it would be useless. */
export function untouched(
  { host, address }: Pick<RelayTarget, 'host' | 'address'>,
  at: Date,
  { reason, failure = null }: { reason: string; failure?: FailureReason | null },
): MailHostReport {
  const question = smtpQuestion(host, address)
  return {
    host,
    address,
    testedAt: at.toISOString(),
    contacted: false,
    failure,
    greeting: null,
    starttls: 'unknown',
    tls: null,
    relay: 'unknown',
    undecided: failure,
    reason,
    transcript: {
      id: `SMTP ${question.name}`,
      kind: 'smtp',
      question,
      outcome: 'failed',
      reason: failure ?? 'cancelled',
      lines: [`* not connected: ${reason}`],
      ms: 0,
      askedAt: at.getTime(),
    },
  }
}

/** Why an SMTP lookup failed, for people. Each continues "could not be checked: ". */
export const smtpFailureWords: { readonly [R in FailureReason]: string } = {
  timeout: 'the mail server did not answer in time',
  servfail: 'the mail server returned a temporary error',
  refused: 'the mail server rejected our test',
  malformed: 'the mail server sent an invalid SMTP reply',
  unreachable: 'the mail server is unreachable',
  lame: 'a different server answered',
  isolated: 'this installation has no internet access',
  cancelled: 'the scan ended before the test did',
  'over-budget': 'the scan reached its lookup limit',
  'rate-limited': 'we tested another server in its network less than six hours ago',
  internal: 'an internal error stopped the test',
}
