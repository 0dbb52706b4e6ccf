import { allQualifiers, type SpfEntryKind, type SpfSettings, spfEntriesMax, spfEntryKinds } from '@waxseal/core/spf'
import { createDrafts } from '../../lib/drafts.ts'
import { isObject, isOneOf, isTexts } from '../../lib/stored-value.ts'
import type { Generated } from './api.ts'
import { nothingTyped, type Typed } from './entries.ts'
import type { Start } from './start.ts'

/** The generated record; with warnings when it was generated just now. */
export type Made = Pick<Generated, 'dns_record'> & { warnings: Generated['warnings'] }

/**
 * The state of a builder: its initial values, the form with typed text that is not in a list yet, and the generated
 * record.
 */
export interface Work {
  start: Start
  settings: SpfSettings
  typed: Typed
  made: Made | null
}

export function beginning(start: Start): Work {
  const made = start.from === 'saved' ? { dns_record: start.record, warnings: [] } : null
  return { start, settings: start.settings, typed: nothingTyped, made }
}

/** By `targetKey`. */
export const drafts = createDrafts<Work>({ name: 'spf', keep: keptOf, find: workOf })

/** The part that survives a page reload: the user's input. The generated record is fetched from the server again. */
export function keptOf({ start, settings, typed }: Work): unknown {
  return { settings, typed, leftOut: start.from === 'published' ? start.leftOut : null }
}

/** A valid stored form, applied over the domain's current data. */
export function workOf(kept: unknown, fresh: Work): Work | null {
  if (!isObject(kept)) return null
  const { settings, typed, leftOut } = kept
  if (!isSettings(settings) || !isTyped(typed)) return null
  const start: Start = isTexts(leftOut, termsMax, textMax) ? { from: 'published', settings, leftOut } : fresh.start
  return { ...fresh, start, settings, typed }
}

/** The maximum length of one text, and number of terms of one record. */
const textMax = 10_000
const termsMax = 1_000

function isSettings(value: unknown): value is SpfSettings {
  return (
    isObject(value) &&
    spfEntryKinds.every(kind => isTexts(value[kind], spfEntriesMax, textMax)) &&
    typeof value['use_mx'] === 'boolean' &&
    typeof value['use_a'] === 'boolean' &&
    isOneOf(value['all_qualifier'], allQualifiers)
  )
}

function isTyped(value: unknown): value is Record<SpfEntryKind, string> {
  return isObject(value) && spfEntryKinds.every(kind => isTexts([value[kind]], 1, textMax))
}
