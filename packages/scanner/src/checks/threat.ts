import type { Evidence, Gap, Section } from '@waxseal/core/check'
import { type FailureReason, isSubdomain } from '@waxseal/core/dns'
import {
  silentSources,
  type ThreatAnswer,
  type ThreatSource,
  type ThreatTarget,
  type ThreatValue,
} from '@waxseal/core/threat'
import { ownerOf } from './address-owner.ts'
import { findAddresses } from './asked-addresses.ts'
import { type CheckContext, type CheckResolver, checkResolver } from './check.ts'
import { mailHosts } from './mail-hosts.ts'

/** The maximum number of the domain's own mail hosts to query. */
const hostsMax = 4

const unknownTargets = 'Some mail hosts and addresses of the domain could not be looked up, so no source checked them.'

/** The needed parts of a scan's context. */
export type ThreatCheckContext = Pick<
  CheckContext,
  'name' | 'organizationalDomain' | 'resolver' | 'confirming' | 'signal' | 'leftOut'
> & {
  /** The threat sources; empty: the check does not apply. */
  threat: readonly ThreatSource[]
}

/**
 * The opinions of threat sources about the domain, its own mail hosts, and its sending and receiving addresses. Each is
 * queried as soon as it is known. A failed source has no opinion; if all failed, the section did not run.
 */
export async function collectThreat(context: ThreatCheckContext): Promise<Section<ThreatValue>> {
  const { threat: sources, name, organizationalDomain, signal } = context
  const leftOut = context.leftOut?.threatSources ?? []
  const rest = leftOut.length === 0 ? {} : { leftOut }
  if (sources.length === 0)
    return { ran: true, value: { sources: [], opinions: [], ...rest }, evidence: [], gaps: [], notes: [] }
  const dns = checkResolver(context, (_, type) => type === 'MX' || type === 'TXT')
  const names = [...new Set([name, organizationalDomain])]
  const targets: readonly Promise<readonly ThreatTarget[]>[] = [
    Promise.resolve(names.map((each): ThreatTarget => ({ kind: 'domain', name: each }))),
    hostTargets(dns, name, organizationalDomain),
    addressTargets(dns, name, organizationalDomain),
  ]
  const answers = await Promise.all(
    sources.flatMap(source => targets.map(async some => askAll(source, await some, signal))),
  )
  const all = answers.flat()
  const value = {
    sources: sources.map(source => source.name),
    opinions: all.flatMap(({ opinions }) => opinions),
    ...rest,
  }
  const asked = onceEach(all.flatMap(answer => answer.evidence))
  const open = dns.gaps()
  const evidence = [...asked, ...dns.evidence().filter(({ id }) => open.some(gap => gap.evidence === id))]
  const failure = failureOf(value)
  if (failure !== null) return { ran: false, reason: failure, evidence }
  return { ran: true, value, evidence, gaps: [...gapsOf(value, asked), ...open], notes: notesOn(value, open) }
}

function askAll(
  source: ThreatSource,
  targets: readonly ThreatTarget[],
  signal: AbortSignal,
): Promise<readonly ThreatAnswer[]> {
  const known = targets.filter(({ kind }) => source.targets.includes(kind))
  return Promise.all(known.map(target => source.ask(target, signal)))
}

/** The mail hosts with the domain's own name. */
async function hostTargets(dns: CheckResolver, name: string, own: string): Promise<readonly ThreatTarget[]> {
  const mail = await mailHosts(dns, name)
  const exchangers = mail.kind === 'mx' ? mail.hosts : []
  const hosts = exchangers.flatMap(({ host, state }) => (state !== 'null' && isSubdomain(host, own) ? [host] : []))
  return [...new Set(hosts)].slice(0, hostsMax).map(host => ({ kind: 'host', name: host }))
}

/** The addresses that blocklists are queried about. */
async function addressTargets(dns: CheckResolver, name: string, own: string): Promise<readonly ThreatTarget[]> {
  const { chosen, aliases } = await findAddresses(dns, name, own)
  const owners = await Promise.all(chosen.map(found => ownerOf(dns, found, aliases, own)))
  return chosen.map(({ address }, at) => ({ kind: 'address', address, sharedBy: owners[at] ?? null }))
}

/** The pieces of evidence, each once: several sources can rest on the same query. */
export function onceEach(evidence: readonly Evidence[]): readonly Evidence[] {
  return [...new Map(evidence.map(piece => [piece.id, piece])).values()]
}

/** Why no source could be asked, a used-up quota first; null when one source answered. */
function failureOf({ opinions }: ThreatValue): FailureReason | null {
  if (opinions.some(({ says }) => says !== 'unknown')) return null
  const failures = opinions.flatMap(({ failure }) => failure ?? [])
  return failures.find(failure => failure === 'rate-limited') ?? failures[0] ?? null
}

/**
 * The queries of sources without an opinion: failed ones, and answers that cannot be trusted. The blocklist check
 * reports those of blocklists.
 */
function gapsOf({ opinions }: ThreatValue, evidence: readonly Evidence[]): readonly Gap[] {
  const gaps = opinions.flatMap(({ vendor, basis, failure, reason: because, evidence: ids }): readonly Gap[] => {
    if (failure === null || basis === 'blocklist') return []
    const asked = evidence.filter(({ id }) => ids.includes(id))
    const failed = asked.filter(({ outcome }) => outcome === 'failed')
    return (failed.length > 0 ? failed : asked).map(({ id, question, reason = failure }) => ({
      question,
      reason,
      evidence: id,
      // It answered, or it is no DNS server: the words about failed DNS lookups do not fit.
      ...((failed.length === 0 || basis === 'engine') && { words: `${vendor} ${because}` }),
    }))
  })
  return [...new Map(gaps.map(gap => [gap.evidence, gap])).values()]
}

function notesOn({ opinions }: ThreatValue, open: readonly Gap[]): readonly string[] {
  const targets = open.length === 0 ? [] : [unknownTargets]
  const silent = silentSources(opinions)
  // A source for addresses is not queried about a domain without any.
  const asked = new Set(opinions.map(({ source }) => source))
  if (silent.size === 0) return targets
  return [...targets, `${asked.size - silent.size} of ${asked.size} sources answered every query.`]
}
