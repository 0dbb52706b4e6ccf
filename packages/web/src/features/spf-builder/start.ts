import type { savedSpfRoute } from '@waxseal/contract/routes'
import { defaultSpfSettings, type SpfSettings, spfSettingsOf } from '@waxseal/core/spf'
import type { Reply } from '../../lib/api.ts'
import type { ScanReply } from '../../lib/queries.ts'

/** The initial values of the form, and their source. */
export type Start = { settings: SpfSettings } & (
  | { from: 'saved'; record: string; at: string }
  /** `leftOut`: terms of the record without a field in the form. */
  | { from: 'scan'; record: string; at: string; leftOut: readonly string[] }
  /** The record that resolves a finding. */
  | { from: 'finding'; leftOut: readonly string[] }
  /** The record currently in DNS, loaded by the user. */
  | { from: 'published'; leftOut: readonly string[] }
  /** `several`: there is more than one record, so receivers use none. `unchecked`: the lookup of the scan failed. */
  | { from: 'nothing'; found: 'none' | 'several' | 'unchecked' }
)

/** The needed parts of a scan. */
type Scanned = Pick<ScanReply, 'finished_at'> & {
  results: { spf: Pick<NonNullable<ScanReply['results']['spf']>, 'records'> | null }
}

/**
 * The record that resolves the finding which led here (`fix`), else the settings generated last, else the record that
 * the last scan found, else an empty form.
 */
export function startOf(saved: Reply<typeof savedSpfRoute> | null, scan: Scanned | null, fix: string | null): Start {
  if (fix !== null) return { from: 'finding', ...spfSettingsOf(fix) }
  if (saved) {
    const { dns_record: record, generated_at: at, ...settings } = saved
    return { from: 'saved', settings, record, at }
  }
  const nothing = { from: 'nothing', settings: defaultSpfSettings } as const
  if (scan === null) return { ...nothing, found: 'none' }
  if (scan.results.spf === null) return { ...nothing, found: 'unchecked' }
  const [record, second] = scan.results.spf.records
  if (record === undefined) return { ...nothing, found: 'none' }
  if (second !== undefined) return { ...nothing, found: 'several' }
  return { from: 'scan', ...spfSettingsOf(record), record, at: scan.finished_at }
}
