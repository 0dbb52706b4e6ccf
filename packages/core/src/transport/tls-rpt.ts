import { readReportUri } from '../dmarc/index.ts'
import { aLabelsOf, displayText, utf8 } from '../dns/index.ts'
import { fieldsOf, isField, onlyRecord, type RecordReading, trimBlanks } from './record-set.ts'

/*
 * SMTP TLS Reporting, RFC 8460 section 3:
 *
 *   tlsrpt-record = %s"v=TLSRPTv1" *WSP %s";" *WSP tlsrpt-rua ...
 *   tlsrpt-rua    = %s"rua=" tlsrpt-uri *(*WSP "," *WSP tlsrpt-uri)    ; "!", "," and ";" must be encoded in a URI
 *
 * Each other field is `name=value`, and one that is not known is ignored.
 */

const begins = /^v=TLSRPTv1[ \t]*;/
/** Quotation marks, blanks of any kind and invisible characters before it are mistakes of copying. */
const resembles = /^[^!#-&(-~]{0,12}v\s{0,9}=\s{0,9}tlsrpt/i
const destinationsMax = 20

/** Whether a text at `_smtp._tls` is, or was meant to be, a TLS-RPT record. */
export function isTlsRptText(text: string): boolean {
  return resembles.test(text)
}

interface TlsRptRecord {
  rua: readonly string[]
  isRepeated?: true
  unsupported?: readonly string[]
  unread?: string
}

/**
 * Parses the text records at `_smtp._tls.<domain>`. `rua`: the report destinations of all rua fields, the first twenty.
 * `isRepeated`: there is more than one rua, which the grammar allows; some senders read only one. `unsupported`: destinations
 * of another scheme, which senders skip. `unread`: what is wrong with the first other text that is no field, without a period:
 * its rua is good, so most senders report. Never throws.
 */
export function readTlsRptRecords(texts: readonly string[]): RecordReading<TlsRptRecord> {
  const only = onlyRecord(texts, begins, resembles, 'v=TLSRPTv1;')
  if (!('text' in only)) return only
  const fields = fieldsOf(only.text).slice(1)
  const [rua, ...others] = fields.filter(field => field.startsWith('rua='))
  if (rua === undefined) return { state: 'invalid', problem: 'the record has no rua, so no report has a destination' }
  const fieldsRead = [rua, ...others].slice(0, destinationsMax)
  const written = fieldsRead.flatMap(field => field.slice(4).split(',', destinationsMax).map(trimBlanks))
  const all = written.slice(0, destinationsMax)
  const skipped = all.filter(isOfOtherScheme)
  // A sender uses those that it supports. Where none is left, no report has a destination.
  const destinations = skipped.length === all.length ? all : all.filter(uri => !isOfOtherScheme(uri))
  for (const uri of destinations) {
    const problem = problemOf(uri)
    if (problem !== null) return { state: 'invalid', problem: `${displayText(uri, 80) || 'rua'} ${problem}` }
  }
  const unread = fields.find(field => !field.startsWith('rua=') && !isField(field))
  return {
    state: 'valid',
    rua: [...new Set(destinations)],
    ...(others.length > 0 && { isRepeated: true as const }),
    ...(skipped.length > 0 && { unsupported: skipped.map(uri => displayText(uri, 80)) }),
    ...(unread !== undefined && { unread: unreadText(unread) }),
  }
}

function unreadText(text: string): string {
  const why = /^(?:mailto|https):|@/i.test(text)
    ? 'follows a semicolon, but a comma separates report addresses'
    : 'is not written as name=value'
  return text === '' ? 'there is nothing between two semicolons' : `"${displayText(text, 80)}" ${why}`
}

/** A URI whose scheme TLS reports do not have (RFC 8460 section 3 knows mailto and https). */
function isOfOtherScheme(uri: string): boolean {
  return /^[a-z][a-z0-9+.-]{0,30}:[!-~]/i.test(uri) && !/^(?:mailto|https):/i.test(uri)
}

function problemOf(uri: string): string | null {
  if (!/^(?:mailto|https):/i.test(uri)) return 'is no mailto or https address'
  const inALabels = withALabels(uri)
  if (inALabels !== null) return `has letters outside ASCII and must be written ${inALabels}`
  if (!/^[!-~]+$/.test(uri) || uri.includes('!')) return 'contains a character that must be percent-encoded'
  // A mailbox is what it is in DMARC, whose report addresses are the same URIs.
  const reaches = /^mailto:/i.test(uri) ? readReportUri(uri) !== null : isHttps(uri)
  return reaches ? null : 'is not a complete address'
}

function isHttps(uri: string): boolean {
  const [, host] = /^https:\/\/([a-z0-9.-]+)(?:[:/?].*)?$/i.exec(uri) ?? []
  return host?.split('.').every(label => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(label)) === true
}

const recordMax = 1_000

/**
 * The record that broken ones were meant to be, with exactly the destinations in them; null where one of them cannot be
 * read, where there is none, or where it would be the text itself: a report must not go to someone else's mailbox.
 */
export function repairTlsRpt(texts: readonly string[]): string | null {
  const meant = texts.filter(isTlsRptText).slice(0, destinationsMax)
  const found = meant.flatMap(text => destinationsIn(text))
  const uris = [...new Set(found)]
  if (meant.length === 0 || uris.length === 0 || !uris.every(uri => uri !== null)) return null
  const record = `v=TLSRPTv1; rua=${uris.join(',')}`
  if (record.length > recordMax || uris.length > destinationsMax || (meant.length === 1 && meant[0] === record))
    return null
  return readTlsRptRecords([record]).state === 'valid' ? record : null
}

/** The destinations of one text, also those behind a semicolon; null for each that cannot be read. */
function destinationsIn(octets: string): (string | null)[] {
  const text = (utf8(octets.slice(0, recordMax)) ?? octets.slice(0, recordMax)).replace(/[\u201c\u201d]/g, '"')
  const found = text.split(';').flatMap((part, at) => {
    const [, rua] = /(?:^|[,\s])rua\s{0,9}[=:](.*)/is.exec(part) ?? []
    if (rua !== undefined) return rua.split(',')
    const rest = trimBlanks(part)
    return at === 0 || /^"?$/.test(rest) || isField(rest) ? [] : [rest]
  })
  return octets.length > recordMax || found.length === 0 ? [null] : found.map(destinationIn)
}

/** A blank or a quotation mark inside may divide one mailbox (`a b@x.example`): a part of it would be another one. */
function destinationIn(written: string): string | null {
  const trimmed = trimBlanks(written)
    .replace(/^["<]{1,2}|[">]{1,2}$/g, '')
    .replace(/^(mailto:)[<"]/i, '$1')
    .replace(/![0-9]{1,15}[kmgt]?$/i, '')
  if (/[\s"\\]/.test(trimmed)) return null
  const named = /^[^:/@]{1,64}@[^@:/]+$/.test(trimmed) ? `mailto:${trimmed}` : trimmed
  const uri = withALabels(named) ?? named
  return problemOf(uri) === null ? uri : null
}

/** The address with its name as A-labels, where that is in its own letters and nothing else is (RFC 8616); else null. */
function withALabels(written: string): string | null {
  if (/^[\0-\x7f]*$/.test(written)) return null
  const text = utf8(written) ?? written
  const [, before = '', name = '', after = ''] =
    /^(mailto:[^@]{1,200}@|https:\/\/)([^@\s/:?#,;!]{1,253})(.{0,300})$/is.exec(text) ?? []
  const whole = `${before}${aLabelsOf(name) ?? name}${after}`
  return name !== '' && /^[!-~]+$/.test(whole) ? whole : null
}
