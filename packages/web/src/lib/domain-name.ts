/** Longer than any name, also with what an address or a link puts around it. */
const longestText = 2_048

/**
 * A name in any script as the DNS holds it, in lower case with A-labels, by the browser's own reading of hosts (UTS 46);
 * null when it is none.
 */
export function asciiName(name: string): string | null {
  // What East Asian input methods write for a dot (UTS 46) is one.
  const dotted = name.replaceAll(/[。．｡]/g, '.')
  // Letters, marks and digits: what the host parser takes for something else, and symbols, which IDNA 2008 forbids.
  if (dotted.length > longestText || !/^[\p{L}\p{M}\p{N}\p{Join_Control}._-]+$/u.test(dotted)) return null
  if (!URL.canParse(`http://${dotted}`)) return null
  const { hostname } = new URL(`http://${dotted}`)
  // A host of numbers alone is read as an address.
  return /^[\d.]*$/.test(hostname) ? null : hostname.replace(/\.$/, '')
}

/**
 * The domain in what somebody types: a name, an address of a page or of a mailbox. Null when no domain of mail with two
 * labels or more is in it (RFC 5321 section 2.3.5: letters, digits, hyphens). The server, where it is asked, reads it
 * again, and its word is final.
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
