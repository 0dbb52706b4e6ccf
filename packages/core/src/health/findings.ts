import {
  type Action,
  checkIds,
  type DnsRecordToPublish,
  type FindingActions,
  type FindingRows,
  type FindingWords,
  type Identity,
  reasonIn,
  subjectIn,
  wordsIn,
} from '../check/index.ts'
import { checks, type Finding, type FindingFacts, type FindingId } from './checks.ts'

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

const findingActions: FindingActions<FindingFacts> = Object.assign({}, ...checkIds.map(check => checks[check].actions))

/** What resolves a finding. `domain`: the scanned name, as A-labels. */
export function actionOf<Id extends FindingId>(finding: { id: Id; facts: FindingFacts[Id] }, domain: string): Action {
  const { publish, advised } = findingRows[finding.id]
  const action = findingActions[finding.id](finding.facts, { domain, record: publish?.(finding.facts) ?? null })
  const own = 'record' in action ? action.record : null
  const others = advised?.(finding.facts, domain).filter(each => own === null || !isSameRecord(each, own)) ?? []
  return others.length === 0 ? action : { ...action, advised: others }
}

function isSameRecord(one: DnsRecordToPublish, other: DnsRecordToPublish): boolean {
  return one.name === other.name && one.type === other.type && one.value === other.value
}

/** What a finding is about, as this version derives it; null for an id that this version does not know. */
export function subjectOfFinding({ id, facts }: Pick<Finding, 'id' | 'facts'>): string | null {
  return isFindingId(id) ? subjectIn(findingRows, { id, facts }) : null
}

/** The line of a finding of which only the identity is known, as of one that is gone. An unknown id is shown itself. */
export function reasonOf({ id, subject }: Identity): string {
  return isFindingId(id) ? reasonIn({ ...findingRows[id], title: titleOf(id) }, subject) : id
}

/** The title of a finding of which only the id is known. An unknown id is shown itself. */
export function titleOf(id: string): string {
  return isFindingId(id) ? (findingRows[id].commonTitle ?? findingRows[id].title) : id
}

function isFindingId(id: string): id is FindingId {
  return Object.hasOwn(findingRows, id)
}
