/** Patterns of the texts that the specification quotes, for the tests that look for them on a screen. */

/** The text in upper and lower case as it is written, with any white space between its words. */
export function inCase(text: string): RegExp {
  return new RegExp(patternOf(text))
}

/** The same, and not a part of longer words: “Open” is not found in “Opened”. The next sentence may follow without a space. */
export function wordForWord(text: string): RegExp {
  const before = /^[\p{L}\p{N}]/u.test(text) ? String.raw`(?<![\p{L}\p{N}])` : ''
  const after = /[\p{L}\p{N}]$/u.test(text) ? String.raw`(?![\p{Ll}\p{N}])` : ''
  return new RegExp(before + patternOf(text) + after, 'u')
}

function patternOf(text: string): string {
  return (
    text
      .trim()
      .split(/\s+/)
      .map(word => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
      .join(String.raw`\s+`)
      // Playwright does not find the end of an expression with quotation marks.
      .replaceAll("'", String.raw`\x27`)
      .replaceAll('"', String.raw`\x22`)
  )
}
