import type { Answer, FailureReason } from '../dns/index.ts'
import type { BlockSign } from './threat-sources.data.ts'

/** What a resolver answered, with the two things beside the records that mark a block. */
export interface FilterAnswer {
  answer: Answer
  /** The RA flag. */
  recursionAvailable: boolean
  /** Names in the SOA record that came with a negative answer: whose zone, and its primary server. */
  soa: readonly string[]
}

/** One question at both services of an operator; `unfiltered` null where there is only the one. */
export interface FilterPair {
  filtered: FilterAnswer
  unfiltered: FilterAnswer | null
}

/** What the answers to one question come to. `failure`: asking failed, so nothing is known. */
export type FilterFinding =
  | { says: 'blocked' | 'clean' | 'no-such-name' | 'differs' }
  | { says: 'unknown'; failure: FailureReason }

/** Does this answer bear the operator's mark of a block? Alone it is no proof: the zone itself may say the same. */
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
 * Compares what the filtering service says with what the same operator's other service says: codes and block marks,
 * never the sets of addresses, which differ from place to place. A name is blocked only where the mark stands and the
 * other service knows the name; a failure on either side is unknown, never clean.
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

/** Several questions about one name as one finding: one block is enough, and clean only what is clean throughout. */
export function joinFindings(findings: readonly FilterFinding[]): FilterFinding {
  for (const says of ['blocked', 'unknown', 'differs', 'no-such-name'] as const) {
    const found = findings.find(finding => finding.says === says)
    if (found !== undefined) return found
  }
  return { says: findings.length === 0 ? 'differs' : 'clean' }
}
