/** What the builder offers for everything no term names, the specification's order. */
export const allQualifiers = ['~all', '-all', '?all', '+all'] as const

export type AllQualifier = (typeof allQualifiers)[number]

/**
 * What the SPF builder asks for. Names as on the wire: the page holds one such value, sends it and prints it. Entries are
 * as `readSpfEntry` gives them once the settings are read.
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

/** What a fresh builder starts with. */
export const defaultSpfSettings: SpfSettings = {
  include_domains: [],
  ip4_addresses: [],
  ip6_addresses: [],
  use_mx: false,
  use_a: false,
  all_qualifier: '~all',
}

/** Entries one list may have. No record that works comes near: ten lookups, 450 octets. */
export const spfEntriesMax = 100

/** Said of a list with more. */
export const tooManySpfEntries = `At most ${spfEntriesMax} entries can be in a list`
