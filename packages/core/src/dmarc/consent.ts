import { normalName, type Resolver, type Signal, textOf } from '../dns/index.ts'
import { isDmarcRecord } from './record.ts'
import { readReportUri } from './report-uri.ts'
import type { DmarcExternalDestination, DmarcRecord } from './value.ts'

/** Foreign destinations that are asked; a record with more is no honest one, and of the rest nothing is said. */
const mostDestinations = 20

/** A foreign report address and the name where its domain says that it takes the reports. */
export type ExternalAddress = Omit<DmarcExternalDestination, 'authorized'>

/**
 * The report addresses of a record that lie outside the organization of `location`, the domain of the record: those
 * need the other side's consent. `orgDomain` gives the organizational domain of a name.
 */
export function externalAddresses(
  record: DmarcRecord,
  location: string,
  orgDomain: (name: string) => string,
): readonly ExternalAddress[] {
  const home = orgDomain(location)
  return (['rua', 'ruf'] as const).flatMap(tag =>
    record[tag].flatMap(uri => {
      const domain = readReportUri(uri)?.domain ?? null
      if (domain === null || orgDomain(domain) === home) return []
      return [{ domain, uri, tag, name: `${location}._report._dmarc.${domain}` }]
    }),
  )
}

/**
 * Asks every foreign report address of a record whether it takes the reports (RFC 9990 section 4; RFC 7489 section
 * 7.1): its domain publishes a TXT record that begins with `v=DMARC1` at `<location>._report._dmarc.<domain>`, or a
 * wildcard there. All are asked at once, each name once, twenty at most. Never throws; `authorized` is null where nobody
 * answered or was asked.
 */
export async function askConsent(
  resolver: Resolver,
  record: DmarcRecord,
  location: string,
  orgDomain: (name: string) => string,
  signal?: Signal,
): Promise<readonly DmarcExternalDestination[]> {
  const addresses = externalAddresses(record, location, orgDomain)
  const names = [...new Set(addresses.map(address => address.name))].slice(0, mostDestinations)
  const answers = new Map(
    await Promise.all(names.map(async name => [name, await consentAt(resolver, name, signal)] as const)),
  )
  return addresses.map(address => ({ ...address, authorized: answers.get(address.name) ?? null }))
}

async function consentAt(resolver: Resolver, name: string, signal?: Signal): Promise<boolean | null> {
  // Too long to exist in the DNS: then nobody can have published it.
  const asked = normalName(name)
  if (asked === null) return false
  const answer = await resolver.query(asked, 'TXT', signal)
  if (answer.kind === 'failed') return null
  return answer.kind === 'records' && answer.records.some(record => isDmarcRecord(textOf(record)))
}
