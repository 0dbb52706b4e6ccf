import { readingOf, withoutNp } from './discover.ts'
import { parseDmarc } from './record.ts'
import type { DmarcValue } from './value.ts'

/**
 * What a scan would find after this record took the place of the domain's own one. Null: the record names a report
 * address of another domain whose authorization the scan did not ask for.
 */
export function dmarcWithRecord(value: DmarcValue, domain: string, text: string): DmarcValue | null {
  const record = parseDmarc(text)
  const external = value.external.filter(({ uri }) => [...record.rua, ...record.ruf].includes(uri))
  const isAsked = (uri: string): boolean =>
    external.some(destination => destination.uri === uri) || uri.toLowerCase().endsWith(`@${domain}`)
  if (![...record.rua, ...record.ruf].every(isAsked)) return null
  const { organizationalDomain, walked } = value
  return {
    reading: readingOf(record, domain, domain, 'domain'),
    rfc7489: readingOf(withoutNp(record), domain, domain, 'domain'),
    organizationalDomain,
    walked,
    external,
  }
}
