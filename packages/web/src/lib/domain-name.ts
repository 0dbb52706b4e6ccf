/** Longer than any name, even with an address or a URL around it. */
const longestText = 2_048

/**
 * A name in any script in the form of DNS, lower case with A-labels, by the browser's own host parser (UTS 46); null
 * when it is none.
 */
export function asciiName(name: string): string | null {
  // The full stops of East Asian input methods (UTS 46).
  const dotted = name.replaceAll(/[。．｡]/g, '.')
  // Only letters, marks and digits: excludes characters with a meaning for the host parser, and symbols, which IDNA
  // 2008 forbids.
  if (dotted.length > longestText || !/^[\p{L}\p{M}\p{N}\p{Join_Control}._-]+$/u.test(dotted)) return null
  if (!URL.canParse(`http://${dotted}`)) return null
  const { hostname } = new URL(`http://${dotted}`)
  // The host parser reads a host of numbers as an address.
  return /^[\d.]*$/.test(hostname) ? null : hostname.replace(/\.$/, '')
}

/**
 * Extracts the domain from typed text: a name, a URL or an email address. Null without a mail domain of at least two
 * labels (RFC 5321 section 2.3.5: letters, digits, hyphens). The server parses the text again, and its result is final.
 */
export function domainIn(typed: string): string | null {
  if (typed.length > longestText) return null
  const host = typed
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^.*@/s, '')
    .replace(/:\d*$/, '')
  const name = asciiName(host)
  if (name === null || name.length > 253) return null
  const labels = name.split('.')
  return labels.length >= 2 && labels.every(label => /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/.test(label)) ? name : null
}
