/** The result of decoding base64. `padded` false: there are more or fewer `=` at the end than belong there, which some decoders reject. */
export type Base64Reading = { ok: true; octets: Uint8Array; padded: boolean } | { ok: false }

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const values: ReadonlyMap<number, number> = new Map(
  Array.from(alphabet, (letter, value) => [letter.charCodeAt(0), value]),
)

/**
 * Decodes base64 (RFC 4648 section 4) without a platform API. The caller removes spaces and line ends. Characters
 * outside the alphabet, padding in the middle and a single last character are invalid.
 */
export function readBase64(text: string): Base64Reading {
  const letters = text.replace(/={1,2}$/, '')
  const padding = text.length - letters.length
  if (letters.length % 4 === 1 || (letters === '' && padding > 0)) return { ok: false }
  const octets = new Uint8Array(Math.floor((letters.length * 3) / 4))
  let bits = 0
  let held = 0
  let at = 0
  for (let index = 0; index < letters.length; index++) {
    const value = values.get(letters.charCodeAt(index))
    if (value === undefined) return { ok: false }
    bits = ((bits << 6) | value) & 0xffff
    held += 6
    if (held < 8) continue
    held -= 8
    octets[at++] = (bits >> held) & 0xff
  }
  return { ok: true, octets, padded: (letters.length + padding) % 4 === 0 }
}
