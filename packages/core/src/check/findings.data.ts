import { blacklistRows } from './blacklist-findings.data.ts'
import { dkimRows } from './dkim-findings.data.ts'
import type { FindingRow } from './finding-row.ts'
import type { FindingFacts, FindingId } from './findings.ts'
import { recordRows } from './record-findings.data.ts'
import { relayRows } from './relay-findings.data.ts'
import { threatRows } from './threat-findings.data.ts'
import { transportRows } from './transport-findings.data.ts'

/**
 * Every finding there is: points, words and the clause it rests on. A finding is a row in the file of its check and
 * nothing else. The reasoning behind the points is in docs/scoring.md.
 */
export const findingRows: { readonly [K in FindingId]: FindingRow<FindingFacts[K]> } = {
  ...recordRows,
  ...dkimRows,
  ...blacklistRows,
  ...threatRows,
  ...relayRows,
  ...transportRows,
}
