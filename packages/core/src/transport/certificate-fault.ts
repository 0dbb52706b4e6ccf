import { displayText } from '../dns/index.ts'
import { type CertificateFacts, coversHost } from '../relay/index.ts'
import { isLeftOut, namesText } from './sessions.ts'
import type { TransportSession, TransportValue } from './value.ts'

/**
 * Why senders that verify certificates refuse one. `detail`: the day it ended or begins, the names it has, or what is
 * wrong. `common-name`: it has its name only there, where these senders do not look.
 */
export interface CertificateFault {
  kind: 'expired' | 'future' | 'name' | 'common-name' | 'untrusted'
  detail: string
}

/**
 * The first objection of a sender that verifies the certificate of a mail server (RFC 8461 section 4.2); null: none.
 *
 * @param testedAt when the server showed it, ISO 8601
 */
export function certificateFault(
  certificate: CertificateFacts,
  host: string,
  testedAt: string,
): CertificateFault | null {
  const { notBefore, notAfter, names, namedBy, trusted, selfSigned, chainProblem, problem } = certificate
  if (Date.parse(notAfter) < Date.parse(testedAt)) return { kind: 'expired', detail: notAfter.slice(0, 10) }
  if (Date.parse(notBefore) > Date.parse(testedAt)) return { kind: 'future', detail: notBefore.slice(0, 10) }
  if (!coversHost(certificate, host)) return { kind: 'name', detail: namesText(names) }
  if (!trusted) {
    const words = selfSigned ? 'it is self-signed' : (chainProblem ?? problem ?? 'its authority is unknown')
    return { kind: 'untrusted', detail: displayText(words, 200) }
  }
  return namedBy === 'common-name' ? { kind: 'common-name', detail: namesText(names) } : null
}

/** A session in which a server showed its certificate. */
export type SecuredSession = TransportSession & { tls: NonNullable<TransportSession['tls']> }

/** The sessions with a host in which it showed its certificate, one of each address. */
export function securedSessions(
  { sessions }: Pick<TransportValue, 'sessions'>,
  host: string,
): readonly SecuredSession[] {
  return sessions.filter((session): session is SecuredSession => session.host === host && session.tls !== null)
}

/**
 * Whether another scan would learn no more about a host's certificate: the server answered, or it is not tested by rule
 * (a large provider's server, a host beyond the most preferred ones). The operator's switch is no rule: it may change. An
 * address that cannot be reached from here, beside one that answered, would not answer the next scan either.
 */
export function isCertificateSettled({ sessions, smtp }: TransportValue, host: string): boolean {
  if (smtp === 'off' || smtp === 'not-for-visitors') return false
  const own = sessions.filter(each => each.host === host)
  return own.length === 0 || own.some(session => isLeftOut(session) || session.starttls !== 'unknown')
}
