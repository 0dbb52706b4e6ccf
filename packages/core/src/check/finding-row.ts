import type { CheckId } from './check-id.ts'

/** One row of a check's table of findings: everything about a finding that is not a fact of one domain. */
export interface FindingRow<Facts> {
  check: CheckId
  /** 0 or negative; null: there is no score at all when this is found. */
  points: number | null
  /** A few words, without the domain. */
  title: string
  /** The line in the score breakdown: unique within a scan, so it names the host, list or tag where there can be several. */
  reason: (facts: Facts) => string
  /** What it means for the mail, in one or two plain sentences. */
  meaning: (facts: Facts) => string
  /** What to publish or change. */
  advice: (facts: Facts) => string
  /** The clause that says so: `RFC 7505 section 3`. */
  clause: string
}

/** A check's table: a row for each of its findings, by id. `Facts` names what the wording of each needs to know. */
export type FindingRows<Facts> = { readonly [Id in keyof Facts]: FindingRow<Facts[Id]> }

/** Everything a table says about one finding: its row, and its words with the facts filled in. */
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
