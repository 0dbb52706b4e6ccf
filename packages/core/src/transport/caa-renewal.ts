import { isSubdomain } from '../dns/index.ts'
import type { CertificateFacts } from '../relay/index.ts'
import { type CaaAnswer, caaClimb, readCaa } from './caa.ts'
import { type CaaAuthority, caaAuthorities } from './caa-authorities.data.ts'
import { type SecuredSession, securedSessions } from './certificate-fault.ts'
import type { TransportValue } from './value.ts'

/** A certificate of today that its authority may not issue again (RFC 8659 section 3). */
export interface ForbiddenRenewal {
  host: string
  address: string
  authority: CaaAuthority
  /** The name with the CAA records that decide, and the tag whose records leave the authority out. */
  location: string
  tag: 'issue' | 'issuewild'
  /** ISO 8601: when the certificate of today ends. */
  until: string
}

/** The most names to look up. Of a host beyond them nothing is known, so nothing is said. */
const namesMax = 4

type RenewalFacts = Pick<TransportValue, 'hosts' | 'sessions' | 'caa' | 'caaBelow'>

/**
 * The certificates of mail servers whose renewal fails, because the CAA records allow none of their authority's identifiers;
 * one of each authority, the first that ends. Only hosts at and below the domain: of others its owner publishes no CAA. What
 * is not known is not among them: an authority that is not in the data, a name whose records were not seen, and records that
 * are broken, which is a finding of its own.
 *
 * @param domain as A-labels
 */
export function forbiddenRenewals(value: RenewalFacts, domain: string): readonly ForbiddenRenewal[] {
  const answers = [...value.caa, ...(value.caaBelow ?? [])]
  const found = shownBelow(value, domain)
    .flatMap(({ session, authority }) => forbiddenAt(session, authority, answers, domain) ?? [])
    .toSorted((one, other) => Date.parse(one.until) - Date.parse(other.until))
  return [...new Map(found.toReversed().map(each => [each.authority.name, each])).values()].toReversed()
}

/**
 * The names below the domain whose CAA records decide whether that is so. None, where the records of the domain allow the
 * authorities of today: then there is nothing to warn of. At most four.
 *
 * @param domain as A-labels
 */
export function renewalNames(value: RenewalFacts, domain: string): readonly string[] {
  const assumed = shownBelow(value, domain).filter(({ session, authority }) => {
    const below = namesBelow(session.host, domain).map((name): CaaAnswer => ({ name, records: [] }))
    return forbiddenAt(session, authority, [...value.caa, ...below], domain) !== null
  })
  return [...new Set(assumed.flatMap(({ session }) => namesBelow(session.host, domain)))].slice(0, namesMax)
}

/** The sessions of the domain's own hosts with a trusted certificate of an authority that is in the data. */
function shownBelow(value: RenewalFacts, domain: string) {
  const own = value.hosts.filter(host => isSubdomain(host, domain))
  return own
    .flatMap(host => securedSessions(value, host))
    .flatMap(session => {
      const authority = authorityOf(session.tls.certificate)
      return authority === undefined ? [] : [{ session, authority }]
    })
}

/** Who issued a certificate. One that senders do not trust may only claim to be of this authority. */
function authorityOf({ trusted, authority }: CertificateFacts): CaaAuthority | undefined {
  if (!trusted || authority === undefined) return undefined
  return caaAuthorities.find(({ organizations }) => organizations.includes(authority))
}

function forbiddenAt(
  { host, address, tls }: SecuredSession,
  authority: CaaAuthority,
  answers: readonly CaaAnswer[],
  domain: string,
): ForbiddenRenewal | null {
  const { names, notAfter } = tls.certificate
  const above = host.slice(host.indexOf('.') + 1)
  const isBelow = isSubdomain(above, domain)
  const sets = [
    ...(names.includes(host) ? [{ name: host, isWild: false }] : []),
    ...(isBelow && names.includes(`*.${above}`) ? [{ name: above, isWild: true }] : []),
  ]
  for (const { name, isWild } of sets) {
    const set = forbiddingSet(name, isWild, authority, answers)
    if (set !== null) return { host, address, authority, ...set, until: notAfter }
  }
  return null
}

/** The records that leave the authority out; null: it is allowed, or not known. */
function forbiddingSet(
  name: string,
  isWild: boolean,
  { identifiers }: CaaAuthority,
  answers: readonly CaaAnswer[],
): Pick<ForbiddenRenewal, 'location' | 'tag'> | null {
  const climb = caaClimb(name).map(
    each => answers.find(answer => answer.name === each) ?? { name: each, records: null },
  )
  const { location, isBlocked, problems, open, issuers, wildIssuers } = readCaa(climb)
  if (location === null || isBlocked === true || problems.some(({ code }) => code !== 'iodef')) return null
  const own = isWild ? wildIssuers : undefined
  const allowed = own ?? (open ? null : issuers)
  if (allowed === null || allowed.some(issuer => identifiers.includes(issuer))) return null
  return { location, tag: own === undefined ? 'issue' : 'issuewild' }
}

/** From a host up to the domain, without the domain. */
function namesBelow(host: string, domain: string): readonly string[] {
  return caaClimb(host).filter(name => name !== domain && isSubdomain(name, domain))
}
