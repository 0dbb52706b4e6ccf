import type { LatestScan } from './api.ts'

/** What a scan says about the SPF record of its domain, and whether the form can begin with it. */
export type Found = { kind: 'record'; record: string } | { kind: 'none' | 'unchecked' } | Obstacle

/** Why a record is not loaded, which the form explains. */
export type Obstacle =
  | { kind: 'several' }
  /** The record already includes this hosted name. */
  | { kind: 'hosted'; name: string }

/** The needed parts of a scan. */
interface Scanned {
  results: { dns: Pick<LatestScan['results']['dns'], 'txt_records'>; spf: object | null }
}

/** @param suffix what the names of hosted records end in, with its leading dot */
export function foundRecord({ results: { dns, spf } }: Scanned, suffix: string): Found {
  const [record, second] = dns.txt_records.map(text => text.trim()).filter(isSpf)
  if (second !== undefined) return { kind: 'several' }
  // Without an answer there are no records either.
  if (record === undefined) return { kind: spf === null ? 'unchecked' : 'none' }
  const name = hostedName(record, suffix)
  return name === null ? { kind: 'record', record } : { kind: 'hosted', name }
}

/** RFC 7208 section 4.5: the version ends with a space or the record. */
export function isSpf(text: string): boolean {
  return /^v=spf1(\s|$)/i.test(text)
}

/** The hosted name that a record includes or redirects to; null: none. */
export function hostedName(record: string, suffix: string): string | null {
  for (const term of record.split(/\s+/)) {
    const name = /^(?:[-+~?]?include:|redirect=)(.+)$/is.exec(term)?.[1]?.toLowerCase().replace(/\.$/, '')
    if (name?.endsWith(suffix.toLowerCase())) return name
  }
  return null
}

/** A record that was typed or pasted with line breaks, as one line. */
export function inOneLine(typed: string): string {
  return typed.trim().replaceAll(/\s+/g, ' ')
}
