import type { RecordData } from '../dns/index.ts'
import { type CertificateFacts, coversHost } from '../relay/index.ts'

/** A TLSA record; for a whole certificate or key also its SHA-256, so that digests can be compared. */
export type TlsaRecord = RecordData['TLSA'] & { digest: string | null }

/**
 * Whether a mail client can use the record (RFC 7672 section 3.1): usage DANE-TA (2) or DANE-EE (3), a selector and a
 * matching type of RFC 6698, and data of their length.
 */
export function isUsable({ usage, selector, matching, data }: TlsaRecord): boolean {
  if ((usage !== 2 && usage !== 3) || selector > 1) return false
  if (matching === 0) return data.length > 0
  return (matching === 1 && data.length === 64) || (matching === 2 && data.length === 128)
}

/**
 * Whether the record matches the server's certificates (RFC 7672 section 3.1): for DANE-EE its own certificate, whose
 * name and dates then do not matter; for DANE-TA any certificate of its chain, and then the server's own must be valid
 * and have one of these names.
 */
export function allows(record: TlsaRecord, certificate: CertificateFacts, names: readonly string[], at: Date): boolean {
  if (!isUsable(record)) return false
  if (record.usage === 3) return certificate.chain.slice(0, 1).some(each => digestOf(record, each) === expected(record))
  const isValid = Date.parse(certificate.notBefore) <= at.getTime() && at.getTime() <= Date.parse(certificate.notAfter)
  return isValid && names.some(name => coversHost(certificate, name)) && matchesChain(record, certificate)
}

/** Whether the record is of a certificate that the server sends. */
export function matchesChain(record: TlsaRecord, { chain }: Pick<CertificateFacts, 'chain'>): boolean {
  return chain.some(each => digestOf(record, each) === expected(record))
}

function digestOf({ selector, matching }: TlsaRecord, certificate: CertificateFacts['chain'][number]): string {
  if (matching === 2) return selector === 0 ? certificate.sha512 : certificate.spkiSha512
  return selector === 0 ? certificate.sha256 : certificate.spkiSha256
}

function expected({ matching, data, digest }: TlsaRecord): string | null {
  return (matching === 0 ? digest : data)?.toLowerCase() ?? null
}

/**
 * The record that pins the server's current key: DANE-EE, public key, SHA-256 (the preferred form of RFC 7672 section
 * 3.1.1).
 */
export function recommendedTlsa({ spkiSha256 }: Pick<CertificateFacts, 'spkiSha256'>): string {
  return `3 1 1 ${spkiSha256}`
}

/** The records of all of these keys, in presentation form, each once, divided by ` / `. */
export function recommendedRecords(certificates: readonly Pick<CertificateFacts, 'spkiSha256'>[]): string {
  return [...new Set(certificates.map(recommendedTlsa))].join(' / ')
}

/** Whether a record is of the key alone, so that a certificate with the same key needs no new one: `3 1 1` and `3 1 0`. */
export function isOfKey({ usage, selector }: TlsaRecord): boolean {
  return usage === 3 && selector === 1
}
