import type { FailureReason } from '@waxseal/core/dns'

/**
 * Why there is no response. `no-address`, `not-public` and `certificate` are facts about the requested name;
 * `unanswered` says nothing about it, and neither does `not-allowed`: an address of it is public, but this client does not
 * connect to it. `bad-url`: this client does not accept the URL.
 */
export interface HttpsFailure {
  kind: 'no-address' | 'not-public' | 'not-allowed' | 'certificate' | 'unanswered' | 'bad-url'
  reason: FailureReason
  /** A few words for people, without a period. */
  text: string
  /** Only of `certificate`: it has expired. */
  expired?: true
}

/** The names that OpenSSL and Node give to certificate problems, in words. */
const certificateProblems: ReadonlyMap<string, string> = new Map([
  ['CERT_HAS_EXPIRED', 'the certificate has expired'],
  ['CERT_NOT_YET_VALID', 'the certificate is not valid yet'],
  ['CERT_REVOKED', 'the certificate has been revoked'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'the certificate comes from an untrusted authority'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'the certificate chain is incomplete'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'the certificate comes from an unknown authority, or its chain is incomplete'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'the certificate comes from an unknown authority, or its chain is incomplete'],
  ['CERT_SIGNATURE_FAILURE', 'the signature of the certificate is invalid'],
  ['CERT_CHAIN_TOO_LONG', 'the certificate chain is too long'],
  ['CERT_UNTRUSTED', 'the certificate is not trusted'],
  ['CERT_REJECTED', 'the certificate is not trusted'],
  ['INVALID_CA', 'an authority in the chain may not issue certificates'],
  ['INVALID_PURPOSE', 'the certificate is not valid for servers'],
  ['HOSTNAME_MISMATCH', 'the certificate is for a different host name'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate is for a different host name'],
])

/** Errors which mean that this address is unreachable. The next address may answer. */
const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
])

export function unanswered(reason: FailureReason, text: string): HttpsFailure {
  return { kind: 'unanswered', reason, text }
}

/** Classifies an error of the connection. */
export function failureOf(error: unknown): HttpsFailure {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  const certificate = certificateProblems.get(code)
  if (certificate !== undefined) {
    const expired = code === 'CERT_HAS_EXPIRED' ? { expired: true as const } : {}
    return { kind: 'certificate', reason: 'malformed', text: certificate, ...expired }
  }
  if (/^(?:CERT|CRL)_|_CERT_|_CERT$/.test(code)) {
    return { kind: 'certificate', reason: 'malformed', text: 'the certificate is not valid' }
  }
  if (unreachable.has(code)) return unanswered('unreachable', 'could not connect to the server')
  if (code === 'ETIMEDOUT') return unanswered('timeout', 'the server did not answer in time')
  if (code === 'ECONNRESET' || code === 'EPIPE') return unanswered('unreachable', 'the server closed the connection')
  if (code.startsWith('HPE_')) return unanswered('malformed', 'the response is not valid HTTP')
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return unanswered('malformed', 'the TLS handshake failed')
  return unanswered('malformed', 'the request failed')
}
