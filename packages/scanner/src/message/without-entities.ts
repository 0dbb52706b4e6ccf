/** So far a text is searched for what tells its kind. */
const searchedBytes = 65_536

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
  nbsp: ' ',
  apos: "'",
}
const entity = /&(?:(lt|gt|quot|amp|nbsp|apos)|#([0-9]{2,3})|#x([0-9a-f]{2}));/gi

/**
 * A header that was copied from the source of a web page, with its characters in place of their entities: it has `&lt;`, by
 * its name or its number, and no `<` at all, which every message has around its addresses. Any other text is returned as it is.
 */
export function withoutEntities(raw: Uint8Array): Uint8Array {
  const head = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, searchedBytes))
  if (head.includes('<') || !/&(?:lt|#60|#x3c);/i.test(head.toString('latin1'))) return raw
  // Byte by byte: what is not ASCII stays as it is.
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.length).toString('latin1')
  return Buffer.from(decodedEntities(text), 'latin1')
}

/** A text with the characters of visible ASCII in place of their entities; a no-break space becomes a blank. */
export function decodedEntities(text: string): string {
  return text.replace(entity, (written, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? ''
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    // Others are no syntax of a header.
    return code >= 32 && code < 127 ? String.fromCharCode(code) : code === 160 ? ' ' : written
  })
}
