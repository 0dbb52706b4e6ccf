import type { FailureReason } from '../dns/index.ts'

/** The kinds of watched record sets, in the order of a snapshot. */
export const partKinds = [
  'name',
  'dnssec',
  'mx',
  'mx-address',
  'spf',
  'dmarc',
  'dkim',
  'a',
  'aaaa',
  'www',
  'ns',
  'mta-sts',
  'mta-sts-policy',
] as const

export type PartKind = (typeof partKinds)[number]

/** The kinds that are sets of addresses, of which an answer may give a part. */
export const addressKinds: ReadonlySet<PartKind> = new Set(['a', 'aaaa', 'www', 'mx-address'])

/** The kinds that say what every other part depends on, and are no record set. */
export const stateKinds: ReadonlySet<PartKind> = new Set(['name', 'dnssec'])

/**
 * The kinds of which a domain has one text. Several are a fault even where they mean the same: receivers count records
 * (RFC 7208 section 4.5, RFC 9989 section 4.10, RFC 8461 section 3.1).
 */
export const textKinds: ReadonlySet<PartKind> = new Set(['spf', 'dmarc', 'dkim', 'mta-sts', 'mta-sts-policy'])

/** The value of `name` for a domain that exists. Without a value, its parent zone denies it. */
export const inDns = 'in DNS'
/** The value of `name` for a domain whose zone none of its delegated name servers serves. */
export const unserved = 'no name server serves it'
/** The value of `dnssec` where validating receivers get no answer about the domain. */
export const dnssecBroken = 'does not validate'

/** One watched record set, or one state of the domain. */
export interface Part extends WatchedPart {
  /** `known`: answered, with or without records. `failed`: could not ask, which says nothing about the records. */
  state: 'known' | 'failed'
  /** In canonical form, sorted, without TTL (`canonical.ts`). Empty: no such records, or `failed`. */
  values: readonly string[]
  /** Whether the zone's own servers gave this answer. */
  confirmed: boolean
  /** Only of a failed part. */
  reason: FailureReason | null
  /** Servers gave different addresses within one check: `values` has all of them. */
  varies?: true
  /** Of a part that varies: what the zone's own servers agree on, while the resolver gives other addresses. */
  own?: readonly string[]
  /** Of a part that varies: some of the zone's own servers gave no address. */
  partial?: true
}

/** What is watched at one name. */
export interface WatchedPart {
  /** Its identity: `name`, `dnssec`, `mx`, `ns`, `a`, `aaaa`, `spf`, `dmarc`, `www`, `mta-sts`, `dkim google`, `mx-address mx1.example.com`. */
  key: string
  kind: PartKind
  /** The queried name. */
  name: string
}

/** The watched records of a domain at one time. JSON. */
export interface Snapshot {
  version: 1
  domain: string
  /** ISO 8601, UTC. */
  takenAt: string
  parts: readonly Part[]
}

/** The selectors that are watched at every domain; those that are known for a domain come on top (decision 3.12). */
export const watchedSelectors = ['google', 'k1', 'default', 'selector1', 'selector2'] as const

/** The maximum number of mail servers whose addresses are watched. */
export const watchedHostsMax = 20

/** The maximum number of records of one part that are compared. */
export const watchedValuesMax = 200

/** What to ask of a domain, without the addresses of its mail servers: these follow from its MX records. */
export function watchedParts(domain: string, selectors: readonly string[] = []): readonly WatchedPart[] {
  return [
    { key: 'name', kind: 'name', name: domain },
    { key: 'dnssec', kind: 'dnssec', name: domain },
    { key: 'mx', kind: 'mx', name: domain },
    { key: 'spf', kind: 'spf', name: domain },
    { key: 'dmarc', kind: 'dmarc', name: `_dmarc.${domain}` },
    ...[...new Set([...watchedSelectors, ...selectors])].map(
      (selector): WatchedPart => ({
        key: `dkim ${selector}`,
        kind: 'dkim',
        name: `${selector}._domainkey.${domain}`,
      }),
    ),
    { key: 'a', kind: 'a', name: domain },
    { key: 'aaaa', kind: 'aaaa', name: domain },
    { key: 'www', kind: 'www', name: `www.${domain}` },
    { key: 'ns', kind: 'ns', name: domain },
    { key: 'mta-sts', kind: 'mta-sts', name: `_mta-sts.${domain}` },
  ]
}

/** The mail servers whose addresses to ask: those of a known part `mx`, by preference. */
export function watchedHosts(mx: Part): readonly WatchedPart[] {
  const hosts = mx.values
    .map(value => ({ preference: Number(value.split(' ')[0]), host: value.split(' ')[1] ?? '.' }))
    .filter(({ host }) => host !== '.' && host !== '')
    .toSorted((one, other) => one.preference - other.preference)
    .map(({ host }) => host)
  return [...new Set(hosts)]
    .slice(0, watchedHostsMax)
    .map(host => ({ key: `mx-address ${host}`, kind: 'mx-address', name: host }))
}

/** The MTA-STS policy of a domain whose part `mta-sts` has a record: without one, senders ask for none. */
export function watchedPolicy(domain: string): WatchedPart {
  return { key: 'mta-sts-policy', kind: 'mta-sts-policy', name: `mta-sts.${domain}` }
}

/** The selector of a `dkim` part, the host of an `mx-address` part. */
export function subjectOf({ key }: WatchedPart): string {
  return key.slice(key.indexOf(' ') + 1)
}
