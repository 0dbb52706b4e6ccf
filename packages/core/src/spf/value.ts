/** How the terms of an SPF record are told apart. `unknown` is a term the grammar of RFC 7208 does not allow. */
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

/** The `problem` of a term with which nothing is wrong: only a message can say what it matches (RFC 7208 section 7). */
export const dependsOnMessage = 'depends on the sender'

/** One term of a record inside the tree. */
export interface SpfTermNode {
  /** As published. */
  text: string
  kind: SpfTermKind
  qualifier: '+' | '-' | '~' | '?' | null
  /** The running number of the DNS lookup this term costs (RFC 7208 section 4.6.4), null when it costs none. */
  lookup: number | null
  /** The lookup came back empty or with no such name. */
  void: boolean
  /** The term could not be followed (no answer, or beyond what one tree may cost): unknown, not wrong; `problem` says why. */
  unchecked: boolean
  /**
   * How many addresses the term matches (IPv6 as a count of /64 nets): for `include` and `redirect` those that pass
   * there, 0 for `all` and for what matches nothing. Null when that depends on the sender or could not be asked.
   */
  ipv4: number | null
  ipv6Nets: number | null
  /** The record behind `include:` or `redirect=`. */
  child: SpfNode | null
  /** What is wrong with this term, in a few words, or `dependsOnMessage`; null when nothing is. */
  problem: string | null
}

/** One record of the tree. */
export interface SpfNode {
  domain: string
  /** The record's text; null when there is none, several, or it could not be had (then `problem` says which). */
  record: string | null
  terms: readonly SpfTermNode[]
  problem: string | null
  /** The record could not be asked for: what lies below is unknown, not missing. */
  unchecked: boolean
}

/** An SPF record with everything it includes. */
export interface SpfTree {
  root: SpfNode
  /**
   * Lookups of all terms on the longest way through, as a receiver counts them. Counting stops at 40: the tree is then
   * not complete.
   */
  lookups: number
  voidLookups: number
  /** False when part of the tree could not be asked: the counts are then lower bounds. */
  complete: boolean
  /** Every reason for a permerror a receiver would meet, in order. */
  permerrors: readonly string[]
  /** Whom a message of an unnamed sender meets at the end: the qualifier of `all`, through `redirect=`. */
  ending: '+' | '-' | '~' | '?' | 'none' | 'unknown'
  /** All addresses that get `pass`, as counts; null when macros, `exists` or `ptr` make them depend on the sender. */
  ipv4: number | null
  ipv6Nets: number | null
  /** IPv4 addresses that get `pass` for certain: the same as `ipv4` unless that is null. */
  ipv4AtLeast: number
  /** The terms by which every server in the world gets `pass`, null when they do not. */
  openTo: string | null
}

/** What the SPF check collected. */
export interface SpfValue {
  /** TXT records that are SPF (RFC 7208 section 4.5): more than one is a permerror. */
  records: readonly string[]
  /** TXT records that look like SPF and are not (a leading blank, `v=spf10`), told as what they are. */
  lookalikes: readonly string[]
  tree: SpfTree | null
}
