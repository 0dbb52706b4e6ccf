/**
 * A TXT record as a zone file takes it (RFC 1035 section 5.1): its text in strings of 255 octets at most (section 3.3.14),
 * for a longer one, as the key of most 2048-bit records is, is refused.
 */
export function txtZoneLine(name: string, text: string): string {
  // Beyond ASCII a character may be four octets.
  const strings = text.match(/[\0-\x7F]{1,255}|[^]{1,63}/gu) ?? ['']
  return `${name}. IN TXT ${strings.map(string => `"${string.replace(/["\\]/g, '\\$&')}"`).join(' ')}`
}
