/** A part of a text, in UTF-16 units. */
export interface Range {
  start: number
  end: number
}

/** A text of the same length with these parts, in order and without overlaps, replaced by a character. */
export function blank(text: string, ranges: readonly Range[], by = ' '): string {
  let shown = ''
  let from = 0
  for (const { start, end } of ranges) {
    if (start < from) continue
    shown += text.slice(from, start) + by.repeat(end - start)
    from = end
  }
  return shown + text.slice(from)
}
