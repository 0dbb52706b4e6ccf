import { type BlacklistFacts, blacklistRows } from '../blacklist/index.ts'
import { type FindingOf, type FindingRows, type FindingWords, wordsIn } from '../check/index.ts'
import { type DkimFacts, dkimRows } from '../dkim/index.ts'
import { type DmarcFacts, dmarcRows } from '../dmarc/index.ts'
import { type MxFacts, mxRows } from '../mx/index.ts'
import { type RelayFacts, relayRows } from '../relay/index.ts'
import { type SpfFacts, spfRows } from '../spf/index.ts'
import { type ThreatFacts, threatRows } from '../threat/index.ts'
import { type TransportFacts, transportRows } from '../transport/index.ts'
import { type ZoneFacts, zoneRows } from '../zone/index.ts'

/** What the wording of each finding needs to know. */
export interface FindingFacts
  extends ZoneFacts,
    MxFacts,
    SpfFacts,
    DmarcFacts,
    DkimFacts,
    BlacklistFacts,
    ThreatFacts,
    RelayFacts,
    TransportFacts {}

export type FindingId = keyof FindingFacts

/** One thing that is wrong with a domain, found by any of the checks. */
export type Finding = FindingOf<FindingFacts>

/**
 * Every finding there is: points, words and the clause it rests on. The rows stand beside the check that finds them. The
 * reasoning behind the points is in docs/scoring.md.
 */
export const findingRows: FindingRows<FindingFacts> = {
  ...zoneRows,
  ...mxRows,
  ...spfRows,
  ...dmarcRows,
  ...dkimRows,
  ...blacklistRows,
  ...threatRows,
  ...relayRows,
  ...transportRows,
}

/** Fills the wording of a finding's row with its facts. */
export function wordsOf<Id extends FindingId>(finding: { id: Id; facts: FindingFacts[Id] }): FindingWords {
  return wordsIn(findingRows, finding)
}
