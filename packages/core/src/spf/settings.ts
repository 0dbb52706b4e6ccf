/** The builder's choices for senders that match no other term, in the specification's order. */
export const allQualifiers = ['~all', '-all', '?all', '+all'] as const

export type AllQualifier = (typeof allQualifiers)[number]

/**
 * The settings of the SPF builder. Names as on the wire: the page holds, sends and prints this value. Parsed entries
 * have the form that `readSpfEntry` returns.
 */
export interface SpfSettings {
  include_domains: readonly string[]
  ip4_addresses: readonly string[]
  ip6_addresses: readonly string[]
  use_mx: boolean
  use_a: boolean
  all_qualifier: AllQualifier
}

/** The lists of the builder. */
export const spfEntryKinds = ['include_domains', 'ip4_addresses', 'ip6_addresses'] as const

export type SpfEntryKind = (typeof spfEntryKinds)[number]

/** The settings of a new builder. */
export const defaultSpfSettings: SpfSettings = {
  include_domains: [],
  ip4_addresses: [],
  ip6_addresses: [],
  use_mx: false,
  use_a: false,
  all_qualifier: '~all',
}

/** The maximum number of entries of one list. Working records stay far below: ten lookups, 450 bytes. */
export const spfEntriesMax = 100

/** The message for a list with more entries. */
export const tooManySpfEntries = `At most ${spfEntriesMax} entries can be in a list`
