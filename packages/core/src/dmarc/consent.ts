import { normalName, type Resolver, type Signal, textOf } from '../dns/index.ts'
import { isDmarcRecord } from './record.ts'
import { readReportUri } from './report-uri.ts'
import type { DmarcExternalDestination, DmarcRecord } from './value.ts'

/**
 * The maximum number of external destinations to query. No honest record has more, and nothing is reported about the
 * rest.
 */
const mostDestinations = 20

/** An external report address, and the name where its domain authorizes the reports. */
export type ExternalAddress = Omit<DmarcExternalDestination, 'authorized' | 'exists'>

/**
 * The report addresses of a record outside the organization of `location`, the domain of the record. They need the
 * authorization of their domain. `orgDomain` returns the organizational domain of a name.
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
 * Queries the authorization of every external report address (RFC 9990 section 4; RFC 7489 section 7.1): its domain
 * publishes a TXT record that begins with `v=DMARC1` at `<location>._report._dmarc.<domain>`, or a wildcard there. All
 * queries run in parallel, each name once, twenty at most. Never throws; `authorized` is null when the lookup failed or
 * was not made.
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

/**
 * Queries whether the domains exist that do not authorize reports to them: from a domain that does not exist, no one can
 * ask for consent. Never throws.
 */
export async function askExistence(
  resolver: Resolver,
  external: readonly DmarcExternalDestination[],
  signal?: Signal,
): Promise<readonly DmarcExternalDestination[]> {
  const domains = new Set(external.flatMap(({ domain, authorized }) => (authorized === false ? domain : [])))
  const existing = new Map(
    await Promise.all([...domains].map(async domain => [domain, await existsAt(resolver, domain, signal)] as const)),
  )
  return external.map(each =>
    each.authorized === false ? { ...each, exists: existing.get(each.domain) ?? null } : each,
  )
}

async function existsAt(resolver: Resolver, domain: string, signal?: Signal): Promise<boolean | null> {
  const { kind, via } = await resolver.query(domain, 'MX', signal)
  return kind === 'failed' ? null : kind !== 'no-such-name' || via.cnames.length > 0
}

async function consentAt(resolver: Resolver, name: string, signal?: Signal): Promise<boolean | null> {
  // A name too long for the DNS cannot be published.
  const asked = normalName(name)
  if (asked === null) return false
  const answer = await resolver.query(asked, 'TXT', signal)
  if (answer.kind === 'failed') return null
  return answer.kind === 'records' && answer.records.some(record => isDmarcRecord(textOf(record)))
}
