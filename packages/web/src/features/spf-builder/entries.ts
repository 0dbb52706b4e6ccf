import {
  readSpfEntry,
  type SpfEntryKind,
  type SpfSettings,
  spfEntriesMax,
  spfEntryKinds,
  tooManySpfEntries,
} from '@waxseal/core/spf'
import { asciiName } from '../../lib/domain-name.ts'

/** Text in the fields that is not in a list yet. */
export type Typed = Readonly<Record<SpfEntryKind, string>>

export const nothingTyped: Typed = { include_domains: '', ip4_addresses: '', ip6_addresses: '' }

export interface Added {
  settings: SpfSettings
  /** The text that could not be added and stays in the field. */
  rest: string
  /** The problem with its first entry. */
  error: string | null
}

/**
 * Adds typed or pasted text to a list: one entry, or several with spaces or commas between them. Trims entries; ignores
 * empty ones and duplicates.
 */
export function withEntries(settings: SpfSettings, kind: SpfEntryKind, text: string): Added {
  const list = [...settings[kind]]
  const rest: string[] = []
  let error: string | null = null
  // The delimiters of a macro may be commas (RFC 7208 section 7.1).
  for (const part of text.split(text.includes('%') ? /\s+/ : /[\s,;]+/).filter(Boolean)) {
    const entry = readSpfEntry(kind, part, asciiName)
    if (entry.ok && list.includes(entry.value)) continue
    const problem = entry.ok ? (list.length < spfEntriesMax ? null : tooManySpfEntries) : entry.message
    if (entry.ok && problem === null) list.push(entry.value)
    else rest.push(part)
    error ??= problem
  }
  return { settings: { ...settings, [kind]: list }, rest: rest.join(' '), error }
}

export function withoutEntry(settings: SpfSettings, kind: SpfEntryKind, value: string): SpfSettings {
  return { ...settings, [kind]: settings[kind].filter(entry => entry !== value) }
}

/** Adds the text left in the fields, because the user meant it for the record. */
export function withTyped(
  settings: SpfSettings,
  typed: Typed,
): { settings: SpfSettings; rest: Typed; errors: Partial<Record<SpfEntryKind, string>> } {
  const rest = { ...typed }
  const errors: Partial<Record<SpfEntryKind, string>> = {}
  let all = settings
  for (const kind of spfEntryKinds) {
    const added = withEntries(all, kind, typed[kind])
    all = added.settings
    rest[kind] = added.rest
    if (added.error !== null) errors[kind] = added.error
  }
  return { settings: all, rest, errors }
}
