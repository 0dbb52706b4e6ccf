import type { Evidence, Gap, Section } from '@waxseal/core/check'
import { type Answer, isSubdomain, parentOf } from '@waxseal/core/dns'
import { type MailHostReport, type RelayProbe, relayHostOf, relayTargets } from '@waxseal/core/relay'
import {
  type CaaAnswer,
  caaClimb,
  type DnssecFacts,
  isBimiText,
  isTlsRptText,
  type TextFacts,
  type TransportValue,
} from '@waxseal/core/transport'
import type { HttpsGet } from '../https/index.ts'
import { type CheckResolver, checkResolver, collected, type DnsContext } from './check.ts'
import { type MailHosts, mailHosts } from './mail-hosts.ts'
import { daneOf, type KnownHost, reverseOf, textsAt } from './transport-dns.ts'
import { mtaStsOf } from './transport-policy.ts'

/** What this check gets beside DNS. */
export interface TransportCheckContext extends DnsContext {
  signal: AbortSignal
  /** Tests over SMTP, the same as the open relay check's; null: switched off. */
  relay: RelayProbe | null
  https: HttpsGet
}

/** Names above the domain that are tried as the zone it lies in. */
const climbMax = 6

/**
 * What is known of transport and of everything else that costs no points. Most of it falls out of questions other checks
 * ask too; the tests over SMTP are the open relay check's own.
 */
export async function collectTransport(context: TransportCheckContext): Promise<Section<TransportValue>> {
  const { name, organizationalDomain } = context
  // What is told as missing is the zone's own word, but for what the zones above a domain publish. Finding the zone of an
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
  const evidence = dns.evidence()
  if (evidence.every(({ outcome }) => outcome === 'failed')) {
    return { ran: false, reason: dns.gaps()[0]?.reason ?? 'cancelled', evidence }
  }
  const { reports, ...hosts } = mail
  const value: TransportValue = {
    ...hosts,
    smtp: context.relay === null ? 'off' : 'on',
    sessions: reports.map(relayHostOf),
    mtaSts: mtaSts.facts,
    tlsRpt,
    dnssec: { ...zone, validating: isValidating(evidence, top) },
    bimi,
    caa,
  }
  const section = collected(value, dns)
  if (!section.ran) return section
  const exchanges: Evidence[] = [...reports.map(({ transcript }) => transcript), ...mtaSts.evidence]
  const gaps: readonly Gap[] = [...section.gaps, ...mtaSts.gaps]
  return { ...section, gaps, evidence: [...section.evidence, ...exchanges] }
}

type MailFacts = Pick<TransportValue, 'mail' | 'reason' | 'hosts' | 'reverse' | 'dane'> & {
  reports: readonly MailHostReport[]
}

async function mailFacts(dns: CheckResolver, context: TransportCheckContext, found: MailHosts): Promise<MailFacts> {
  const { relay, signal, name } = context
  if (found.kind === 'failed') return withoutHosts('unchecked', found.answer.reason)
  const hosts = hostsOf(found, name)
  if (found.kind === 'implicit' && found.addresses.length === 0) {
    const open = dns.gaps().find(({ question }) => question.name === name && /^A{1,4}$/.test(question.type))
    return open === undefined ? withoutHosts('none', null) : withoutHosts('unchecked', open.reason)
  }
  if (found.kind === 'mx' && found.hosts.every(({ state }) => state === 'null')) return withoutHosts('none', null)
  const [reports, reverse, dane] = await Promise.all([
    // Only what an MX record names is tested: an address that mail merely falls back to never asked for any.
    relay === null || found.kind === 'implicit'
      ? []
      : Promise.all(relayTargets(hosts).map(target => relay.probe(target, signal))),
    reverseOf(dns, hosts),
    daneOf(dns, hosts),
  ])
  return { mail: 'hosts', reason: null, hosts: hosts.map(({ host }) => host), reverse, dane, reports }
}

function withoutHosts(mail: TransportValue['mail'], reason: TransportValue['reason']): MailFacts {
  return { mail, reason, hosts: [], reverse: [], dane: [], reports: [] }
}

/** Hosts that can be asked about, each once, by preference. */
function hostsOf(found: Exclude<MailHosts, { kind: 'failed' }>, name: string): readonly KnownHost[] {
  if (found.kind === 'implicit') return [{ host: name, addresses: found.addresses, alias: null }]
  const named = found.hosts.filter(({ state }) => state !== 'null' && state !== 'ip-literal')
  return [...new Map(named.map(({ host, addresses, alias }) => [host, { host, addresses, alias }])).values()]
}

/** At the domain; where it has no record, at the organizational domain. */
async function bimiOf(dns: CheckResolver, { name, organizationalDomain }: TransportCheckContext): Promise<TextFacts> {
  const own = await textsAt(dns, `default._bimi.${name}`, isBimiText)
  if (own.texts === null || own.texts.length > 0 || name === organizationalDomain) return own
  const above = await textsAt(dns, `default._bimi.${organizationalDomain}`, isBimiText)
  return above.texts?.length === 0 ? own : above
}

/** Where names above remain that are not asked, the first of them stands as one that could not be: it may decide. */
async function caaOf(dns: CheckResolver, name: string): Promise<readonly CaaAnswer[]> {
  const climb = caaClimb(name)
  const beyond = parentOf(climb.at(-1) ?? '.')
  const answers = await Promise.all(
    climb.map(async (each): Promise<CaaAnswer> => {
      const answer = await dns.query(each, 'CAA')
      if (answer.kind === 'failed') return { name: each, records: null }
      const records = answer.kind === 'records' ? answer.records.slice(0, 50) : []
      return {
        name: each,
        records: records.map(({ flags, tag, value }) => ({ flags, tag, value: value.slice(0, 500) })),
      }
    }),
  )
  return beyond === null || beyond === '.' ? answers : [...answers, { name: beyond, records: null }]
}

/**
 * The zone a name lies in is the nearest with name servers of its own; DS stands above it, the keys in it. Where it is
 * not found nothing is known.
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

/** Does the resolver validate? Only then does an answer that it does not vouch for mean a name that is not signed. */
function isValidating(evidence: ReturnType<CheckResolver['evidence']>, top: Answer<'DS'>): boolean | null {
  if (evidence.some(({ via }) => via.authentic !== 'no')) return true
  return top.kind === 'failed' ? null : top.via.authentic === 'yes'
}
