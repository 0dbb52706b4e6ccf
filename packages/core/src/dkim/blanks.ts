const blanks: ReadonlySet<string> = new Set([' ', '\t', '\r', '\n'])

/** A text without the blanks of folding at both ends. `trim` removes other spaces too, which receivers do not. */
export function withoutBlanks(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && blanks.has(text.charAt(from))) from++
  while (to > from && blanks.has(text.charAt(to - 1))) to--
  return text.slice(from, to)
}
