import type { CheckId, Identity } from '../check/index.ts'
import { severityOf } from '../check/index.ts'
import {
  type Basis,
  degreeOf,
  type FindingId,
  findingRows,
  isIssue,
  isSameBasis,
  reasonOf,
  titleOf,
} from '../health/index.ts'
import type { PastFindingFacts, ScanMoveFacts } from './account-history-facts.ts'

/** What is kept of a past scan with a score after its document is gone. */
export interface PastScore extends Basis {
  /** ISO 8601 of its end. */
  at: string
  score: number
  /** The identity of each finding (`identityKey`). */
  findings: readonly string[]
}

type Compared = Pick<ScanMoveFacts, 'isComparable' | 'fixed' | 'added' | 'changed'>

/**
 * What changed between two past scans of a domain, by their summaries. Findings of a check that one of them could not
 * complete are in neither list, and there are none at all between scans of another plan, score model or catalogue. The
 * summary does not say which questions of a completed check went unanswered, as the comparison of two whole scans does.
 */
export function pastChanges(before: PastScore, after: PastScore): Compared {
  const isComparable = isSameBasis(before, after)
  const isAlike = isSameBasis({ ...before, unchecked: [] }, { ...after, unchecked: [] })
  if (!isAlike) return { isComparable, fixed: [], added: [], changed: [] }
  const unchecked = new Set<CheckId>([...before.unchecked, ...after.unchecked])
  const gone = missingIn(after, before, unchecked)
  const come = missingIn(before, after, unchecked)
  const changed = come.flatMap(finding => {
    const degree = gone.map(other => degreeOf(other, finding)).find(each => each !== null)
    return degree === undefined ? [] : [{ ...worded(finding), degree }]
  })
  const isReplaced = (finding: Identity) =>
    come.some(other => ['worse', 'better'].includes(degreeOf(finding, other) ?? 'next'))
  return {
    isComparable,
    fixed: gone.filter(finding => !isReplaced(finding)).map(worded),
    added: come.filter(finding => gone.every(other => degreeOf(other, finding) === null)).map(worded),
    changed,
  }
}

/** The issues of one scan that the other does not have, without those of checks that are not known. */
function missingIn(other: PastScore, of: PastScore, unchecked: ReadonlySet<CheckId>): readonly Identity[] {
  const there = new Set(other.findings)
  return of.findings
    .filter(key => !there.has(key))
    .map(identityIn)
    .filter(({ id }) => {
      if (!isKnown(id)) return false
      const { check, points } = findingRows[id]
      const severity = points === null ? 'critical' : severityOf(points)
      return !unchecked.has(check) && isIssue({ id, severity })
    })
}

function identityIn(key: string): Identity {
  const end = key.indexOf(' ')
  return end < 0 ? { id: key, subject: null } : { id: key.slice(0, end), subject: key.slice(end + 1) }
}

function isKnown(id: string): id is FindingId {
  return Object.hasOwn(findingRows, id)
}

function worded({ id, subject }: Identity): PastFindingFacts {
  return { id, subject, title: titleOf(id), reason: reasonOf({ id, subject }) }
}
