import { certificateFault } from './certificate-fault.ts'
import { matchesMxPattern, parseMtaStsPolicy, readMtaStsRecords } from './mta-sts.ts'
import type { NamedCertificate, SenderFacts } from './sender-facts.ts'

/**
 * What the MTA-STS policy of a domain asks of a sender that follows it, about one host (RFC 8461 section 5). `nothing`: it
 * delivers as an opportunistic sender does.
 *
 * - `no-policy`: no record, or one that senders ignore (section 3.1)
 * - `policy-unavailable`: senders get no policy, and go by one that they still have, if any (section 3.3)
 * - `policy-invalid`: senders cannot use it (section 3.2)
 * - `policy-off`: its mode is none (section 5)
 */
export type PolicyDemand =
  | { demand: 'nothing'; reason: 'no-policy' | 'policy-unavailable' | 'policy-invalid' | 'policy-off' }
  | { demand: 'testing' | 'enforce'; listed: boolean }
  | { demand: 'unknown'; reason: PolicyUnknown }

/** `policy-unseen`: record or policy could not be read from here; `not-comparable`: it is older or newer than the MX hosts. */
export type PolicyUnknown = 'policy-unseen' | 'not-comparable'

/** Reads the demand of a record and policy about an MX host. */
export function policyDemand({ mtaSts, host }: Pick<SenderFacts, 'mtaSts' | 'host'>): PolicyDemand {
  const { texts, policy, comparable } = mtaSts
  if (texts === null) return { demand: 'unknown', reason: 'policy-unseen' }
  if (readMtaStsRecords(texts).state !== 'valid') return { demand: 'nothing', reason: 'no-policy' }
  if (policy === null || policy.state === 'unanswered') return { demand: 'unknown', reason: 'policy-unseen' }
  if (policy.state === 'unavailable') return { demand: 'nothing', reason: 'policy-unavailable' }
  const { mode, mx, errors } = parseMtaStsPolicy(policy.text)
  if (!policy.whole || errors.length > 0 || mode === null) return { demand: 'nothing', reason: 'policy-invalid' }
  if (mode === 'none') return { demand: 'nothing', reason: 'policy-off' }
  const listed = mx.some(pattern => matchesMxPattern(pattern, host))
  // The host and the policy may have changed together.
  if (!listed && comparable === false) return { demand: 'unknown', reason: 'not-comparable' }
  return { demand: mode, listed }
}

/** Why a sender that follows MTA-STS refuses a certificate. */
export type CertificateRefusal = 'certificate-dates' | 'certificate-name' | 'certificate-trust'

/**
 * The first objection to the certificate of a host (RFC 8461 section 4.2); null: none. The common name does not count:
 * only a name in the subject alternative name does.
 *
 * @param at when the server showed it, ISO 8601
 */
export function certificateRefusal(certificate: NamedCertificate, host: string, at: string): CertificateRefusal | null {
  const fault = certificateFault(certificate, host, at)
  return fault && refusals[fault.kind]
}

const refusals = {
  expired: 'certificate-dates',
  future: 'certificate-dates',
  name: 'certificate-name',
  'common-name': 'certificate-name',
  untrusted: 'certificate-trust',
} as const
