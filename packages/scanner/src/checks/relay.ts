import type { Gap, Section, SmtpEvidence } from '@waxseal/core/check'
import type { MxHost } from '@waxseal/core/mx'
import {
  type MailHostReport,
  type RelayProbe,
  type RelayValue,
  relayHostOf,
  relayTargets,
  testedHostsMax,
} from '@waxseal/core/relay'
import { type CheckResolver, checkResolver, type DnsContext, type LeftOut } from './check.ts'
import { mailHosts } from './mail-hosts.ts'

/** The context of the relay check: DNS, and a probe; null: the operator disabled the test. */
export interface RelayContext extends DnsContext {
  relay: RelayProbe | null
  leftOut?: Pick<LeftOut, 'relay'>
  signal: AbortSignal
}

/**
 * Whether the mail exchangers relay for unauthenticated senders. Tests only hosts of MX records: a host that receives
 * mail only without an MX never asked for any.
 */
export async function collectRelay(context: RelayContext): Promise<Section<RelayValue>> {
  const { name, relay, signal } = context
  if (relay === null) {
    const state = context.leftOut?.relay === true ? 'not-for-visitors' : 'off'
    return { ran: true, value: { state, hosts: [] }, evidence: [], gaps: [], notes: [] }
  }
  const dns = checkResolver(context, (_, type) => type === 'MX')
  const mail = await mailHosts(dns, name)
  if (mail.kind === 'failed') return { ran: false, reason: mail.answer.reason, evidence: dns.evidence() }
  const hosts = mail.kind === 'mx' ? mail.hosts : []
  const targets = relayTargets(hosts)
  const reports = await Promise.all(targets.map(target => relay.probe(target, signal)))
  const open = openAddresses(dns, hosts)
  const gaps: Gap[] = reports.flatMap(({ undecided, transcript: { question, id } }) =>
    undecided === null ? [] : [{ question, reason: undecided, evidence: id }],
  )
  return {
    ran: true,
    value: {
      state: targets.length > 0 || open.length > 0 ? 'tested' : 'not-applicable',
      hosts: reports.map(relayHostOf),
    },
    evidence: [...dns.evidence(), ...reports.flatMap(evidenceOf)],
    gaps: [...open, ...gaps],
    notes: notesOn(hosts),
  }
}

/**
 * A host that was not contacted, by rule, has no evidence. An undecided session counts as a failed query, whatever else
 * it showed, so that no finding of an earlier scan rests on it. An open relay rests on both of its tests.
 */
function evidenceOf({ contacted, undecided, transcript, earlier }: MailHostReport): SmtpEvidence[] {
  if (undecided !== null) return [{ ...transcript, outcome: 'failed', reason: undecided }]
  if (!contacted) return []
  return earlier === undefined ? [transcript] : [earlier, transcript]
}

/** The gaps of hosts without a known address, which might have been tested. */
function openAddresses(dns: CheckResolver, hosts: readonly MxHost[]): readonly Gap[] {
  const unchecked = new Set(hosts.flatMap(({ host, state }) => (state === 'unchecked' ? [host] : [])))
  return dns.gaps().filter(({ question }) => unchecked.has(question.name))
}

function notesOn(hosts: readonly MxHost[]): string[] {
  const reachable = new Set(hosts.flatMap(({ host, addresses }) => (addresses.length > 0 ? [host] : [])))
  const several = hosts.some(({ addresses }) => addresses.length > 1)
  return [
    ...(reachable.size > testedHostsMax
      ? [`The ${testedHostsMax} most preferred of ${reachable.size} mail exchangers are tested for relaying.`]
      : []),
    ...(several ? ['Each mail exchanger is tested at one address.'] : []),
  ]
}
