import { octetsOfText } from '../dns/index.ts'

/**
 * A canonical value as the bytes that a receiver parses: with the characters that it names in place of their escapes
 * (`\u{feff}`, `\009`). A value has these escapes to be safe to show (`shownText`); to a parser they are visible text.
 */
export function asReceived(value: string): string {
  return value
    .split(/(\\u\{[0-9a-f]{1,6}\}|\\[0-9]{3})/)
    .map((piece, at) => (at % 2 === 0 ? octetsOfText(piece.toWellFormed()) : octetsOfEscape(piece)))
    .join('')
}

/** A number that is no character was published as this text. */
function octetsOfEscape(escape: string): string {
  const isOctet = !escape.startsWith('\\u')
  const code = isOctet ? Number(escape.slice(1)) : Number.parseInt(escape.slice(3, -1), 16)
  if (code > (isOctet ? 0xff : 0x10ffff)) return escape
  return isOctet ? String.fromCharCode(code) : octetsOfText(String.fromCodePoint(code).toWellFormed())
}
