import { displayText } from '../dns/index.ts'
import { fieldsOf, onlyRecord, type RecordReading, trimBlanks } from './record-set.ts'

/*
 * SMTP TLS Reporting, RFC 8460 section 3:
 *
 *   tlsrpt-record = %s"v=TLSRPTv1" *WSP %s";" *WSP tlsrpt-rua ...
 *   tlsrpt-rua    = %s"rua=" tlsrpt-uri *(*WSP "," *WSP tlsrpt-uri)    ; "!", "," and ";" must be encoded in a URI
 */

const begins = /^v=TLSRPTv1[ \t]*;/
const resembles = /^\s{0,9}v\s{0,9}=\s{0,9}tlsrpt/i
const destinationsMax = 20

/** Whether a text at `_smtp._tls` is, or was meant to be, a TLS-RPT record. */
export function isTlsRptText(text: string): boolean {
  return resembles.test(text)
}

/** Parses the text records at `_smtp._tls.<domain>`. `rua`: the report destinations, the first twenty. Never throws. */
export function readTlsRptRecords(texts: readonly string[]): RecordReading<{ rua: readonly string[] }> {
  const only = onlyRecord(texts, begins, resembles, 'v=TLSRPTv1;')
  if (!('text' in only)) return only
  const rua = fieldsOf(only.text)
    .slice(1)
    .find(field => field.startsWith('rua='))
  if (rua === undefined) return { state: 'invalid', problem: 'the record has no rua, so no report has a destination' }
  const destinations = rua.slice(4).split(',', destinationsMax).map(trimBlanks)
  for (const uri of destinations) {
    const problem = problemOf(uri)
    if (problem !== null) return { state: 'invalid', problem: `${displayText(uri, 80) || 'rua'} ${problem}` }
  }
  return { state: 'valid', rua: destinations }
}

function problemOf(uri: string): string | null {
  if (!/^(?:mailto|https):/i.test(uri)) return 'is neither a mailto: nor an https: address'
  if (!/^[!-~]+$/.test(uri) || uri.includes('!')) return 'contains a character that must be percent-encoded'
  const whole =
    /^mailto:[^@/?]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?:\?.*)?$/i.test(uri) ||
    /^https:\/\/[a-z0-9.-]+(?:[:/?].*)?$/i.test(uri)
  return whole ? null : 'is not a complete address'
}
