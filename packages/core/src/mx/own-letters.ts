import { aLabelsOf, displayText, utf8 } from '../dns/index.ts'

/** An octet of a name beyond ASCII, or one that is not visible, as names are written here (RFC 4343 section 2.1). */
const escaped = /\\([0-9]{3})/g

/** Whether an exchange is no host name because it has octets beyond ASCII: mail programs refuse it (RFC 5321 section 4.1.2). */
export function hasOwnLetters(host: string): boolean {
  return [...host.matchAll(escaped)].some(([, code]) => Number(code) > 0x7f)
}

/** The name with its letters in place of the escapes, safe to show. */
export function inOwnLetters(host: string): string {
  return displayText(octetsOf(host))
}

/** The host name that an exchange in its own letters means, as A-labels (RFC 5891 section 4.4); null: it means none. */
export function hostInALabels(host: string): string | null {
  return hasOwnLetters(host) ? aLabelsOf(utf8(octetsOf(host)) ?? '') : null
}

function octetsOf(host: string): string {
  return host.replace(escaped, (_, code: string) => String.fromCharCode(Number(code) & 0xff))
}
