import type { ListingSeverity } from './list.ts'

/** An address that was queried at the lists. */
export interface AskedAddress {
  address: string
  /** From a mail exchanger, or from the SPF record. */
  from: 'mx' | 'spf'
  /** The mail exchanger with this address; null for an address of the SPF record. */
  host: string | null
  /** The provider that shares this address among its customers; null: the domain's own, as far as is known. */
  owner: string | null
  /** Whether the SPF record allows it to send for the domain; null: unknown. */
  sends: boolean | null
}

/** One list's entry for an address or name. */
export interface Listing {
  subject: string
  /** The provider of a shared address. */
  owner: string | null
  /** The list's own terms: `CSS`. */
  labels: readonly string[]
  meaning: string
  severity: ListingSeverity
  /** Worth knowing, but no fault: a policy about sending addresses, on a host that only receives. Not counted. */
  note: boolean
  /** The queried name, which identifies the evidence. */
  question: string
}

/** Why a list gives no verdict. */
export type ListTrouble =
  | 'not-applicable' // the domain has nothing of the kind that the list covers
  | 'refused' // the list says that it refuses to answer us
  | 'rewritten' // the answer does not come from the list
  | 'lists-everything' // its test entry that must not be listed is listed
  | 'test-entry' // its test entry that must be listed is not, or has another answer
  | 'silent' // no answer to its self-test in time
  | 'dead' // no name server serves its zone
  | 'unknown-code' // an answer that the list does not document
  | 'unanswered' // some queries failed, though the list is healthy

/** One list's verdict. */
export interface BlacklistRow {
  /** The list's id. */
  list: string
  name: string
  zone: string
  kind: 'ip' | 'domain'
  /** `error`: no verdict; `trouble` has the reason. It never counts as listed or clean. */
  status: 'listed' | 'clean' | 'error'
  /** The worst first; only notes unless `status` is `listed`. */
  listings: readonly Listing[]
  trouble: ListTrouble | null
  /** Why there is no verdict, in words for people. */
  reason: string | null
  /** What can be done about that, in words for people; null when nothing can. */
  advice: string | null
  /** Where to look up and remove a listing; null for a user's own list. */
  delisting: string | null
}

/** The value that the blocklist check collects. */
export interface BlacklistValue {
  /** False: no list gave a verdict. */
  success: boolean
  /** Lists with a listing that is not only a note. */
  listedCount: number
  /** Enabled lists of the plan: 34, or ten. Not all of them apply to each domain. */
  totalChecked: number
  /** In the order of the catalogue. */
  rows: readonly BlacklistRow[]
  /** The user's own lists: counted separately, without points. */
  custom: readonly BlacklistRow[]
  addresses: readonly AskedAddress[]
  /** The queried domain names. */
  names: readonly string[]
  /** The number of addresses beyond the 16 that are queried. */
  notAsked: number
  /** Ids of lists disabled on this installation, not in the total. */
  off: readonly string[]
}

/** The lists that cover a kind of subject that the domain has. */
export function applicableLists({ rows }: Pick<BlacklistValue, 'rows'>): readonly BlacklistRow[] {
  return rows.filter(({ trouble }) => trouble !== 'not-applicable')
}
