import type { CheckId } from './check-id.ts'

/** One row of a check's table of findings: everything about a finding except the facts of a domain. */
export interface FindingRow<Facts> {
  check: CheckId
  /** 0 or negative; null: this finding means that there is no score. */
  points: number | null
  /** A few words, without the domain. */
  title: string
  /**
   * The line in the score breakdown: unique within a scan, so it names the host, list or tag if there can be several.
   */
  reason: (facts: Facts) => string
  /** The effect on mail, in one or two plain sentences. */
  meaning: (facts: Facts) => string
  /** What to publish or change. */
  advice: (facts: Facts) => string
  /** The clause behind it: `RFC 7505 section 3`. */
  clause: string
}

/** A check's table: a row for each of its findings, by id. `Facts` has the data for the texts of each. */
export type FindingRows<Facts> = { readonly [Id in keyof Facts]: FindingRow<Facts[Id]> }

/** The content of a table for one finding: its row, and its texts with the facts filled in. */
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

/** Fills the texts of a finding's row with its facts. */
export function wordsIn<Facts, Id extends keyof Facts>(
  rows: FindingRows<Facts>,
  { id, facts }: { id: Id; facts: Facts[Id] },
): FindingWords {
  const row = rows[id]
  return {
    check: row.check,
    points: row.points,
    title: row.title,
    reason: row.reason(facts),
    meaning: row.meaning(facts),
    advice: row.advice(facts),
    clause: row.clause,
  }
}
