import { checkIds, type FindingRows, type FindingWords, wordsIn } from '../check/index.ts'
import { checks, type FindingFacts, type FindingId } from './checks.ts'

/**
 * Every finding there is: points, words and the clause it rests on. Each check brings its own. The reasoning behind the
 * points is in docs/scoring.md.
 */
export const findingRows: FindingRows<FindingFacts> = Object.assign(
  {},
  ...checkIds.map(check => checks[check].findings),
)

/** Fills the wording of a finding's row with its facts. */
export function wordsOf<Id extends FindingId>(finding: { id: Id; facts: FindingFacts[Id] }): FindingWords {
  return wordsIn(findingRows, finding)
}
