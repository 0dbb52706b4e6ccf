import type { BrokenZone } from '../dns/index.ts'
import type { SpfPermerror } from './permerror.ts'

/** The kinds of terms of an SPF record. `unknown` is a term that the grammar of RFC 7208 does not allow. */
export type SpfTermKind =
  | 'all'
  | 'include'
  | 'a'
  | 'mx'
  | 'ptr'
  | 'ip4'
  | 'ip6'
  | 'exists'
  | 'redirect'
  | 'exp'
  | 'modifier'
  | 'unknown'

/** One term of a record inside the tree. */
export interface SpfTermNode {
  /** As published. */
  text: string
  kind: SpfTermKind
  qualifier: '+' | '-' | '~' | '?' | null
  /** The running number of the DNS lookup this term costs (RFC 7208 section 4.6.4), null when it costs none. */
  lookup: number | null
  /** A void lookup: the answer was empty, or the name does not exist. */
  void: boolean
  /**
   * The term could not be followed (a failed lookup, or beyond the limits of a tree): unknown, not wrong. `problem` has
   * the reason.
   */
  unchecked: boolean
  /**
   * The number of addresses that the term matches (IPv6 as a count of /64 networks): for `include` and `redirect` those
   * that pass there, 0 for `all` and for a term without matches. Null when it depends on the sender or a lookup failed.
   */
  ipv4: number | null
  ipv6Nets: number | null
  /** The record of `include:` or `redirect=`. */
  child: SpfNode | null
  /** The problem with this term, or that it depends on the sender, in a few words; null without a problem. */
  problem: string | null
  /** Nothing is wrong: only a message can say what the term matches (RFC 7208 section 7). */
  depends: boolean
  /** Receivers that validate DNSSEC answer temperror at this term: the zone that is the reason. Absent: they do not. */
  bogus?: BrokenZone
}

/** One record of the tree. */
export interface SpfNode {
  domain: string
  /** The record's text; null when there is none, several, or the lookup failed (`problem` says which). */
  record: string | null
  terms: readonly SpfTermNode[]
  problem: string | null
  /** The lookup of the record failed: what is below is unknown, not missing. */
  unchecked: boolean
}

/** An SPF record with everything it includes. */
export interface SpfTree {
  root: SpfNode
  /**
   * The lookups of all terms on the longest path, as a receiver counts them. Counting stops at 40; the tree is then not
   * complete.
   */
  lookups: number
  voidLookups: number
  /** False when a lookup failed: the counts are then lower bounds. */
  complete: boolean
  /** Every reason for a permerror at a receiver, in order. */
  permerrors: readonly SpfPermerror[]
  /** The result for a sender that no term matches: the qualifier of `all`, also through `redirect=`. */
  ending: '+' | '-' | '~' | '?' | 'none' | 'unknown'
  /** The number of addresses that get `pass`; null when macros, `exists` or `ptr` make them depend on the sender. */
  ipv4: number | null
  ipv6Nets: number | null
  /** IPv4 addresses that get `pass` for certain: the same as `ipv4` unless that is null. */
  ipv4AtLeast: number
  /** The same of IPv6 networks of 64 bits. Absent in older scans. */
  ipv6NetsAtLeast?: number
  /** The terms that let every server in the world pass; null when none do. */
  openTo: string | null
}

/** The tree as replies hold it: `permerrors` in words, one line each. */
export type SpfTreeReply = Omit<SpfTree, 'permerrors'> & { permerrors: readonly string[] }

/** The value that the SPF check collects. */
export interface SpfValue {
  /** TXT records that are SPF (RFC 7208 section 4.5): more than one is a permerror. */
  records: readonly string[]
  /** TXT records that look like SPF and are not (a leading space, `v=spf10`), reported as such. */
  lookalikes: readonly string[]
  /**
   * SPF records where no receiver looks for them: of the type SPF, or at another name. Asked only when the domain has no
   * SPF record; absent in scans of earlier versions.
   */
  elsewhere?: readonly SpfPlaceText[]
  tree: SpfTree | null
  /**
   * The tree of the record that several records become (`mergedTree`); null where they cannot become one. Absent: there are
   * not several, or the scan is of an earlier version.
   */
  merged?: SpfTree | null
}

/** A text, and the name and type that hold it. `*.example.com`: every name below it that was asked. */
export interface SpfPlaceText {
  name: string
  type: 'TXT' | 'SPF'
  text: string
}
