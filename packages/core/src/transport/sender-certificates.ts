import { securedSessions } from './certificate-fault.ts'
import { matchesMxPattern, parseMtaStsPolicy } from './mta-sts.ts'
import { runBy } from './part.ts'
import { isUsable } from './tlsa.ts'
import type { DaneFacts, TransportValue } from './value.ts'

/** A certificate that senders check before they deliver, and that the owner of the domain can renew. */
export interface SenderCertificate {
  host: string
  /** `policy`: of the host with the MTA-STS policy. `mx`: of a mail server. */
  role: 'policy' | 'mx'
  /** ISO 8601, UTC; null: it has expired, and the handshake shows no dates. */
  not_before: string | null
  not_after: string | null
}

/**
 * The certificates that a sender checks: of the policy host (RFC 8461 section 3.3), of MX hosts that an MTA-STS policy
 * names (section 4.2), and of those with DANE-TA (RFC 7672 section 3.1.2). With DANE-EE dates do not matter. A provider
 * renews those of its own hosts, and of a policy host that is an alias of one.
 *
 * @param domain as A-labels
 */
export function senderCertificates(
  value: Pick<TransportValue, 'mtaSts' | 'hosts' | 'dane' | 'sessions'>,
  domain: string,
): readonly SenderCertificate[] {
  const { policy } = value.mtaSts
  const seen = policy?.runAt === undefined ? policy?.certificate : undefined
  const own: readonly SenderCertificate[] =
    seen === undefined
      ? []
      : [
          {
            host: `mta-sts.${domain}`,
            role: 'policy',
            not_before: seen === 'expired' ? null : seen.notBefore,
            not_after: seen === 'expired' ? null : seen.notAfter,
          },
        ]
  const patterns = policy?.state === 'fetched' ? patternsOf(policy.text) : []
  const hosts = value.hosts.filter(
    host =>
      runBy(host, { domain }).provider === undefined &&
      (patterns.some(pattern => matchesMxPattern(pattern, host)) ||
        value.dane.some(facts => facts.host === host && isAnchored(facts))),
  )
  return [
    ...own,
    ...hosts.flatMap((host): SenderCertificate[] => {
      // The addresses of a host may show different ones. The first that ends is the one that matters.
      const [first] = securedSessions(value, host)
        .map(({ tls }) => tls.certificate)
        .toSorted((a, b) => Date.parse(a.notAfter) - Date.parse(b.notAfter))
      if (first === undefined) return []
      const { notBefore, notAfter } = first
      return [{ host, role: 'mx', not_before: notBefore, not_after: notAfter }]
    }),
  ]
}

/**
 * The mail hosts whose certificate was not seen although senders may check it: no session showed one and the host may offer
 * TLS, or the policy that would name the host cannot be fetched. Senders then go by the policy that they have (RFC 8461
 * section 3.3).
 */
export function unseenCertificates({
  mtaSts: { policy },
  hosts,
  sessions,
}: Pick<TransportValue, 'mtaSts' | 'hosts' | 'sessions'>): readonly string[] {
  const isKnown = (host: string) =>
    sessions.some(session => session.host === host && (session.tls !== null || session.starttls === 'not-offered'))
  const byOldPolicy = policy !== null && policy.state !== 'fetched'
  return hosts.filter(host => byOldPolicy || !isKnown(host))
}

function patternsOf(text: string): readonly string[] {
  const { mode, mx } = parseMtaStsPolicy(text)
  return mode === 'enforce' || mode === 'testing' ? mx : []
}

/** Signed TLSA records of which one names an authority. */
function isAnchored({ tlsa, authentic, hostAuthentic }: DaneFacts): boolean {
  if (tlsa === null || authentic !== 'yes' || hostAuthentic !== 'yes') return false
  return tlsa.some(record => isUsable(record) && record.usage === 2)
}
