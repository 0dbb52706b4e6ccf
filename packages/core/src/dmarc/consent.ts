import { normalName, type RecordType, type Resolver, type Signal, textOf, zoneResolver } from '../dns/index.ts'
import { discoverDmarc } from './discover.ts'
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
 * The report addresses of a record at another domain than `location`, the domain of the record. They need the
 * authorization of their domain unless `isOwn` says that it belongs to the same organization.
 */
export function externalAddresses(
  record: DmarcRecord,
  location: string,
  isOwn: (domain: string) => boolean,
): readonly ExternalAddress[] {
  return (['rua', 'ruf'] as const).flatMap(tag =>
    record[tag].flatMap(uri => {
      const domain = readReportUri(uri)?.domain ?? null
      if (domain === null || domain === location || isOwn(domain)) return []
      return [{ domain, uri, tag, name: `${location}._report._dmarc.${domain}` }]
    }),
  )
}

/**
 * Queries the authorization of every external report address (RFC 9990 section 4): its domain publishes a TXT record that
 * begins with `v=DMARC1` at `<location>._report._dmarc.<domain>`, or a wildcard there. External is what the tree walk
 * takes for another organization (RFC 9989 section 4.10.2), whatever the Public Suffix List says: below a `psd=y` two
 * sisters are, and so is a parent without a record. The record itself counts as published. All queries run in parallel,
 * each name once, twenty domains at most. Never throws; `authorized` is null when a lookup failed that could decide, or
 * was not made.
 */
export async function askConsent(
  resolver: Resolver,
  record: DmarcRecord,
  location: string,
  signal?: Signal,
): Promise<readonly DmarcExternalDestination[]> {
  const all = externalAddresses(record, location, () => false)
  if (all.length === 0) return []
  const domains = [...new Set(all.map(({ domain }) => domain))].slice(0, mostDestinations)
  const walked = withRecord(resolver, `_dmarc.${location}`, record.text)
  const [home, ...organizations] = await Promise.all(
    [location, ...domains].map(domain => organizationOf(walked, domain, signal)),
  )
  const isSame = new Map(domains.map((domain, at) => [domain, isSameOrganization(home, organizations[at])]))
  const addresses = all.filter(({ domain }) => isSame.get(domain) !== true)
  const names = new Map(addresses.flatMap(({ domain, name }) => (isSame.has(domain) ? [[name, domain]] : [])))
  const answers = new Map(
    await Promise.all(
      [...names].map(async ([name, domain]) => {
        const answer = await consentAt(resolver, name, signal)
        // Without the organization nobody knows whether consent is needed.
        return [name, answer === false && isSame.get(domain) === null ? null : answer] as const
      }),
    ),
  )
  return addresses.map(address => ({ ...address, authorized: answers.get(address.name) ?? null }))
}

/** The record takes part in the walk, also one that is not published yet. */
function withRecord(resolver: Resolver, name: string, text: string): Resolver {
  const planned = zoneResolver({ [name]: { TXT: [text] } })
  return {
    query: <T extends RecordType>(asked: string, type: T, signal?: Signal) =>
      asked === name && type === 'TXT' ? planned.query(asked, type, signal) : resolver.query(asked, type, signal),
  }
}

/** RFC 9989 section 4.10.2; null: a lookup that could decide it failed. */
async function organizationOf(resolver: Resolver, domain: string, signal?: Signal): Promise<string | null> {
  const { organizationalDomain } = await discoverDmarc(resolver, domain, signal === undefined ? {} : { signal })
  return organizationalDomain
}

/** null: unknown. */
function isSameOrganization(one: string | null | undefined, other: string | null | undefined): boolean | null {
  return one == null || other == null ? null : one === other
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
