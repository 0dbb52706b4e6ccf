/** The characters allowed in a user's tags and notes. The server refuses others, and the screens warn in advance. */

/** All invisible characters except the joiners, which scripts and emoji need inside a word. */
const unseen = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]/u
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * Whether every character of a line is printable. Excludes characters that move or hide the text around them, lone
 * surrogates, and NUL, which the database refuses.
 */
export function isPrintable(line: string): boolean {
  return !unseen.test(line)
}

/** Whether a line has any visible character. */
export function isVisible(line: string): boolean {
  return visible.test(line)
}
