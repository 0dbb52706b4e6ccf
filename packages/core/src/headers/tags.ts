/** A field has some ten tags; a hostile one has more than anyone reads. */
const mostTags = 40
const longestTag = 20_000

/**
 * The tags of a `DKIM-Signature` or ARC field (RFC 6376 section 3.2), by name in lower case. White space in values is
 * removed. The first of equal names counts.
 */
export function tagsOf(value: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>()
  for (const piece of value.slice(0, longestTag).split(';', mostTags)) {
    const at = piece.indexOf('=')
    if (at < 1) continue
    const name = piece.slice(0, at).trim().toLowerCase()
    if (!tags.has(name)) tags.set(name, piece.slice(at + 1).replace(/\s/g, ''))
  }
  return tags
}
