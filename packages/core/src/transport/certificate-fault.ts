import { displayText } from '../dns/index.ts'
import { type CertificateFacts, coversHost, type RelayHost } from '../relay/index.ts'
import { isLeftOut, namesText } from './sessions.ts'
import type { TransportValue } from './value.ts'

/** Why senders that verify certificates refuse one. `detail`: the day it ended, the names it has, or what is wrong. */
export interface CertificateFault {
  kind: 'expired' | 'name' | 'untrusted'
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
  const { notAfter, names, trusted, selfSigned, chainProblem, problem } = certificate
  if (Date.parse(notAfter) < Date.parse(testedAt)) return { kind: 'expired', detail: notAfter.slice(0, 10) }
  if (!coversHost(certificate, host)) return { kind: 'name', detail: namesText(names) }
  if (trusted) return null
  const words = selfSigned ? 'it is self-signed' : (chainProblem ?? problem ?? 'its authority is unknown')
  return { kind: 'untrusted', detail: displayText(words, 200) }
}

/** A session in which a server showed its certificate. */
export type SecuredSession = RelayHost & { tls: NonNullable<RelayHost['tls']> }

/** The session with a host in which it showed its certificate; null without one. */
export function securedSession({ sessions }: Pick<TransportValue, 'sessions'>, host: string): SecuredSession | null {
  return sessions.find((session): session is SecuredSession => session.host === host && session.tls !== null) ?? null
}

/**
 * Whether another scan would learn no more about a host's certificate: the server answered, or it is not tested by rule
 * (a large provider's server, a host beyond the most preferred ones). The operator's switch is no rule: it may change.
 */
export function isCertificateSettled({ sessions, smtp }: TransportValue, host: string): boolean {
  if (smtp === 'off' || smtp === 'not-for-visitors') return false
  const session = sessions.find(each => each.host === host)
  return session === undefined || isLeftOut(session) || session.starttls !== 'unknown'
}
