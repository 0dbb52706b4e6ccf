import type { Evidence, Gap, Section } from '@waxseal/core/check'
import { type Answer, isSubdomain, parentOf } from '@waxseal/core/dns'
import type { MailHostReport, RelayProbe } from '@waxseal/core/relay'
import {
  type CaaAnswer,
  caaClimb,
  type DnssecFacts,
  isBimiText,
  isTlsRptText,
  renewalNames,
  type SenderPath,
  type TextFacts,
  type TransportValue,
} from '@waxseal/core/transport'
import type { HttpsGet } from '../https/index.ts'
import { type CheckResolver, checkResolver, collected, type DnsContext, type LeftOut } from './check.ts'
import { type MailHosts, mailHosts } from './mail-hosts.ts'
import { daneOf, type KnownHost, nextHopOf, reverseOf, textsAt } from './transport-dns.ts'
import { mtaStsOf } from './transport-policy.ts'
import { sessionsOf } from './transport-sessions.ts'

/** The context of this check beside DNS. */
export interface TransportCheckContext extends DnsContext {
  signal: AbortSignal
  /** SMTP tests, shared with the open relay check; null: disabled. */
  relay: RelayProbe | null
  leftOut?: Pick<LeftOut, 'relay'>
  https: HttpsGet
}

/** The maximum number of names above the domain to try as its zone. */
const climbMax = 6

/**
 * Transport and all other facts without points. Most of them come from queries of other checks; the SMTP tests are
 * those of the open relay check.
 */
export async function collectTransport(context: TransportCheckContext): Promise<Section<TransportValue>> {
  const { name, organizationalDomain } = context
  // "Missing" needs confirmation by the zone's own servers, except for records of parent zones. Finding the zone of an
  // IPv6 address would cost more than the answer is worth.
  const dns = checkResolver(context, (asked, type) => {
    if (type === 'CAA') return isSubdomain(asked, organizationalDomain)
    if (type === 'PTR') return isSubdomain(asked, 'in-addr.arpa')
    return type === 'MX' || type === 'TXT' || type === 'DNSKEY'
  })
  const found = mailHosts(dns, name)
  const [mail, mtaSts, tlsRpt, bimi, caa, zone, top] = await Promise.all([
    found.then(hosts => mailFacts(dns, context, hosts)),
    mtaStsOf(dns, context),
    textsAt(dns, `_smtp._tls.${name}`, isTlsRptText),
    bimiOf(dns, context),
    caaOf(dns, name),
    dnssecOf(dns, name),
    // The root is signed, so every answer of its servers about DS can be validated.
    dns.query(name.slice(name.lastIndexOf('.') + 1), 'DS'),
  ])
  const caaBelow = await Promise.all(renewalNames({ ...mail, caa }, name).map(each => caaAt(dns, each)))
  const evidence = dns.evidence()
  if (evidence.every(({ outcome }) => outcome === 'failed')) {
    return { ran: false, reason: dns.gaps()[0]?.reason ?? 'cancelled', evidence }
  }
  const { reports, ...hosts } = mail
  const value: TransportValue = {
    ...hosts,
    smtp: smtpOf(context),
    mtaSts: mtaSts.facts,
    tlsRpt,
    dnssec: { ...zone, validating: isValidating(evidence, top) },
    bimi,
    caa,
    ...(caaBelow.length > 0 && { caaBelow }),
  }
  const section = collected(value, dns)
  if (!section.ran) return section
  const exchanges: Evidence[] = [...reports.map(({ transcript }) => transcript), ...mtaSts.evidence]
  const gaps: readonly Gap[] = [...section.gaps, ...mtaSts.gaps]
  return { ...section, gaps, evidence: [...section.evidence, ...exchanges] }
}

function smtpOf({ relay, leftOut }: Pick<TransportCheckContext, 'relay' | 'leftOut'>): TransportValue['smtp'] {
  if (relay !== null) return 'on'
  return leftOut?.relay === true ? 'not-for-visitors' : 'off'
}

type MailFacts = Pick<TransportValue, 'mail' | 'reason' | 'hosts' | 'sessions' | 'path' | 'reverse' | 'dane'> & {
  reports: readonly MailHostReport[]
}

async function mailFacts(dns: CheckResolver, context: TransportCheckContext, found: MailHosts): Promise<MailFacts> {
  const { name } = context
  if (found.kind === 'failed') return withoutHosts('unchecked', found.answer.reason)
  const hosts = hostsOf(found, name)
  if (found.kind === 'implicit' && found.addresses.length === 0) {
    const open = dns.gaps().find(({ question }) => question.name === name && /^A{1,4}$/.test(question.type))
    return open === undefined ? withoutHosts('none', null) : withoutHosts('unchecked', open.reason)
  }
  if (found.kind === 'mx' && found.hosts.every(({ state }) => state === 'null')) return withoutHosts('none', null)
  const path = pathOf(hosts, nextHopOf(dns, name, found.kind === 'mx' ? 'mx' : 'address'))
  const [sessions, reverse, dane] = await Promise.all([
    sessionsOf(context, found, hosts),
    reverseOf(dns, hosts),
    daneOf(dns, hosts),
  ])
  return { mail: 'hosts', reason: null, hosts: hosts.map(({ host }) => host), path, reverse, dane, ...sessions }
}

/** More addresses of a host are counted. */
const notedMax = 16

function pathOf(hosts: readonly KnownHost[], nextHop: SenderPath['nextHop']): SenderPath {
  const noted = hosts.flatMap(({ host, addresses }) => {
    const more = Math.max(0, addresses.length - notedMax)
    return addresses.length === 0 ? [] : [{ host, addresses: addresses.slice(0, notedMax), more }]
  })
  return { hosts: noted, nextHop }
}

function withoutHosts(mail: TransportValue['mail'], reason: TransportValue['reason']): MailFacts {
  return { mail, reason, hosts: [], sessions: [], reverse: [], dane: [], reports: [] }
}

/** The hosts to query, each once, by preference. */
export function hostsOf(found: Exclude<MailHosts, { kind: 'failed' }>, name: string): readonly KnownHost[] {
  if (found.kind === 'implicit') return [{ host: name, addresses: found.addresses, alias: null }]
  const named = found.hosts.filter(({ state }) => state !== 'null' && state !== 'ip-literal')
  return [...new Map(named.map(({ host, addresses, alias }) => [host, { host, addresses, alias }])).values()]
}

/** At the domain; if it has no record, at the organizational domain. */
async function bimiOf(dns: CheckResolver, { name, organizationalDomain }: TransportCheckContext): Promise<TextFacts> {
  const own = await textsAt(dns, `default._bimi.${name}`, isBimiText)
  if (own.texts === null || own.texts.length > 0 || name === organizationalDomain) return own
  const above = await textsAt(dns, `default._bimi.${organizationalDomain}`, isBimiText)
  return above.texts?.length === 0 ? own : above
}

/** When the query limit leaves parent names out, the first of them counts as a failed lookup, because it may decide. */
async function caaOf(dns: CheckResolver, name: string): Promise<readonly CaaAnswer[]> {
  const climb = caaClimb(name)
  const beyond = parentOf(climb.at(-1) ?? '.')
  const answers = await Promise.all(climb.map(each => caaAt(dns, each)))
  return beyond === null || beyond === '.' ? answers : [...answers, { name: beyond, records: null }]
}

async function caaAt(dns: CheckResolver, name: string): Promise<CaaAnswer> {
  const answer = await dns.query(name, 'CAA')
  if (answer.kind === 'failed') return { name, records: null }
  const records = answer.kind === 'records' ? answer.records.slice(0, 50) : []
  return { name, records: records.map(({ flags, tag, value }) => ({ flags, tag, value: value.slice(0, 500) })) }
}

/**
 * The zone of a name is the nearest one with its own name servers; its DS is in the parent zone, its keys are in the
 * zone. Without a known zone, everything is unknown.
 */
async function dnssecOf(dns: CheckResolver, name: string): Promise<Omit<DnssecFacts, 'validating'>> {
  let zone = name
  for (let step = 0; ; step++) {
    const servers = await dns.query(zone, 'NS')
    const { authentic, cnames } = servers.via
    if (servers.kind === 'failed') return { zone, ds: null, keys: null, authentic }
    if (servers.kind === 'records' && cnames.length === 0) break
    const above = parentOf(zone)
    if (above === null || above === '.') break
    if (step === climbMax) return { zone, ds: null, keys: null, authentic }
    zone = above
  }
  const [ds, keys] = await Promise.all([dns.query(zone, 'DS'), dns.query(zone, 'DNSKEY')])
  const count = (answer: typeof ds | typeof keys): number | null => {
    if (answer.kind === 'failed') return null
    return answer.kind === 'records' ? answer.records.length : 0
  }
  return { zone, ds: count(ds), keys: count(keys), authentic: keys.via.authentic }
}

/** Whether the resolver validates. Only then does an unauthenticated answer mean an unsigned name. */
function isValidating(evidence: ReturnType<CheckResolver['evidence']>, top: Answer<'DS'>): boolean | null {
  if (evidence.some(({ via }) => via.authentic !== 'no')) return true
  return top.kind === 'failed' ? null : top.via.authentic === 'yes'
}
