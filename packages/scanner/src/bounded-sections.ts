import { scanSectionCharacters } from '@waxseal/core/caps'
import { byCheck, type CheckId, checkIds, type Evidence, type Section } from '@waxseal/core/check'
import type { Sections } from '@waxseal/core/health'

/** What stays of the text of a piece of evidence that is cut. */
const pieceCharacters = 200
const cutLine = '; cut: the evidence of this scan is too long'

/**
 * The sections of a scan within `scanSectionCharacters` together, measured as they are stored. Honest scans have a tenth.
 * While they are beyond it, the texts in the evidence of the largest section are cut; if that is not enough, the largest
 * section counts as over budget, which is neither missing nor wrong.
 */
export function boundedSections(sections: Sections): Sections {
  const parts = new Map<CheckId, { section: Section<unknown>; size: number; cuts: number }>(
    checkIds.map(check => [check, { section: sections[check], size: 0, cuts: 0 }]),
  )
  let total = 0
  for (const part of parts.values()) total += part.size = sizeOf(part.section)
  if (total <= scanSectionCharacters) return sections
  while (total > scanSectionCharacters) {
    const largest = [...parts.values()]
      .filter(({ cuts }) => cuts < cutters.length)
      .toSorted((a, b) => b.size - a.size)[0]
    const cut = largest && cutters[largest.cuts]
    if (largest === undefined || cut === undefined) break
    largest.section = cut(largest.section)
    largest.cuts += 1
    total -= largest.size
    largest.size = sizeOf(largest.section)
    total += largest.size
  }
  return byCheck<Sections>(<K extends CheckId>(check: K) => parts.get(check)?.section as Sections[K])
}

/** The steps in which a section shrinks. */
const cutters: readonly ((section: Section<unknown>) => Section<unknown>)[] = [
  section => ({ ...section, evidence: section.evidence.map(shortened) }),
  ({ evidence }) => ({ ran: false, reason: 'over-budget', evidence }),
  () => ({ ran: false, reason: 'over-budget', evidence: [] }),
]

function shortened(piece: Evidence): Evidence {
  const texts = piece.kind === 'dns' ? piece.answers : piece.lines
  if (texts.reduce((sum, text) => sum + text.length, 0) <= pieceCharacters) return piece
  const cut = [`${(texts[0] ?? '').slice(0, pieceCharacters)}…`, cutLine]
  return piece.kind === 'dns' ? { ...piece, answers: cut } : { ...piece, lines: cut }
}

function sizeOf(section: Section<unknown>): number {
  return JSON.stringify(section).length
}
