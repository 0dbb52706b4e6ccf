/**
 * A certificate in the terms of DANE (RFC 6698 section 2.1): digests in lower-case hex, of the whole and of its key.
 */
export interface CertificateDigests {
  /** Printable, short. */
  subject: string
  sha256: string
  sha512: string
  spkiSha256: string
  spkiSha512: string
}

/** The relevant facts of a mail server's certificate. All of them are claims of the server. */
export interface CertificateFacts {
  /** Its DNS names in lower case; the common name when it has none. */
  names: readonly string[]
  /** Where `names` are: in the subject alternative name, or only in the common name. Absent in records of earlier versions. */
  namedBy?: 'dns-id' | 'common-name'
  issuer: string
  /** The organization of its issuer, printable and short. Absent: none is named, and in records of earlier versions. */
  authority?: string
  /** ISO 8601, UTC. */
  notBefore: string
  notAfter: string
  selfSigned: boolean
  /** Whether its chain ends at a publicly trusted certificate authority. Says nothing about the name. */
  trusted: boolean
  /** Why not, in words; null when `trusted`. */
  chainProblem: string | null
  /** What a strict sender would object to, most important first; null: nothing. */
  problem: string | null
  sha256: string
  spkiSha256: string
  /** From the server's own certificate upwards. */
  chain: readonly CertificateDigests[]
}

/** Whether the certificate is for this host (RFC 9525 section 6.3: `*` replaces the whole first label only). */
export function coversHost({ names }: Pick<CertificateFacts, 'names'>, host: string): boolean {
  const wanted = host.toLowerCase().replace(/\.$/, '')
  const above = wanted.slice(wanted.indexOf('.') + 1)
  return names.some(
    name => name === wanted || (name.startsWith('*.') && above.includes('.') && name.slice(2) === above),
  )
}

/** The objection of a sender that verifies certificates, most important first. Null: none. */
export function certificateProblem(
  certificate: Omit<CertificateFacts, 'problem'>,
  host: string,
  at: Date,
): string | null {
  const { notBefore, notAfter, selfSigned, chainProblem } = certificate
  if (Date.parse(notAfter) < at.getTime()) return `it expired on ${notAfter.slice(0, 10)}`
  if (Date.parse(notBefore) > at.getTime()) return `it is not valid before ${notBefore.slice(0, 10)}`
  if (!coversHost(certificate, host)) return `it does not name ${host}`
  if (selfSigned) return 'it is self-signed'
  return chainProblem
}
