/*
 * Domain names in core's form: lower case, without the final dot, the root is `.`. Every byte that is not a visible
 * ASCII character, every dot inside a label and every backslash is written `\DDD` (RFC 1035 section 5.1). In this form
 * a name splits at its dots and compares with `===`.
 */

const longestLabel = 63
/** RFC 1035 section 2.3.4: 255 bytes on the wire, including the length bytes of the root and of the first label. */
const longestName = 253

/** One label in core's form, from its bytes. ASCII letters become lower case (RFC 4343). */
export function labelOf(octets: Iterable<number>): string {
  let text = ''
  for (const octet of octets) {
    const plain = octet > 0x20 && octet < 0x7f && octet !== 0x2e && octet !== 0x5c
    text += plain ? String.fromCharCode(octet).toLowerCase() : `\\${String(octet).padStart(3, '0')}`
  }
  return text
}

/** The bytes of a label in core's form, as sent on the wire. */
export function octetsOf(label: string): number[] {
  const octets: number[] = []
  for (let at = 0; at < label.length; at++) {
    if (label[at] === '\\') {
      octets.push(Number(label.slice(at + 1, at + 4)))
      at += 3
    } else octets.push(label.charCodeAt(at))
  }
  return octets
}

/**
 * Converts a name as people and zone files write it (any case, with or without the final dot, `\.` and `\DDD`) to
 * core's form. Null when it is no domain name: an empty label, a label over 63 bytes, a name over 253, a character
 * outside ASCII, an invalid escape. Does not check host names: `_dmarc`, `*` and `\032` are valid in DNS.
 */
export function normalName(text: string): string | null {
  if (text === '.') return '.'
  if (isPlain(text)) return (text.endsWith('.') ? text.slice(0, -1) : text).toLowerCase()
  const labels: string[] = []
  let octets: number[] = []
  let total = -1
  const closeLabel = (): boolean => {
    total += octets.length + 1
    if (octets.length === 0 || octets.length > longestLabel || total > longestName) return false
    labels.push(labelOf(octets))
    octets = []
    return true
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7e || octets.length > longestLabel) return null
    if (code === 0x2e) {
      if (!closeLabel()) return null
    } else if (code === 0x5c) {
      const escape = readEscape(text, at + 1)
      if (escape === null) return null
      octets.push(escape.octet)
      at += escape.length
    } else octets.push(code)
  }
  const endsWithDot = octets.length === 0 && labels.length > 0
  return endsWithDot || closeLabel() ? labels.join('.') : null
}

/** Whether a text is a name without any byte to escape, as nearly all are: only its letters may have another case. */
function isPlain(text: string): boolean {
  const end = text.endsWith('.') ? text.length - 1 : text.length
  if (end > longestName) return false
  let length = 0
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x2e) {
      if (length === 0) return false
      length = 0
    } else if (code <= 0x20 || code > 0x7e || code === 0x5c || ++length > longestLabel) return false
  }
  return length > 0
}

function readEscape(text: string, at: number): { octet: number; length: number } | null {
  const digits = text.slice(at, at + 3)
  if (/^\d{3}$/.test(digits)) return Number(digits) < 256 ? { octet: Number(digits), length: 3 } : null
  const code = text.charCodeAt(at)
  return code > 0x20 && code < 0x7f && !/^\d/.test(digits) ? { octet: code, length: 1 } : null
}

/** Whether a text is a domain name (see `normalName`). The root is one. */
export function isDomainName(text: string): boolean {
  return normalName(text) !== null
}

/** The labels of a name in core's form, leftmost first; none for the root. */
export function labels(name: string): string[] {
  return name === '.' ? [] : name.split('.')
}

/** The name without its first label; the root above a top-level name; null above the root. */
export function parentOf(name: string): string | null {
  if (name === '.') return null
  const dot = name.indexOf('.')
  return dot === -1 ? '.' : name.slice(dot + 1)
}

/** Whether `name` is `of` or a name below it (RFC 8499: a name is a subdomain of itself). Both in core's form. */
export function isSubdomain(name: string, of: string): boolean {
  return of === '.' || name === of || name.endsWith(`.${of}`)
}

/** Whether two texts are the same name, regardless of case and final dot. False when one is no name. */
export function sameName(one: string, other: string): boolean {
  const normal = normalName(one)
  return normal !== null && normal === normalName(other)
}
