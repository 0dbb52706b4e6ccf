export interface ExpressionException {
  file: string
  /** As written in the file; a call over several lines with one space for each line break. */
  expression: string
  /** What makes it safe. */
  bound: string
}

/** Expressions that recheck does not call safe, or cannot check, each with the bound that makes it safe. */
export const exceptions: readonly ExpressionException[] = [
  {
    file: 'packages/scanner/src/blacklist/key-mask.ts',
    expression: String.raw`new RegExp(key.replace(/[^a-z0-9]/gi, '\\$&'), 'gi')`,
    bound:
      "The operator's own key, which env-values.ts limits to 62 letters, digits and hyphens: a plain text, nothing repeats.",
  },
  {
    file: 'packages/scanner/src/domain-name.ts',
    expression: String.raw`/[^a-z0-9.\-\u0080-\u{10FFFF}]|[[\p{Z}\p{C}]--[\u200C\u200D]]/iv`,
    bound: 'recheck does not read the flag v. One of two classes matches one character, nothing repeats.',
  },
  {
    file: 'scripts/check-secrets.ts',
    expression: 'new RegExp(pattern)',
    bound:
      "Reads what Git found with the same expressions in this repository's own files: each repeats at most 2,000 times.",
  },
  {
    file: 'packages/web/src/lib/text-pattern.fixture.ts',
    expression: 'new RegExp(patternOf(text))',
    bound: "The specification's own words, escaped, read what a test drew.",
  },
  {
    file: 'packages/web/src/lib/text-pattern.fixture.ts',
    expression: "new RegExp(before + patternOf(text) + after, 'u')",
    bound: "The specification's own words, escaped, read what a test drew.",
  },
  {
    file: 'packages/core/fixtures/questions/judge.ts',
    expression: "new RegExp(text, 'is')",
    bound: 'The expressions are in the same folder, and read short answers in tests and a benchmark.',
  },
  {
    file: 'scripts/check-structure.ts',
    expression: String.raw`/(?:^|\n)\s*(?:import|export)\s(?:[^'"\n;]|\n(?!\s*(?:import|export)\s))*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g`,
    bound: "Reads this repository's own source files, when the check is run.",
  },
]
