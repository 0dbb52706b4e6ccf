import { blockOf, displayText, formatAddress } from '../dns/index.ts'
import { readSpfEntry, type SpfEntry, type ToAscii } from './entry.ts'
import { printMacroString } from './macro.ts'
import { parseSpf, type SpfTerm } from './record.ts'
import { type AllQualifier, type SpfEntryKind, type SpfSettings, spfEntriesMax, tooManySpfEntries } from './settings.ts'

/** RFC 1035 section 3.3: the maximum bytes of one string of a TXT record. */
const stringOctets = 255

/** A problem with one entry of the settings. */
export interface SpfEntryProblem {
  field: SpfEntryKind
  /** The index in the list as given. */
  index: number
  message: string
}

/**
 * Reads all entries. Drops empty entries and repetitions silently. Reports invalid entries and omits them from the
 * settings. Reads only the first `spfEntriesMax` entries of a list, and reports the first one beyond.
 */
export function readSpfSettings(
  given: SpfSettings,
  toAscii?: ToAscii,
): { settings: SpfSettings; problems: readonly SpfEntryProblem[] } {
  const problems: SpfEntryProblem[] = []
  const read = (field: SpfEntryKind): string[] => {
    const values = new Set<string>()
    for (const [index, text] of given[field].slice(0, spfEntriesMax).entries()) {
      if (text.trim() === '') continue
      const entry = readSpfEntry(field, text, toAscii)
      if (entry.ok) values.add(entry.value)
      else problems.push({ field, index, message: entry.message })
    }
    if (given[field].length > spfEntriesMax) {
      problems.push({ field, index: spfEntriesMax, message: tooManySpfEntries })
    }
    return [...values]
  }
  const settings = {
    include_domains: read('include_domains'),
    ip4_addresses: read('ip4_addresses'),
    ip6_addresses: read('ip6_addresses'),
    use_mx: given.use_mx,
    use_a: given.use_a,
    all_qualifier: given.all_qualifier,
  }
  return { settings, problems }
}

/**
 * Builds the record of some settings, without entries that `readSpfEntry` refuses. Addresses come first: receivers
 * evaluate from left to right, and addresses need no lookup.
 */
export function spfRecordOf(given: SpfSettings, toAscii?: ToAscii): string {
  const { settings } = readSpfSettings(given, toAscii)
  const terms = [
    ...settings.ip4_addresses.map(value => `ip4:${value}`),
    ...settings.ip6_addresses.map(value => `ip6:${value}`),
    ...(settings.use_a ? ['a'] : []),
    ...(settings.use_mx ? ['mx'] : []),
    ...settings.include_domains.map(value => `include:${value}`),
    settings.all_qualifier,
  ]
  return ['v=spf1', ...terms].join(' ')
}

/**
 * The settings of a published record. Terms without a field in the builder are in `leftOut`, as published. Without
 * `all` and `redirect=` the result is neutral (RFC 7208 section 4.7).
 */
export function spfSettingsOf(record: string): { settings: SpfSettings; leftOut: readonly string[] } {
  const lists = {
    include_domains: new Set<string>(),
    ip4_addresses: new Set<string>(),
    ip6_addresses: new Set<string>(),
  }
  const leftOut: string[] = []
  const add = (kind: SpfEntryKind, published: string, value: string): void => {
    const entry: SpfEntry = readSpfEntry(kind, value)
    if (entry.ok) lists[kind].add(entry.value)
    else leftOut.push(published)
  }
  let use_mx = false
  let use_a = false
  let all: AllQualifier | null = null
  for (const { text, term } of parseSpf(record).terms) {
    const isPlain = all === null && 'qualifier' in term && term.qualifier === '+'
    if (term.kind === 'all' && all === null) all = `${term.qualifier}all`
    else if (isPlain && isOwn(term)) {
      if (term.kind === 'a') use_a = true
      else use_mx = true
    } else if (isPlain && term.kind === 'include') add('include_domains', text, printMacroString(term.domain))
    else if (isPlain && term.kind === 'ip4') add('ip4_addresses', text, networkText(term))
    else if (isPlain && term.kind === 'ip6') add('ip6_addresses', text, networkText(term))
    else leftOut.push(displayText(text, 300))
  }
  const settings = {
    include_domains: [...lists.include_domains],
    ip4_addresses: [...lists.ip4_addresses],
    ip6_addresses: [...lists.ip6_addresses],
    use_mx,
    use_a,
    all_qualifier: all ?? '?all',
  }
  return { settings, leftOut }
}

/** `a` or `mx` of the domain itself, the only form that the builder has a switch for. */
function isOwn(term: SpfTerm): term is Extract<SpfTerm, { kind: 'a' | 'mx' }> {
  return (
    (term.kind === 'a' || term.kind === 'mx') && term.domain === null && term.prefix4 === 32 && term.prefix6 === 128
  )
}

/** The block as receivers evaluate it: host bits are no reason to drop a range that works. */
function networkText({ address, prefix }: Extract<SpfTerm, { kind: 'ip4' | 'ip6' }>): string {
  return `${formatAddress({ family: address.family, value: blockOf(address, prefix).first })}/${prefix}`
}

/** A record as the strings of a TXT record: at most 255 bytes each (RFC 7208 section 3.3 joins them). */
export function txtStrings(record: string): readonly string[] {
  const strings: string[] = []
  for (let at = 0; at < record.length; at += stringOctets) strings.push(record.slice(at, at + stringOctets))
  return strings
}
