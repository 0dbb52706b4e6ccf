/** What the user's own words may hold, in the tags and notes: the server refuses the rest, the screens tell it before. */

/** All but the joiners, which scripts and emoji need inside a word. */
const unseen = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]/u
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * Is a line of the user's own words all to be seen? Nothing in it moves or hides what stands around it, halves of
 * characters and NUL, which the database refuses, included.
 */
export function isPrintable(line: string): boolean {
  return !unseen.test(line)
}

/** Is there anything at all to be seen in it? */
export function isVisible(line: string): boolean {
  return visible.test(line)
}
