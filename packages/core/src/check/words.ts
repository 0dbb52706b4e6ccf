import type { CheckId } from './check-id.ts'
import type { FindingRow } from './finding-row.ts'
import { findingRows } from './findings.data.ts'
import type { FindingFacts, FindingId } from './findings.ts'

/** Everything the table says about one finding: its row, and its words with the facts filled in. */
export interface FindingWords {
  check: CheckId
  /** Before caps; null: no score at all. */
  points: number | null
  title: string
  reason: string
  meaning: string
  advice: string
  clause: string
}

/** Fills the wording of a finding's row with its facts. */
export function wordsOf<K extends FindingId>(finding: { id: K; facts: FindingFacts[K] }): FindingWords {
  const row: FindingRow<FindingFacts[K]> = findingRows[finding.id]
  return {
    check: row.check,
    points: row.points,
    title: row.title,
    reason: row.reason(finding.facts),
    meaning: row.meaning(finding.facts),
    advice: row.advice(finding.facts),
    clause: row.clause,
  }
}
