import type { SmtpEvidence } from '../check/index.ts'
import type { FailureReason, Signal } from '../dns/index.ts'
import type { CertificateFacts } from './certificate.ts'

/** A mail host, at one of its addresses. */
export interface RelayTarget {
  host: string
  /** The one that is connected to. The name is never resolved again: what DNS says later changes nothing. */
  address: string
  /** Every address the host's name has; the probe tests none of them when one is not public. */
  addresses: readonly string[]
}

/** Port: asks a mail host for what it says of itself, and whether it relays for strangers. Never rejects. */
export interface RelayProbe {
  probe(target: RelayTarget, signal?: Signal): Promise<MailHostReport>
}

/**
 * What a test of a mail host can say of relaying. `suspected`: it accepted relaying at RCPT in both sessions of one
 * test. `open`: it did so again in a second test, six hours later at the least.
 */
export type RelayState = 'open' | 'suspected' | 'closed' | 'unknown'

/** What came of testing one address of a mail host. */
export interface MailHostReport {
  host: string
  /** The address that was tested, or was to be. */
  address: string
  /** ISO 8601, UTC; may be up to six hours old. */
  testedAt: string
  /** Did we try to connect? Only then does the test count as the one of six hours. */
  contacted: boolean
  /** Why no SMTP session could be had; null when there was one, and when we did not want one. */
  failure: FailureReason | null
  /** The name the server gives itself. */
  greeting: string | null
  starttls: 'offered' | 'not-offered' | 'failed' | 'unknown'
  tls: { protocol: string; certificate: CertificateFacts } | null
  relay: RelayState
  /** Why relaying could not be decided though we tried; null when it was decided, and when we did not want to ask. */
  undecided: FailureReason | null
  /** Why `relay` is what it is, as a sentence for people. */
  reason: string
  transcript: SmtpEvidence
  /** With `open`: the transcript of the first test, which this one confirms. Absent where it was not kept. */
  earlier?: SmtpEvidence
}

/** How evidence names a test: `mx.example.com [192.0.2.1]:25`. */
export function smtpQuestion(host: string, address: string, port = 25): SmtpEvidence['question'] {
  return { name: `${host} [${address}]:${port}`, type: 'SMTP' }
}

/** The transcript of an earlier test, as evidence beside that of a later one: about the same host, under an id of its own. */
export function earlierSession(
  transcript: SmtpEvidence,
  { host, address }: Pick<RelayTarget, 'host' | 'address'>,
): SmtpEvidence {
  const question = smtpQuestion(host, address)
  return { ...transcript, id: `SMTP ${question.name} of ${new Date(transcript.askedAt).toISOString()}`, question }
}

/** The report about a host that nobody tried to reach: by rule, or because trying would be of no use. */
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

/** Why something could not be learned over SMTP, for people. Each goes on from "could not be checked: ". */
export const smtpFailureWords: { readonly [R in FailureReason]: string } = {
  timeout: 'the mail server did not answer in time',
  servfail: 'the mail server put us off until later',
  refused: 'the mail server turns our address away',
  malformed: 'the mail server does not speak SMTP as it should',
  unreachable: 'the mail server could not be reached',
  lame: 'the mail server is not the one that was asked for',
  isolated: 'there is no way to the Internet from here',
  cancelled: 'the scan ended before the test did',
  'over-budget': 'the scan had reached its limit of questions',
  'rate-limited': 'another server of its network was tested less than six hours ago',
  internal: 'the test broke on our side; it has been logged',
}
