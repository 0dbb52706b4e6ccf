import { coreName } from './core-name.ts'

/** Who a message claims to come from, as macros name it (RFC 7208 section 7.2). */
export interface Sender {
  /** `%{l}` */
  localPart: string
  /** `%{o}` */
  domain: string
  /** The domain in core's form; null when there can be no SPF record for it (section 4.3). */
  name: string | null
}

/** A path of SMTP has 256 octets (RFC 5321 section 4.5.3.1.3); what is far longer is no address. */
const longestAddress = 1024

/**
 * Takes a MAIL FROM apart (RFC 7208 sections 2.4 and 4.3): the null sender stands for postmaster at the HELO name, an
 * address without local-part for postmaster.
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
 * A name SPF can be asked for (section 4.3): of two labels at the least, the last of which is not a number, so no address
 * literal; null for every other.
 */
export function checkableName(name: string | null): string | null {
  if (name === null || name.startsWith('[')) return null
  const dot = name.lastIndexOf('.')
  if (dot === -1 || name === '.') return null
  const letter = name.charCodeAt(dot + 1)
  return letter >= 0x30 && letter <= 0x39 && /^\d+$/.test(name.slice(dot + 1)) ? null : name
}
