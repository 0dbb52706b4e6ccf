import { displayText } from '../dns/index.ts'
import { fieldsOf, onlyRecord, type RecordReading, trimBlanks } from './record-set.ts'

/*
 * Brand Indicators for Message Identification, an Internet-Draft (draft-brand-indicators-for-message-identification,
 * section 4): `v=BIMI1; l=https://…/logo.svg; a=https://…/certificate.pem` at `default._bimi.<domain>`.
 */

const begins = /^v[ \t]*=[ \t]*BIMI1[ \t]*(?:;|$)/
/** Quotation marks, blanks of any kind and invisible characters before it are mistakes of copying. */
const resembles = /^[^!#-&(-~]{0,12}v\s{0,9}=\s{0,9}bimi/i

/** Whether a text at `default._bimi` is, or was meant to be, a BIMI record. */
export function isBimiText(text: string): boolean {
  return resembles.test(text)
}

export interface BimiRecord {
  /** The URL of the picture; null when the record declines to show one. */
  picture: string | null
  /** The URL of the certificate for the picture; null when none is named. */
  certificate: string | null
}

/** Parses the text records at one name. Never throws. */
export function readBimiRecords(texts: readonly string[]): RecordReading<BimiRecord> {
  const only = onlyRecord(texts, begins, resembles, 'v=BIMI1;')
  if (!('text' in only)) return only
  const tags = new Map<string, string>()
  for (const field of fieldsOf(only.text).slice(1)) {
    const equals = field.indexOf('=')
    const name = trimBlanks(field.slice(0, Math.max(equals, 0))).toLowerCase()
    if (!/^[a-z][a-z0-9_]*$/.test(name)) {
      return { state: 'invalid', problem: `"${displayText(field, 60)}" is not written as tag=value` }
    }
    if (tags.has(name)) return { state: 'invalid', problem: `${name} is given more than once` }
    tags.set(name, trimBlanks(field.slice(equals + 1)))
  }
  const picture = tags.get('l')
  const certificate = tags.get('a') ?? ''
  if (picture === undefined) return { state: 'invalid', problem: 'the record has no l= for the picture' }
  for (const [tag, uri] of [
    ['l', picture],
    ['a', certificate],
  ] as const) {
    if (uri !== '' && !/^https:\/\/[a-z0-9.-]+(?::\d{1,5})?\/[!-~]*$/i.test(uri)) {
      return { state: 'invalid', problem: `${tag}=${displayText(uri, 80)} is not an https: address` }
    }
  }
  if (picture === '' && certificate !== '')
    return { state: 'invalid', problem: 'a= names a certificate, but l= names no picture' }
  return { state: 'valid', picture: picture || null, certificate: certificate || null }
}
