import type { FailureReason } from '@waxseal/core/dns'

/**
 * Why there is no response. `no-address`, `not-public` and `certificate` are facts about the requested name;
 * `unanswered` says nothing about it; `bad-url`: this client does not accept the URL.
 */
export interface HttpsFailure {
  kind: 'no-address' | 'not-public' | 'certificate' | 'unanswered' | 'bad-url'
  reason: FailureReason
  /** A few words for people, without a period. */
  text: string
}

/** The names that OpenSSL and Node give to certificate problems, in words. */
const certificateProblems: ReadonlyMap<string, string> = new Map([
  ['CERT_HAS_EXPIRED', 'the certificate has expired'],
  ['CERT_NOT_YET_VALID', 'the certificate is not valid yet'],
  ['CERT_REVOKED', 'the certificate has been revoked'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'the certificate comes from an authority that is not trusted'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'the chain of certificates is not complete'],
  [
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'the certificate comes from an unknown authority, or its chain is not complete',
  ],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'the certificate comes from an unknown authority, or its chain is not complete'],
  ['CERT_SIGNATURE_FAILURE', 'the signature of the certificate is wrong'],
  ['CERT_CHAIN_TOO_LONG', 'the chain of certificates is too long'],
  ['CERT_UNTRUSTED', 'the certificate is not trusted'],
  ['CERT_REJECTED', 'the certificate is not trusted'],
  ['INVALID_CA', 'an authority of the chain may not issue certificates'],
  ['INVALID_PURPOSE', 'the certificate is not meant for servers'],
  ['HOSTNAME_MISMATCH', 'the certificate names another host'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate names another host'],
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
  if (certificate !== undefined) return { kind: 'certificate', reason: 'malformed', text: certificate }
  if (/^(?:CERT|CRL)_|_CERT_|_CERT$/.test(code)) {
    return { kind: 'certificate', reason: 'malformed', text: 'the certificate is not valid' }
  }
  if (unreachable.has(code)) return unanswered('unreachable', 'no connection to the server')
  if (code === 'ETIMEDOUT') return unanswered('timeout', 'the server did not answer in time')
  if (code === 'ECONNRESET' || code === 'EPIPE') return unanswered('unreachable', 'the server closed the connection')
  if (code.startsWith('HPE_')) return unanswered('malformed', 'what the server answered is no HTTP')
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return unanswered('malformed', 'no TLS session could be set up')
  return unanswered('malformed', 'the exchange failed')
}
