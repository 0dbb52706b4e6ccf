/**
 * A TXT record in zone-file form (RFC 1035 section 5.1): its text in strings of at most 255 bytes (section 3.3.14),
 * because name servers refuse longer ones, such as most 2048-bit keys.
 */
export function txtZoneLine(name: string, text: string): string {
  // Beyond ASCII a character may take four bytes.
  const strings = text.match(/[\0-\x7F]{1,255}|[^]{1,63}/gu) ?? ['']
  return `${name}. IN TXT ${strings.map(string => `"${string.replace(/["\\]/g, '\\$&')}"`).join(' ')}`
}
