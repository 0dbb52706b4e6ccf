import { aLabelsOf, displayText, normalName, octetsOfText, utf8 } from '../dns/index.ts'

/** The maximum number of report addresses of one tag to parse. No honest record has more. */
const mostUris = 50

/** A parsed report address. */
export interface ReportUri {
  /** Lower case, without the colon. */
  scheme: string
  /** The mailbox, for `mailto:` only. */
  address: string | null
  /** The domain that gets the reports, in lower case: that of the mailbox; null for another scheme. */
  domain: string | null
  /** The size limit `!10m` of RFC 7489 section 6.2, in bytes; receivers of RFC 9989 ignore it. Null when absent. */
  maxBytes: number | null
}

const units: { readonly [unit: string]: number } = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 }

/**
 * Parses one DMARC reporting URI (RFC 9989 section 4.8: a URI of RFC 3986 with encoded commas and exclamation marks).
 * Null when it is none, or a `mailto:` without one mailbox at a domain name (RFC 5321 section 4.1.2). No mail from
 * elsewhere reaches a name of one label (`localhost`), and an address of the internet is no name.
 */
export function readReportUri(text: string): ReportUri | null {
  const bang = text.lastIndexOf('!')
  const limit = bang < 0 ? null : /^(\d{1,15})([kmgt]?)$/i.exec(text.slice(bang + 1))
  if (bang >= 0 && limit === null) return null
  const maxBytes = limit === null ? null : Number(limit[1]) * (units[(limit[2] ?? '').toLowerCase()] ?? 1)
  const uri = bang < 0 ? text : text.slice(0, bang)
  const parts = /^([a-z][a-z0-9+.-]{0,30}):([^\s,!<>"{}|\\^`]+)$/i.exec(uri)
  if (parts === null || /[^!-~]/.test(uri)) return null
  const [, scheme = '', rest = ''] = parts
  if (scheme.toLowerCase() !== 'mailto') return { scheme: scheme.toLowerCase(), address: null, domain: null, maxBytes }
  const address = decoded(rest.replace(/[?#].*/s, ''))
  const at = address?.lastIndexOf('@') ?? -1
  if (address === null || at < 1 || /\s/.test(address) || isMistyped(address.slice(0, at))) return null
  if (!isLocalPart(address.slice(0, at)) || /[():;[\]]/.test(rest.replace(/[?#].*/s, ''))) return null
  // RFC 6068 section 2: a name in its own letters is percent-encoded UTF-8, and asked in its A-labels.
  const written = address.slice(at + 1)
  const encoded = aLabelsOf(written)
  const local = address.slice(0, at)
  const domain = normalName(encoded ?? written)
  if (domain === null || written.endsWith('.') || !isHostName(domain)) return null
  if (encoded !== null && /[^ -~]/.test(local)) return null
  return { scheme: 'mailto', address: encoded === null ? address : `${local}@${encoded}`, domain, maxBytes }
}

/**
 * RFC 5321 section 4.1.2: atoms with a dot between two of them, or a quoted text; at most 64 octets (4.5.3.1.1). What
 * an atom cannot hold (`,`) is accepted percent-encoded, as people write it who mean the quoted form.
 */
function isLocalPart(local: string): boolean {
  if (octetsOfText(local).length > 64) return false
  if (local.startsWith('"')) return /^"(?:[^"\\]|\\.)*"$/.test(local)
  return !/^\.|\.\.|\.$/.test(local)
}

/** RFC 5321 section 4.1.2 and RFC 1123 section 2.1: two or more labels of letters, digits and hyphens within, no address. */
function isHostName(domain: string): boolean {
  const labels = domain.split('.')
  return (
    labels.length > 1 &&
    labels.every(label => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
    !/\.\d+$/.test(domain)
  )
}

/** The local part of `mailto://a@b`, of `mailto:mailto:a@b`, and of two mailboxes in one. */
function isMistyped(local: string): boolean {
  return local.startsWith('//') || /^mailto:/i.test(local) || (local.includes('@') && !local.startsWith('"'))
}

/**
 * A mail address in the form of a record: `,`, `;`, `!` and all other characters that a tag or a URI cannot contain are
 * encoded (RFC 6068).
 */
export function reportUriOf(address: string): string {
  const at = address.lastIndexOf('@')
  const local = address
    .slice(0, at)
    .replace(/[^\w.~+-]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
  return `mailto:${local}${address.slice(at)}`
}

/**
 * A report address whose domain is in its own letters, with its A-labels (RFC 8616 section 5: a record holds no others).
 * Null for every other text, also when the local part is outside ASCII: receivers need not support that.
 *
 * @param text as octets or decoded
 */
export function withALabels(text: string): string | null {
  if (/^[\0-\x7f]*$/.test(text)) return null
  const decoded = /[^\0-\xff]/.test(text) ? text : (utf8(text) ?? text)
  const [, before = '', name = '', after = ''] =
    /^([^@]{1,200}@)([^@\s!>)\]?#/:,;]{1,253})(.{0,100})$/s.exec(decoded) ?? []
  const encoded = aLabelsOf(name.replace(/\.$/, ''))
  const whole = encoded === null ? '' : `${before}${encoded}${after}`
  return /^[!-~]+$/.test(whole) ? whole : null
}

/** The addresses of a `rua` or `ruf` tag that are URIs, as published, with a warning for each of the others. */
export function reportUris(
  tag: 'rua' | 'ruf',
  value: string | undefined,
  warn: (code: string, message: string) => void,
): readonly string[] {
  if (value === undefined) return []
  const uris: string[] = []
  const parts = value.split(',', mostUris + 1).map(part => part.trim())
  if (parts.length > mostUris) warn('uri-invalid', `we read only the first ${mostUris} addresses of ${tag}`)
  for (const part of parts.slice(0, mostUris)) {
    const uri = readReportUri(part)
    if (uri === null) {
      warn('uri-invalid', `"${displayText(part, 60)}" in ${tag} is not a report address${hintFor(part)}`)
      continue
    }
    if (uri.scheme !== 'mailto')
      warn('uri-scheme', `${tag} has an address with ${uri.scheme}:, but receivers must support only mailto:`)
    if (uri.maxBytes !== null) warn('size-limit', `RFC 9989 removed the size limit at the end of an address in ${tag}`)
    if (!uris.includes(part)) uris.push(part)
  }
  return uris
}

function hintFor(part: string): string {
  const encoded = withALabels(part)
  if (encoded !== null) return ` (write its name as ${displayText(encoded.slice(encoded.lastIndexOf('@') + 1), 80)})`
  if (/^[^\s:@]+@[^\s:@]+$/.test(part)) return ' (add mailto: in front)'
  if (/^mailto:\/\//i.test(part)) return ' (write mailto: without slashes)'
  return /^mailto:mailto:/i.test(part) ? ' (remove the second mailto:)' : ''
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
