import type { Answer, FailureReason } from '../dns/index.ts'
import type { BlockSign } from './threat-sources.data.ts'

/** A resolver's answer, with the two facts beside the records that mark a block. */
export interface FilterAnswer {
  answer: Answer
  /** The RA flag. */
  recursionAvailable: boolean
  /** Names in the SOA record of a negative answer: the zone, and its primary server. */
  soa: readonly string[]
}

/** One query at both services of an operator; `unfiltered` null when there is only one. */
export interface FilterPair {
  filtered: FilterAnswer
  unfiltered: FilterAnswer | null
}

/** The result of one query. `failure`: a query failed, so nothing is known. */
export type FilterFinding =
  | { says: 'blocked' | 'clean' | 'no-such-name' | 'differs' }
  | { says: 'unknown'; failure: FailureReason }

/**
 * Whether an answer has the operator's mark of a block. Alone it is no proof, because the zone itself may answer the
 * same.
 */
export function bearsSign(sign: BlockSign, { answer, soa }: FilterAnswer): boolean {
  switch (sign.kind) {
    case 'address':
      return (
        answer.kind === 'records' &&
        answer.records.every(record => record.type === 'A' && sign.addresses.includes(record.address))
      )
    case 'no-such-name':
      return answer.kind === 'no-such-name'
    case 'soa':
      return answer.kind === 'no-such-name' && soa.includes(sign.name)
    default:
      return sign satisfies never
  }
}

/**
 * Compares the answers of the operator's filtering and unfiltered service: codes and block marks, never the sets of
 * addresses, which differ by location. A name is blocked only if the mark is there and the other service resolves the
 * name; a failure on either side is unknown, never clean.
 */
export function compareFiltered(sign: BlockSign, { filtered, unfiltered }: FilterPair): FilterFinding {
  for (const { answer } of [filtered, ...(unfiltered === null ? [] : [unfiltered])])
    if (answer.kind === 'failed') return { says: 'unknown', failure: answer.reason }
  const signed = bearsSign(sign, filtered)
  if (unfiltered === null) return { says: signed ? 'blocked' : 'clean' }
  if (!signed) return { says: filtered.answer.kind === unfiltered.answer.kind ? 'clean' : 'differs' }
  if (unfiltered.answer.kind === 'records') {
    return { says: bearsSign(sign, unfiltered) ? 'clean' : 'blocked' }
  }
  const byFlag = sign.kind === 'no-such-name' && sign.clearsRa && !filtered.recursionAvailable
  if (byFlag && unfiltered.recursionAvailable) return { says: 'blocked' }
  const bothMissing = filtered.answer.kind === 'no-such-name' && unfiltered.answer.kind === 'no-such-name'
  return { says: bothMissing ? 'no-such-name' : 'differs' }
}

/** Combines several queries about one name: one block is enough, and it is clean only if all are. */
export function joinFindings(findings: readonly FilterFinding[]): FilterFinding {
  for (const says of ['blocked', 'unknown', 'differs', 'no-such-name'] as const) {
    const found = findings.find(finding => finding.says === says)
    if (found !== undefined) return found
  }
  return { says: findings.length === 0 ? 'differs' : 'clean' }
}
