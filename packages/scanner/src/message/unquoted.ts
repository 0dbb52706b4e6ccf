/**
 * A blank, a tab, `>` and the two bytes of a no-break space: what programs put before each line that they quote or indent.
 * No name of a field begins with one of them.
 */
const marks = new Set([0x20, 0x09, 0x3e, 0xc2, 0xa0])

/**
 * A pasted text without what all lines of its first paragraph begin with: blanks of any kind, tabs or `> `. Mail programs quote a
 * header so, and editors and tickets indent it. Each line stays on its number. Text without such a beginning is returned
 * as it is.
 */
export function unquoted(raw: Uint8Array): Uint8Array {
  const prefix = commonPrefix(raw)
  if (prefix.length === 0) return raw
  const written = new Uint8Array(raw.length)
  let length = 0
  for (let start = 0; start < raw.length; ) {
    const end = endOfLine(raw, start)
    const next = Math.min(end + 1, raw.length)
    const shared = sharedLength(raw.subarray(start, end), prefix)
    // An empty line of a quote is often `>` without the blank. A line that lacks the beginning is kept.
    const from = shared === prefix.length || shared === end - start ? start + shared : start
    written.set(raw.subarray(from, next), length)
    length += next - from
    start = next
  }
  return written.subarray(0, length)
}

/** Up to the first line without text: what follows a header need not be quoted as it is. */
function commonPrefix(raw: Uint8Array): Uint8Array {
  let prefix: Uint8Array | null = null
  for (let start = 0; start < raw.length; ) {
    const end = endOfLine(raw, start)
    let text = start
    while (text < end && marks.has(raw[text] ?? 0)) text += 1
    if (text < end) {
      const own = raw.subarray(start, text)
      prefix = prefix === null ? own : prefix.subarray(0, sharedLength(own, prefix))
      if (prefix.length === 0) return prefix
      // The empty line between CR and LF is none.
    } else if (prefix !== null && !(start === end && raw[start - 1] === 13 && raw[end] === 10)) break
    start = end + 1
  }
  return prefix ?? new Uint8Array()
}

function sharedLength(line: Uint8Array, prefix: Uint8Array): number {
  let length = 0
  while (length < prefix.length && length < line.length && line[length] === prefix[length]) length += 1
  return length
}

/** The offset of the CR or LF that ends a line, or of the end of the text. */
export function endOfLine(raw: Uint8Array, start: number): number {
  let at = start
  while (at < raw.length && raw[at] !== 13 && raw[at] !== 10) at += 1
  return at
}
