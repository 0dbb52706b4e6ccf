import type { Hop } from './hop.ts'
import type { SignatureField } from './result.ts'

/** When the receiving system accepted the message, in milliseconds since 1970; null: the path shows no time. */
export function deliveredAt(path: readonly Hop[]): number | null {
  const time = Date.parse(path.findLast(hop => hop.time !== null)?.time ?? '')
  return Number.isNaN(time) ? null : time
}

/** Whether the signature was no longer valid at a time in milliseconds since 1970 (RFC 6376 section 3.5, `x=`). */
export function hasExpired({ expiresAt }: SignatureField, time: number): boolean {
  return expiresAt !== null && expiresAt < time
}

/** Receivers must not accept such a signature (RFC 8301 section 3.1). */
export function usesSha1({ algorithm }: SignatureField): boolean {
  return algorithm?.toLowerCase() === 'rsa-sha1'
}
