import { checkIds, type FindingRows, type FindingWords, wordsIn } from '../check/index.ts'
import { checks, type FindingFacts, type FindingId } from './checks.ts'

/**
 * All findings: points, texts and the clause behind each. Each check provides its own. docs/scoring.md explains the
 * points.
 */
export const findingRows: FindingRows<FindingFacts> = Object.assign(
  {},
  ...checkIds.map(check => checks[check].findings),
)

/** Fills the texts of a finding's row with its facts. */
export function wordsOf<Id extends FindingId>(finding: { id: Id; facts: FindingFacts[Id] }): FindingWords {
  return wordsIn(findingRows, finding)
}
