import { normalName } from '../dns/index.ts'

/** One address of an address field (RFC 5322 section 3.4). */
export interface Mailbox {
  /** The display name, with quotes and comments removed; encoded words stay as they are. Empty: none. */
  name: string
  /** As written, without angle brackets. */
  address: string
  /** Lower case; null when it is no domain name, or a literal such as `[192.0.2.1]`. */
  domain: string | null
}

/** Longer fields are cut here, in characters: From with more is not one that people read. */
const readCharacters = 20_000
/** More addresses than this are not read. */
const readMailboxes = 200

/** The addresses of a field in the order written. Names of groups are left out. Never throws. */
export function mailboxesOf(value: string): readonly Mailbox[] {
  const found: Mailbox[] = []
  const text = value.slice(0, readCharacters)
  let outside = ''
  let inside: string | null = null
  let isAngle = false
  let isQuoted = false
  let depth = 0
  // An @ in quotes is part of a name: "help@bank.example", <ann@a.example>.
  let hasAt = false
  const close = (): void => {
    const written = inside ?? (hasAt ? outside : '')
    const address = written.trim()
    const name = inside === null ? '' : outside.replaceAll(/\s+/g, ' ').trim()
    if (address !== '') found.push({ name, address, domain: domainOf(address, true) })
    outside = ''
    inside = null
    isAngle = false
    hasAt = false
  }
  for (let at = 0; at < text.length && found.length < readMailboxes; at++) {
    const character = text[at] ?? ''
    if (character === '\\' && (isQuoted || depth > 0)) {
      at++
      if (isQuoted && !isAngle) outside += text[at] ?? ''
    } else if (depth > 0) depth += character === '(' ? 1 : character === ')' ? -1 : 0
    else if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) {
      if (isAngle) inside += character
      else outside += character
    } else if (character === '(') depth = 1
    else if (character === '<') {
      isAngle = true
      inside = ''
    } else if (character === '>') isAngle = false
    else if (isAngle) inside += character
    else if (character === ',' || character === ';') close()
    else if (character === ':' && inside === null) {
      outside = ''
      hasAt = false
    } else {
      outside += character
      hasAt ||= character === '@'
    }
  }
  if (found.length < readMailboxes) close()
  return found
}

/**
 * The domain of an address or, unless `needsAt`, of a bare domain, in lower case without the final dot. Null when it is
 * no domain name of two labels or more. Names with characters outside ASCII stay as written.
 */
export function domainOf(text: string, needsAt = false): string | null {
  const at = text.lastIndexOf('@')
  if (at === -1 && needsAt) return null
  const end = text.slice(at + 1).slice(0, 300)
  const name = end
    .replace(/^[\s<"']+/, '')
    .replace(/[.>"']?[>"']?$/, '')
    .toLowerCase()
  const labels = name.split('.')
  if (name.length > 253 || labels.length < 2) return null
  if (labels.every(label => /^[\p{L}\p{M}\p{N}_-]{1,63}$/u.test(label)))
    return normalName(name) ?? (/[^ -~]/.test(name) ? name : null)
  return null
}

/** Domains of all texts that look like an address, such as one in a display name. In lower case, each once. */
export function domainsOfAddressesIn(text: string): readonly string[] {
  const pieces = text
    .slice(0, readCharacters)
    .replaceAll('＠', '@')
    .split(/[\s<>"(),;:[\]|]/)
  const domains = pieces.flatMap(piece => {
    const at = piece.indexOf('@')
    return at > 0 ? [domainOf(piece, true)] : []
  })
  return [...new Set(domains.filter(domain => domain !== null))]
}
