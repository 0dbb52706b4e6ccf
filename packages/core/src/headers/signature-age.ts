import type { Hop } from './hop.ts'
import { isFetch } from './receiver.ts'
import type { SignatureField } from './result.ts'

/**
 * When the receiving system accepted the message, in milliseconds since 1970; null: the path shows no time. Hops inside
 * it may be days later, and so is a program that fetches the message.
 *
 * @param sendingHop the hop in which the message entered the receiving organization; null: it is unknown
 */
export function deliveredAt(path: readonly Hop[], sendingHop: Hop | null): number | null {
  const newest = path.findLast(hop => hop.time !== null && !isFetch(hop))
  const time = Date.parse(sendingHop?.time ?? newest?.time ?? '')
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
