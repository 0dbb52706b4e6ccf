import type { Answer, FailureReason } from '../dns/index.ts'
import { decodeAnswer, type ListedCode, severityRank } from './decode.ts'
import type { AskedList, Blocklist } from './list.ts'
import { addressesOf, notAllAsked, notApplicable, type Trouble, troubleOf, unanswered } from './trouble.ts'
import type { AskedAddress, BlacklistRow, Listing } from './value.ts'

/** One query to a list, and its answer. */
export interface ListAnswer {
  /** The queried address, with what is known of it, or the queried name. */
  subject: Pick<AskedAddress, 'address' | 'owner' | 'sends'> | string
  /** The queried name. */
  question: string
  answer: Answer<'A'>
}

/**
 * The verdict of one list. One listing suffices, even if other queries failed. Without a listing, the list is clean
 * only if every query was answered.
 *
 * @param quarantine the reason why the list failed its self-test; it then gives no verdict
 * @param applies false when no subject is of the kind that the list covers
 * @param known false when the lookup of some addresses failed
 */
export function rowOf(
  list: AskedList | Blocklist,
  answers: readonly ListAnswer[],
  { quarantine, applies, known }: { quarantine: Trouble | null; applies: boolean; known: boolean },
): BlacklistRow {
  const { id, name, zone, kind } = list
  const delisting = 'delisting' in list ? list.delisting.url : null
  const row = { list: id, name, zone, kind, delisting }
  const without = (trouble: Trouble): BlacklistRow => ({ ...row, status: 'error', listings: [], ...trouble })
  if (!applies) return without(notApplicable(kind, known || kind === 'domain'))
  if (quarantine !== null) return without(quarantine)
  const decoded = answers.flatMap(({ answer }) => {
    const addresses = addressesOf(answer)
    return addresses === null ? [] : [decodeAnswer(list, addresses)]
  })
  const listings = listingsOf(list, answers)
  if (listings.some(({ note }) => !note)) {
    return { ...row, status: 'listed', listings, trouble: null, reason: null, advice: null }
  }
  for (const each of decoded) {
    const trouble = troubleOf(list, each)
    if (trouble !== null) return without(trouble)
  }
  const failed = answers.flatMap(({ answer }): FailureReason[] => (answer.kind === 'failed' ? [answer.reason] : []))
  const [reason] = failed
  if (reason !== undefined) return without(unanswered(list, failed.length, answers.length, reason))
  if (!known && kind === 'ip') return without(notAllAsked)
  return { ...row, status: 'clean', listings, trouble: null, reason: null, advice: null }
}

function listingsOf(list: AskedList | Blocklist, answers: readonly ListAnswer[]): readonly Listing[] {
  const listings = answers.flatMap(({ subject, question, answer }): Listing[] => {
    const decoded = decodeAnswer(list, addressesOf(answer) ?? [])
    if (decoded.kind !== 'listed') return []
    const of = typeof subject === 'string' ? { address: subject, owner: null, sends: null } : subject
    return [listingOf(list, of, question, decoded.codes)]
  })
  return listings.toSorted((one, other) => weight(one) - weight(other))
}

/** A host that only receives mail is not affected by a policy about senders, or by a list about senders only. */
function listingOf(
  list: AskedList | Blocklist,
  { address, owner, sends }: Pick<AskedAddress, 'address' | 'owner' | 'sends'>,
  question: string,
  codes: readonly ListedCode[],
): Listing {
  const meantForSenders = 'receivers' in list && !list.receivers
  const counting = sends === false ? codes.filter(({ policy }) => !policy && !meantForSenders) : codes
  const note = counting.length === 0
  const shown = note ? codes : counting
  const [worst] = shown
  return {
    subject: address,
    owner,
    labels: shown.map(({ label }) => label),
    meaning: worst?.meaning ?? '',
    severity: worst?.severity ?? 'low',
    note,
    question,
  }
}

/** The domain's own addresses before shared ones, notes last, the most severe first. */
function weight({ note, owner, severity }: Listing): number {
  return (note ? 100 : 0) + severityRank(severity) * 2 + (owner === null ? 0 : 1)
}
