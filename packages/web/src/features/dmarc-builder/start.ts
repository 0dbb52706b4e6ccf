import {
  type DmarcSettings,
  defaultDmarcSettings,
  dmarcSettingsOf,
  readFailureOption,
  readReportUri,
  repairDmarc,
} from '@waxseal/core/dmarc'
import type { ScanReply } from '../../lib/queries.ts'
import type { Saved } from './api.ts'

/** The initial values of the form, and their source. */
export type Start = { settings: DmarcSettings } & (
  | { from: 'saved'; record: string; at: string }
  /** `leftOut`: parts of the record without a field in the form. */
  | { from: 'scan'; at: string; leftOut: readonly string[] }
  /** The record that resolves a finding. */
  | { from: 'finding'; leftOut: readonly string[] }
  | { from: 'nothing' }
)

type Reading = NonNullable<ScanReply['results']['dmarc']>['reading']

/** The needed parts of a scan. */
type Scanned = Pick<ScanReply, 'finished_at'> & {
  results: {
    dmarc: { reading: { inherited: boolean; record: Pick<NonNullable<Reading['record']>, 'text'> | null } } | null
  }
}

/**
 * The record that resolves the finding which led here (`fix`), else the settings generated last, else the record that the last scan found at the domain itself, repaired where its form is
 * broken, else the defaults.
 */
export function startOf(name: string, saved: Saved | null, scan: Scanned | null, fix: string | null): Start {
  const fixed = fix === null ? null : startOfFix(fix)
  if (fixed !== null) return fixed
  if (saved) {
    const { dns_record: record, generated_at: at, ...settings } = saved
    return { from: 'saved', settings, record, at }
  }
  const text = ownRecord(scan)
  const { causes, record } = repairDmarc(text ?? '')
  const isBroken = causes.length > 0 && record !== null
  const meant = isBroken ? record : text
  const found = meant === null ? null : dmarcSettingsOf(meant)
  const usual = `dmarc@${name}`
  if (scan === null || meant === null || found === null) {
    return { from: 'nothing', settings: { ...defaultDmarcSettings, rua_email: usual } }
  }
  const settings = found.rua_email === '' ? { ...found, rua_email: usual } : found
  return { from: 'scan', settings, at: scan.finished_at, leftOut: leftOutOf(meant) }
}

/** The form with the record that resolves a finding; null for what is no record. */
export function startOfFix(fix: string): Start | null {
  const settings = dmarcSettingsOf(fix)
  return settings && { from: 'finding', settings, leftOut: leftOutOf(fix) }
}

/** The record at the domain itself, not one inherited from a parent. */
export function ownRecord(scan: Scanned | null): string | null {
  const reading = scan?.results.dmarc?.reading
  return !reading || reading.inherited ? null : (reading.record?.text ?? null)
}

const fields = ['v', 'p', 'sp', 'np', 't', 'pct', 'adkim', 'aspf', 'rua', 'ruf', 'fo']

/**
 * The parts of a record that the settings cannot express: other tags, lists that RFC 9989 removed, addresses that are
 * no mailbox.
 */
export function leftOutOf(record: string): string[] {
  return record.split(';').flatMap(part => {
    const tag = part.trim()
    const equals = tag.indexOf('=')
    const name = tag.slice(0, Math.max(0, equals)).trim().toLowerCase()
    if (tag === '') return []
    if (!fields.includes(name)) return [tag]
    if (name === 'fo') return readFailureOption(tag.slice(equals + 1)) === null ? [tag] : []
    if (name !== 'rua' && name !== 'ruf') return []
    return tag
      .slice(equals + 1)
      .split(',')
      .map(uri => uri.trim())
      .filter(uri => uri !== '' && readReportUri(uri)?.address == null)
      .map(uri => `${name}=${uri}`)
  })
}
