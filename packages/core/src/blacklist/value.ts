import type { ListingSeverity } from './list.ts'

/** An address the lists were asked about. */
export interface AskedAddress {
  address: string
  /** A mail exchanger's, or one the SPF record names. */
  from: 'mx' | 'spf'
  /** The mail exchanger it was found at; null for an address of the SPF record. */
  host: string | null
  /** The provider whose shared address it is; null: the domain's own, as far as is known. */
  owner: string | null
  /** Does the SPF record let it send for the domain? null: not known. */
  sends: boolean | null
}

/** What one list says of one address or name. */
export interface Listing {
  subject: string
  /** The provider, when the address is a shared one. */
  owner: string | null
  /** The list's own words for it: `CSS`. */
  labels: readonly string[]
  meaning: string
  severity: ListingSeverity
  /** Worth knowing and no fault: a policy about addresses that send, on a host that only receives. It counts nowhere. */
  note: boolean
  /** The name that was asked for: it names the evidence. */
  question: string
}

/** Why there is no verdict of a list. */
export type ListTrouble =
  | 'not-applicable' // nothing of the kind the list knows is there to ask about
  | 'refused' // the list says that it does not answer us
  | 'rewritten' // what came back is not the list's answer
  | 'lists-everything' // its entry that must not be listed is
  | 'test-entry' // its entry that must be listed is not, or answers otherwise
  | 'silent' // no answer to its test entries in time
  | 'dead' // no server of it answers for it
  | 'unknown-code' // an answer it does not document
  | 'unanswered' // some of the questions went unanswered, though the list is well

/** One list's verdict. */
export interface BlacklistRow {
  /** The list's id. */
  list: string
  name: string
  zone: string
  kind: 'ip' | 'domain'
  /** `error`: no verdict; `trouble` says why. It never counts as listed or clean. */
  status: 'listed' | 'clean' | 'error'
  /** The worst first; only notes unless `status` is `listed`. */
  listings: readonly Listing[]
  trouble: ListTrouble | null
  /** In words for people: why there is no verdict. */
  reason: string | null
  /** In words for people: what can be done about that; null when nothing can. */
  advice: string | null
  /** Where to look a listing up and end it; null for a list of the user's own. */
  delisting: string | null
}

/** What the blocklist check collected. */
export interface BlacklistValue {
  /** False: of the lists that were asked none gave a verdict. */
  success: boolean
  /** Lists with a listing that is no mere note. */
  listedCount: number
  /** Lists of the plan that are not switched off: 34, or ten. */
  totalChecked: number
  /** In the order of the catalogue. */
  rows: readonly BlacklistRow[]
  /** The user's own lists: counted apart, worth no points. */
  custom: readonly BlacklistRow[]
  addresses: readonly AskedAddress[]
  /** The domain names asked about. */
  names: readonly string[]
  /** Addresses beyond the 16 that are asked about. */
  notAsked: number
  /** Ids of lists switched off on this installation: outside the total. */
  off: readonly string[]
}
