/** Controls, marks of direction, and characters of no width that no language needs. Line ends and tabs stay. */
const invisible = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A text without characters that are invisible or change the direction of what follows. */
export function visibleText(text: string): string {
  return text.replaceAll(invisible, '')
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** The character that a reference names: a match with its name, decimal or hexadecimal number. Null: not known here. */
export function characterOf(reference: RegExpExecArray | null): string | null {
  if (reference === null) return null
  const [whole, name, decimal, hex = ''] = reference
  if (name !== undefined) return named[name] ?? whole
  const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
  if (code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff)) return '\ufffd'
  return visibleText(String.fromCodePoint(code)).replace(/\s/, ' ')
}
