import { displayTyped } from '../dns/index.ts'

/** The most of one text that the analyst, or a language model, gets: bytes of UTF-8. */
export const textBytesMax = 2_048

/**
 * A text that came from DNS, from a header or from a person, as one short line: control, format and bidirectional
 * characters are visible (`\010`, `\u{202e}`), and what is longer than 2 KB ends in `…`.
 */
export function boundedText(text: string): string {
  if (text.length <= textBytesMax && /^[ -~]*$/.test(text)) return text
  const shown = displayTyped(text.slice(0, textBytesMax + 1), textBytesMax)
  const ellipsis = bytesOf('…')
  let bytes = 0
  let kept = ''
  for (const character of shown) {
    const after = bytes + bytesOf(character)
    if (after > textBytesMax) return `${kept}…`
    bytes = after
    if (bytes <= textBytesMax - ellipsis) kept += character
  }
  return shown
}

/** Bytes of one character in UTF-8 (RFC 3629 section 3). */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** Bounds every text of a value of plain data, at any depth. The shape and all numbers stay. */
export function boundedTexts<T>(value: T): T {
  if (typeof value === 'string') return boundedText(value) as T
  if (Array.isArray(value)) return value.map(each => boundedTexts(each)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, boundedTexts(each)])) as T
}
