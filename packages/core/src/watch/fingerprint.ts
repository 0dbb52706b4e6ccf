/**
 * A short text for equality of texts: 106 bits of two 53-bit hashes in base 36 (the mixing of MurmurHash3). It is not
 * for secrets.
 */
export function fingerprintOf(texts: readonly string[]): string {
  const text = texts.map(each => `${each.length}:${each}`).join('')
  return `${hash(text, 0)}${hash(text, 1)}`
}

function hash(text: string, seed: number): string {
  let high = 0xdeadbeef ^ seed
  let low = 0x41c6ce57 ^ seed
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36).padStart(11, '0')
}
