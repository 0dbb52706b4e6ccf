import type { FailureReason } from '../dns/index.ts'
import type { NamedCertificate, OfferFacts } from './sender-facts.ts'

/** Whether an address offers TLS, as far as that is known. */
export type Offer =
  | { state: 'works'; certificate: NamedCertificate; at: string }
  | { state: 'not-offered' | 'failing' }
  | { state: 'unknown'; reason: OfferUnknown }

/**
 * Why it is unknown whether an address offers TLS.
 *
 * - `not-asked`: we did not ask it, by rule, by the operator's choice or for a limit of ours
 * - `no-connection`: port 25 did not answer from here; others may reach it
 * - `no-session`: it answered, but not so far that it could have offered TLS
 * - `starttls-masked`: something on the way wrote over the offer
 * - `starttls-unseen`: we saw no offer, and cannot rule out that something on our side takes offers away
 * - `certificate-unseen`: it offered TLS, and there is no handshake to judge
 */
export type OfferUnknown =
  | 'not-asked'
  | 'no-connection'
  | 'no-session'
  | 'starttls-masked'
  | 'starttls-unseen'
  | 'certificate-unseen'

/**
 * What an address offers. That STARTTLS is missing counts only where nothing on the way can have removed it: whoever sits
 * there can delete the offer (RFC 3207 section 6).
 */
export function offerOf(session: OfferFacts | null): Offer {
  if (session === null) return { state: 'unknown', reason: 'not-asked' }
  const { starttls, certificate, ehlo, offersPass, testedAt } = session
  switch (starttls) {
    case 'offered':
      return certificate === null
        ? { state: 'unknown', reason: 'certificate-unseen' }
        : { state: 'works', certificate, at: testedAt }
    case 'failed':
      return { state: 'failing' }
    case 'not-offered':
      if (isOfferMasked(ehlo)) return { state: 'unknown', reason: 'starttls-masked' }
      return offersPass ? { state: 'not-offered' } : { state: 'unknown', reason: 'starttls-unseen' }
    case 'unknown':
      return { state: 'unknown', reason: whyUnknown(session) }
    default:
      return starttls satisfies never
  }
}

/**
 * Whether a line of the EHLO reply is an overwritten STARTTLS. Firewalls that inspect SMTP replace keywords by as many
 * letters: `XXXXXXXA` for `STARTTLS`.
 *
 * @param ehlo lines without code
 */
export function isOfferMasked(ehlo: readonly string[]): boolean {
  return ehlo.some(line => /^X{7}[A-Z]$/i.test(line.trim()))
}

function whyUnknown({ contacted, failure }: OfferFacts): OfferUnknown {
  if (failure === null) return contacted ? 'no-session' : 'not-asked'
  return failureReasons[failure]
}

const failureReasons: { readonly [F in FailureReason]: OfferUnknown } = {
  timeout: 'no-connection',
  unreachable: 'no-connection',
  isolated: 'no-connection',
  servfail: 'no-session',
  refused: 'no-session',
  malformed: 'no-session',
  lame: 'no-session',
  cancelled: 'not-asked',
  'over-budget': 'not-asked',
  'rate-limited': 'not-asked',
  internal: 'not-asked',
}
