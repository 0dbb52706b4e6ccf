/** So far a text is searched for what tells its kind. */
const searchedBytes = 65_536

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
  nbsp: ' ',
  '#39': "'",
  '#34': '"',
}

/**
 * A header that was copied from the source of a web page, with its characters in place of their entities: it has `&lt;`, and
 * no `<` at all, which every message has around its addresses. Any other text is returned as it is.
 */
export function withoutEntities(raw: Uint8Array): Uint8Array {
  const head = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, searchedBytes))
  if (head.includes('<') || !head.includes('&lt;')) return raw
  // Byte by byte: what is not ASCII stays as it is.
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.length).toString('latin1')
  return Buffer.from(
    text.replace(/&(lt|gt|quot|amp|nbsp|#39|#34);/g, (_, name: string) => entities[name] ?? ''),
    'latin1',
  )
}
