import { domainToASCII, domainToUnicode } from 'node:url'
import { normalName } from '@waxseal/core/dns'
import { getDomain, getPublicSuffix } from 'tldts'
import { isULabel } from './idna2008.ts'

/** A domain as people write it, made into the one form everything else uses; or the reason why it is none. */
export type NormalizedDomain =
  | { ok: true; ascii: string; unicode: string }
  | { ok: false; code: 'domain'; message: string }

/** What is said of every input that is no domain name. */
export const invalidDomainMessage = 'Please enter a valid domain name'

const invalid: NormalizedDomain = { ok: false, code: 'domain', message: invalidDomainMessage }

/** Longer than any URL people paste; beyond it nothing is looked at. */
const inputMax = 2048

/**
 * Reads a domain out of what people type or paste: a name, a URL, an e-mail address, `host:port`, in any letter case,
 * with a final dot, in any script. `ascii` is the name in A-labels, lower case, without the final dot; `unicode` is the
 * same name for the eye. Refused: single labels, bare public suffixes of the ICANN section (`co.uk`; a private suffix
 * such as `github.io` is somebody's own domain and passes), IP addresses, wildcards, underscores (no mail domain or
 * host has one: RFC 5321 section 2.3.5), anything IDNA 2008 does not allow, names over 253 octets.
 */
export function normalizeDomain(input: string): NormalizedDomain {
  if (input.length > inputMax) return invalid
  const ascii = toAscii(hostOf(input.trim()))?.replace(/\.$/, '')
  if (ascii === undefined || ascii.length > 253) return invalid
  const labels = ascii.split('.')
  if (labels.length < 2 || !labels.every(isHostLabel)) return invalid
  // A last label that is a number is an IPv4 address or a part of one (RFC 3696 section 2; inet_aton reads hex too).
  if (/^(\d+|0x[\da-f]*)$/.test(labels.at(-1) ?? '')) return invalid
  const unicode = domainToUnicode(ascii)
  if (!labels.every((label, index) => isTrueLabel(label, unicode.split('.')[index]))) return invalid
  if (getPublicSuffix(ascii, { ...suffixOptions, allowPrivateDomains: false }) === ascii) return invalid
  return { ok: true, ascii, unicode }
}

/**
 * Reads a name to ask DNS for, which need not be a domain of mail: `_dmarc.example.com`, `com`, the root, in any script
 * and letter case. In core's form (`normalName`), null when it is no name.
 */
export function normalizeName(input: string): string | null {
  const text = input.trim()
  if (text.length > inputMax || /[\p{Z}\p{C}]/u.test(text)) return null
  if (/^[ -~]*$/.test(text)) return normalName(text)
  // What the host parser cuts off or decodes stands in no name of another script.
  return /[/?#\\%:@]/.test(text) ? null : normalName(domainToASCII(text))
}

const suffixOptions = { extractHostname: false, validateHostname: false, detectIp: false }

/**
 * The organizational domain of RFC 7489 section 3.2: one label below the public suffix, by the whole public suffix
 * list as receivers use it, private section included. A name that is itself a public suffix is its own.
 */
export function organizationalDomain(name: string): string {
  return getDomain(name, { ...suffixOptions, allowPrivateDomains: true }) ?? name
}

/** Takes scheme, user, port, path and query away. What is left may still be anything. */
function hostOf(text: string): string {
  const [authority = ''] = text
    .replace(/^mailto:/i, '')
    .replace(/^([a-z][a-z0-9+.-]*:)?\/\//i, '')
    .split(/[/?#\\]/, 1)
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d{0,5}$/, '')
}

/** Lower case and A-labels; undefined where characters stand that no name can hold, or UTS 46 refuses. */
function toAscii(host: string): string | undefined {
  if (/^[a-z0-9.-]+$/i.test(host)) return host.toLowerCase()
  // Other ASCII (blank, %, *, _, :, [) never; invisible characters, even those UTS 46 would quietly drop, neither.
  if (/[^a-z0-9.\-\u0080-\u{10FFFF}]|[[\p{Z}\p{C}]--[\u200C\u200D]]/iv.test(host)) return undefined
  const ascii = domainToASCII(host)
  return /^[a-z0-9.-]+$/.test(ascii) ? ascii : undefined
}

/** Letters, digits, hyphens, no hyphen at the ends, 63 octets (RFC 1123 section 2.1, RFC 1035 section 2.3.4). */
function isHostLabel(label: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)
}

/** An `xn--` label is true when what it decodes to is a U-label and encodes to the very same label again. */
function isTrueLabel(label: string, decoded: string | undefined): boolean {
  if (!label.startsWith('xn--')) return true
  return decoded !== undefined && decoded !== label && isULabel(decoded) && domainToASCII(decoded) === label
}
