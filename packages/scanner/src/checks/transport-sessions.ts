import type { Resolver } from '@waxseal/core/dns'
import {
  type MailHostReport,
  offerTargets,
  type RelayProbe,
  relayHostOf,
  relayTargets,
  smtpQuestion,
} from '@waxseal/core/relay'
import type { TransportSession } from '@waxseal/core/transport'
import type { MailHosts } from './mail-hosts.ts'
import type { KnownHost } from './transport-dns.ts'

/** The sessions with mail hosts, and the reports that they rest on. */
export interface MailSessions {
  sessions: readonly TransportSession[]
  reports: readonly MailHostReport[]
}

interface SessionContext {
  /** null: disabled. */
  relay: RelayProbe | null
  /** Looks up the name of a control server. */
  resolver: Resolver
  signal: AbortSignal
}

/**
 * What the addresses of the hosts offer. An address that the relay test of this scan contacted shows it in that session, so
 * its offers are asked for afterwards: then the probe knows them. Only hosts of MX records are asked: one that receives mail
 * only without an MX never asked for any.
 */
export async function sessionsOf(
  context: SessionContext,
  found: MailHosts,
  hosts: readonly KnownHost[],
): Promise<MailSessions> {
  const { relay, signal } = context
  if (relay === null || found.kind !== 'mx') return { sessions: [], reports: [] }
  const { offers } = relay
  const tests = relayTargets(hosts).map(target => ({ target, report: relay.probe(target, signal) }))
  if (offers === undefined) return withPasses(context, await Promise.all(tests.map(({ report }) => report)))
  const reports = offerTargets(hosts).map(async target => {
    const tested = await tests.find(each => each.target.address === target.address)?.report
    const report = await offers.probe(target, signal)
    return report.testedAt === tested?.testedAt ? report : withOwnId(report)
  })
  return withPasses(context, await Promise.all(reports))
}

/** What the addresses of the hosts offer, by a probe that makes no relay test. */
export async function offersOf(
  context: SessionContext,
  found: MailHosts,
  hosts: readonly KnownHost[],
): Promise<MailSessions> {
  const { relay, signal } = context
  if (relay === null || found.kind !== 'mx') return { sessions: [], reports: [] }
  return withPasses(context, await Promise.all(offerTargets(hosts).map(target => relay.probe(target, signal))))
}

/** The relay test of the same address is other evidence, of up to six hours ago. */
function withOwnId(report: MailHostReport): MailHostReport {
  const { host, address, testedAt, transcript } = report
  return { ...report, transcript: { ...transcript, id: `SMTP ${smtpQuestion(host, address).name} at ${testedAt}` } }
}

/** Whether a server without STARTTLS is one is asked only where there is such a server. */
async function withPasses(
  { relay, resolver, signal }: SessionContext,
  reports: readonly MailHostReport[],
): Promise<MailSessions> {
  const sessions = reports.map(async (report): Promise<TransportSession> => {
    const session = { ...relayHostOf(report), ...(report.ehlo !== undefined && { ehlo: report.ehlo }) }
    if (report.starttls !== 'not-offered') return session
    return { ...session, offersPass: (await relay?.passesOffers?.(report, resolver, signal)) ?? false }
  })
  return { sessions: await Promise.all(sessions), reports }
}
