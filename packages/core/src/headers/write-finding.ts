import type { HeaderLine } from './field.ts'
import type { HeaderFinding } from './finding.ts'
import { type HeaderFindingId, headerFindingWords } from './header-findings.data.ts'

/** More lines of evidence than this are left out: they say the same. */
const shownLines = 10
/** Characters of a name from the message in a sentence. */
const shownCharacters = 200

/**
 * A finding with its words filled in, as a list for spreading. Without a line it gives none: what the header does not
 * show is no finding.
 */
export function finding(
  id: HeaderFindingId,
  lines: readonly (HeaderLine | null | undefined)[],
  facts: Readonly<Record<string, string>> = {},
): readonly HeaderFinding[] {
  const { points, title, meaning, advice, clause } = headerFindingWords[id]
  const [first, ...others] = distinct(lines.filter(line => line !== null && line !== undefined)).slice(0, shownLines)
  if (!first) return []
  return [
    {
      id,
      points,
      title: filled(title, facts),
      meaning: filled(meaning, facts),
      advice,
      clause,
      evidence: [first, ...others],
    },
  ]
}

function distinct(lines: readonly HeaderLine[]): readonly HeaderLine[] {
  return [...new Map(lines.map(line => [line.line, line])).values()]
}

function filled(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{([a-z]{1,20})\}/g, (_, name: string) => plain(facts[name] ?? ''))
}

function plain(text: string): string {
  const visible = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
  return visible.length > shownCharacters ? `${visible.slice(0, shownCharacters)}…` : visible
}
