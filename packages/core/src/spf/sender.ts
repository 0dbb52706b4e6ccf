import { coreName } from './core-name.ts'

/** The claimed sender of a message, in the terms of macros (RFC 7208 section 7.2). */
export interface Sender {
  /** `%{l}` */
  localPart: string
  /** `%{o}` */
  domain: string
  /** The domain in core's form; null when it cannot have an SPF record (section 4.3). */
  name: string | null
}

/** An SMTP path has at most 256 bytes (RFC 5321 section 4.5.3.1.3); a much longer text is no address. */
const longestAddress = 1024

/**
 * Splits a MAIL FROM (RFC 7208 sections 2.4 and 4.3): the null sender becomes postmaster at the HELO name, and an
 * address without local-part gets the local-part postmaster.
 */
export function readSender(mailFrom: string, helo: string): Sender {
  const given = mailFrom === '' ? helo : mailFrom
  const at = given.lastIndexOf('@')
  const localPart = at > 0 ? given.slice(0, at) : 'postmaster'
  const domain = given.slice(at + 1)
  const name = given.length > longestAddress ? null : checkableName(coreName(domain))
  return { localPart, domain, name }
}

/**
 * A name that SPF can query (section 4.3): at least two labels, and the last one is no number, so no address literal.
 * Null for every other.
 */
export function checkableName(name: string | null): string | null {
  if (name === null || name.startsWith('[')) return null
  const dot = name.lastIndexOf('.')
  if (dot === -1 || name === '.') return null
  const letter = name.charCodeAt(dot + 1)
  return letter >= 0x30 && letter <= 0x39 && /^\d+$/.test(name.slice(dot + 1)) ? null : name
}
