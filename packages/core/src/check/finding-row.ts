import type { CheckId } from './check-id.ts'

/** One row of the table: everything about a finding that is not a fact of one domain. */
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
