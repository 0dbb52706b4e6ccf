import { domainToASCII, domainToUnicode } from 'node:url'
import { isULabel, normalName } from '@waxseal/core/dns'
import { getDomain, getPublicSuffix } from 'tldts'

/** A domain as people write it, in normalized form; or the reason why it is invalid. */
export type NormalizedDomain =
  | { ok: true; ascii: string; unicode: string }
  | { ok: false; code: 'domain'; message: string }

/** The message for every input that is no domain name. */
export const invalidDomainMessage = 'Please enter a valid domain name'

const invalid: NormalizedDomain = { ok: false, code: 'domain', message: invalidDomainMessage }

/** Longer than any URL that people paste; longer input is refused unread. */
const inputMax = 2048

/**
 * Extracts a domain from what people type or paste: a name, a URL, an email address, `host:port`, in any letter case,
 * with a final dot, in any script. `ascii` is the name in A-labels, lower case, without the final dot; `unicode` is the
 * same name for display. Refuses single labels, bare public suffixes of the ICANN section (`co.uk`; a private suffix
 * such as `github.io` is a domain with an owner, so it is accepted), IP addresses, wildcards, underscores (no mail
 * domain or host has one: RFC 5321 section 2.3.5), names that IDNA 2008 does not allow, and names over 253 bytes.
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
 * Parses a name for a DNS query, which need not be a mail domain: `_dmarc.example.com`, `com`, the root, in any script
 * and letter case. Returns core's form (`normalName`), null when it is no name.
 */
export function normalizeName(input: string): string | null {
  const text = input.trim()
  if (text.length > inputMax || /[\p{Z}\p{C}]/u.test(text)) return null
  if (/^[ -~]*$/.test(text)) return normalName(text)
  // The characters that the host parser cuts off or decodes occur in no name of another script.
  return /[/?#\\%:@]/.test(text) ? null : normalName(domainToASCII(text))
}

/**
 * A domain name with its U-labels as A-labels (RFC 5890), in lower case. A name outside ASCII with a label that IDNA 2008
 * does not allow stays as it is: UTS 46 would turn some of them (full-width letters) into the name of another domain.
 */
export function withALabels(name: string): string {
  if (name.length > 253 || /^[ -~]*$/.test(name)) return name
  const composed = name.toLowerCase().normalize('NFC')
  if (!composed.split('.').every(label => /^[a-z0-9_-]*$/.test(label) || isULabel(label))) return name
  return normalName(domainToASCII(composed)) ?? name
}

const suffixOptions = { extractHostname: false, validateHostname: false, detectIp: false }

/**
 * The organizational domain of RFC 7489 section 3.2: one label below the public suffix, by the whole public suffix list
 * including the private section, as receivers do. For a public suffix, the name itself. In A-labels (`withALabels`).
 */
export function organizationalDomain(name: string): string {
  const written = withALabels(name)
  return getDomain(written, { ...suffixOptions, allowPrivateDomains: true }) ?? written
}

/** Removes scheme, user, port, path and query. The rest is not validated. */
function hostOf(text: string): string {
  const [authority = ''] = text
    .replace(/^mailto:/i, '')
    .replace(/^([a-z][a-z0-9+.-]*:)?\/\//i, '')
    .split(/[/?#\\]/, 1)
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d{0,5}$/, '')
}

/** Lower case and A-labels; undefined for characters that no name can contain, or that UTS 46 refuses. */
function toAscii(host: string): string | undefined {
  if (/^[a-z0-9.-]+$/i.test(host)) return host.toLowerCase()
  // Refuses other ASCII (space, %, *, _, :, [) and invisible characters, including those that UTS 46 would silently
  // drop.
  if (/[^a-z0-9.\-\u0080-\u{10FFFF}]|[[\p{Z}\p{C}]--[\u200C\u200D]]/iv.test(host)) return undefined
  const ascii = domainToASCII(host)
  return /^[a-z0-9.-]+$/.test(ascii) ? ascii : undefined
}

/** Letters, digits, hyphens, no hyphen at the ends, 63 bytes (RFC 1123 section 2.1, RFC 1035 section 2.3.4). */
function isHostLabel(label: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)
}

/** An `xn--` label is valid when it decodes to a U-label that encodes to the same label again. */
function isTrueLabel(label: string, decoded: string | undefined): boolean {
  if (!label.startsWith('xn--')) return true
  return decoded !== undefined && decoded !== label && isULabel(decoded) && domainToASCII(decoded) === label
}
