import { createHash, type X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { type CertificateDigests, type CertificateFacts, certificateProblem } from '@waxseal/core/relay'

const namesMax = 100
const chainMax = 10

/**
 * The certificate of the other end of a TLS connection, judged for this host; null when there is none that we can read.
 */
export function certificateFacts(socket: TLSSocket, host: string, at: Date): CertificateFacts | null {
  try {
    const leaf = socket.getPeerX509Certificate()
    return leaf === undefined ? null : factsOf(leaf, socket, host, at)
  } catch {
    // OpenSSL accepts certificates that Node cannot print: invalid dates, unknown kinds of keys.
    return null
  }
}

function factsOf(leaf: X509Certificate, socket: TLSSocket, host: string, at: Date): CertificateFacts {
  const chain = chainOf(leaf)
  const trusted = socket.authorized
  const { names, namedBy } = namesOf(leaf)
  const authority = printable(/^O=(.*)$/m.exec(leaf.issuer ?? '')?.[1] ?? '')
  const facts = {
    names,
    namedBy,
    issuer: nameOf(leaf.issuer),
    ...(authority !== '' && { authority }),
    notBefore: leaf.validFromDate.toISOString(),
    notAfter: leaf.validToDate.toISOString(),
    selfSigned: leaf.checkIssued(leaf),
    trusted,
    chainProblem: trusted ? null : chainWords(String(socket.authorizationError)),
    sha256: chain[0]?.sha256 ?? '',
    spkiSha256: chain[0]?.spkiSha256 ?? '',
    chain,
  }
  return { ...facts, problem: certificateProblem(facts, host, at) }
}

/**
 * The certificates that the server sent, from its own upwards, and no others: DANE requires that (RFC 7671 section
 * 5.2.2).
 */
function chainOf(leaf: X509Certificate): CertificateDigests[] {
  const chain: CertificateDigests[] = []
  for (let next: X509Certificate | undefined = leaf; next && chain.length < chainMax; next = next.issuerCertificate) {
    const digests = digestsOf(next)
    if (chain.some(({ sha256 }) => sha256 === digests.sha256)) break
    chain.push(digests)
  }
  return chain
}

function digestsOf(certificate: X509Certificate): CertificateDigests {
  const key = publicKeyOf(certificate)
  return {
    subject: nameOf(certificate.subject),
    sha256: digest('sha256', certificate.raw),
    sha512: digest('sha512', certificate.raw),
    spkiSha256: key ? digest('sha256', key) : '',
    spkiSha512: key ? digest('sha512', key) : '',
  }
}

function digest(algorithm: 'sha256' | 'sha512', octets: Buffer): string {
  return createHash(algorithm).update(octets).digest('hex')
}

/** A key of a kind that OpenSSL does not know has no digest. */
function publicKeyOf({ publicKey }: X509Certificate): Buffer | null {
  try {
    return publicKey.export({ type: 'spki', format: 'der' })
  } catch {
    return null
  }
}

function namesOf({ subjectAltName = '', subject }: X509Certificate) {
  // Node quotes names that contain a comma or a quote. No host has such a name.
  const names = subjectAltName.split(', ').flatMap(entry => /^DNS:([\w*.-]{1,255})$/.exec(entry)?.[1] ?? [])
  const common = /^CN=([\w*.-]{1,255})$/m.exec(subject)?.[1]
  const all = names.length > 0 ? names : common === undefined ? [] : [common]
  const namedBy = names.length > 0 ? ('dns-id' as const) : ('common-name' as const)
  return { names: [...new Set(all.map(name => name.toLowerCase()))].slice(0, namesMax), namedBy }
}

/**
 * The common name or the organization, printable and short; empty for an empty name, which Node returns as undefined.
 * An empty subject is usual: the names are in the subject alternative name.
 */
function nameOf(distinguished: string | undefined): string {
  if (distinguished === undefined) return ''
  const [, text = distinguished.replaceAll('\n', ', ')] =
    /^CN=(.*)$/m.exec(distinguished) ?? /^O=(.*)$/m.exec(distinguished) ?? []
  return printable(text)
}

function printable(text: string): string {
  return text.slice(0, 100).replace(/[^\x20-\x7e]/g, '?')
}

/** The verdict of OpenSSL on the chain, in words. */
function chainWords(code: string): string {
  switch (code) {
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return 'no trusted authority has signed it, or the server does not send an intermediate certificate'
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return 'senders do not trust its authority'
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return 'it is self-signed'
    case 'CERT_HAS_EXPIRED':
      return 'a certificate in its chain has expired'
    default:
      return `its chain cannot be verified (${code.replace(/[^\w ]/g, '').slice(0, 60)})`
  }
}
