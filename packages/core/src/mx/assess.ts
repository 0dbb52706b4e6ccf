import { type Evidence, type Gap, listed, type Question, restsOn } from '../check/index.ts'
import { breaksAllOf, byBrokenZone, isOwnMachine, isReachableAddress } from '../dns/index.ts'
import { type DeadAlias, type MxFinding, type MxRepair, mxFinding } from './findings.data.ts'
import type { MxHost, MxValue } from './value.ts'

export interface MxContext {
  /** As A-labels. */
  domain: string
  /** The section's evidence. */
  evidence: readonly Evidence[]
  /** The section's failed queries. */
  gaps: readonly Gap[]
  /** The domain declares that it neither sends nor receives mail; null: unknown, then no finding rests on it. */
  nonMail: boolean | null
  /** The domain's SPF record names its MX hosts as senders. */
  inSpf?: boolean
}

/** The maximum number of host names in a sentence. */
const mostNamed = 5

/**
 * Judges the value of the MX check. A host whose lookup failed gives no finding, nor does a private address beside a
 * possible public one. If mail can reach no host, there is one finding, not one per host; an unresolvable alias counts as
 * unresolvable, and so do a host without any address that senders reach and one that senders which validate DNSSEC cannot resolve.
 * A zone with broken DNSSEC is one finding, not one per host.
 */
export function assessMx(value: MxValue, context: MxContext): readonly MxFinding[] {
  const { domain, evidence } = context
  if (value.hosts.length === 0) return withoutMx(value, context)
  const hosts = uniqueHosts(value.hosts)
  const findings: MxFinding[] = []
  const real = hosts.filter(({ state }) => state !== 'null')
  if (real.length < hosts.length && real.length > 0)
    findings.push(mxFinding('null_mx_mixed', { domain }, restsOn(evidence, mxQuestion(domain))))

  const about = (...hosts: readonly MxHost[]) => restsOn(evidence, mxQuestion(domain), ...hosts.flatMap(hostQuestions))
  const unresolvable = real.filter(({ state }) => state === 'unresolvable')
  const bogus = real.filter(isBogusElsewhere(domain))
  const isPrivate = ({ state, host }: MxHost) =>
    isPrivateLiteral({ state, host }) ||
    (state === 'private' && !context.gaps.some(({ question }) => question.name === host))
  const out = real.filter(host => unresolvable.includes(host) || bogus.includes(host) || isPrivate(host))
  const reachesNone = out.length > 0 && out.length === real.length
  if (reachesNone) {
    const hosts = named(out)
    const zones = byBrokenZone(bogus, host => host.bogus).slice(0, mostNamed)
    const broken = zones.map(zone => ({ ...zone.broken, hosts: named(zone.items) }))
    const lost = out.filter(host => !bogus.includes(host))
    const gone = lost.length === 0 ? {} : { gone: named(lost) }
    const inside = real
      .filter(isPrivate)
      .flatMap(({ host, state, addresses }) => (state === 'private' ? addresses : [host]))
    const privates = inside.length === 0 ? {} : { domain, privates: listed(inside, mostNamed) }
    const known = { ...repairsOf(domain, unresolvable), ...aliasesOf(unresolvable), ...privates }
    const why = broken.length === 0 ? known : { ...known, domain, broken, ...gone }
    findings.push(mxFinding('mx_all_unresolvable', { hosts, ...why }, about(...out)))
  } else {
    for (const host of unresolvable) {
      const facts = { host: host.host, ...repairsOf(domain, [host]), ...aliasesOf([host]) }
      findings.push(mxFinding('mx_some_unresolvable', facts, about(host)))
    }
    for (const { broken, items } of byBrokenZone(bogus, host => host.bogus)) {
      const facts = { hosts: named(items), domain, broken, inSpf: context.inSpf ?? false }
      findings.push(mxFinding('mx_bogus', facts, about(...items)))
    }
  }
  for (const host of real) {
    const facts = { host: host.host, domain, preference: host.preference }
    if (host.state === 'ip-literal' && !(reachesNone && isPrivateLiteral(host)))
      findings.push(mxFinding('mx_ip_literal', facts, restsOn(evidence, mxQuestion(domain))))
    if (host.state === 'private' && isPrivate(host) && !reachesNone) {
      const address = listed(host.addresses, mostNamed)
      findings.push(mxFinding('mx_private_address', { host: host.host, address }, about(host)))
    }
    const unreachable = host.state === 'resolved' ? host.addresses.filter(address => !isReachableAddress(address)) : []
    if (unreachable.length > 0 && !reachesNone) {
      const own = unreachable.filter(isOwnMachine)
      const which = {
        host: host.host,
        addresses: listed(unreachable, mostNamed),
        loops: own.length > 0,
        ...(own.length > 0 && own.length < unreachable.length && { own: listed(own, mostNamed) }),
      }
      findings.push(mxFinding('mx_unreachable_address', which, about(host)))
    }
    if (host.alias !== null && host.state !== 'unresolvable')
      findings.push(mxFinding('mx_cname', { ...facts, target: host.alias }, about(host)))
  }
  return findings
}

/**
 * Whether the section shows where mail to the domain goes: false while there is no MX, no address of the domain that
 * senders reach, and a lookup of such an address failed.
 */
export function isMxSettled(value: MxValue, domain: string, gaps: readonly Gap[]): boolean {
  if (value.hosts.length > 0 || (value.implicit ?? []).some(isReachableAddress)) return true
  return !gaps.some(({ question: { name, type } }) => name === domain && (type === 'A' || type === 'AAAA'))
}

function withoutMx(value: MxValue, { domain, evidence, gaps, nonMail }: MxContext): readonly MxFinding[] {
  const facts = { domain }
  const rests = restsOn(evidence, mxQuestion(domain), ...addressQuestions(domain))
  if (nonMail === null) return []
  if (nonMail) return [mxFinding('nonmail_no_null_mx', facts, rests)]
  const own = value.implicit ?? []
  if (own.some(isReachableAddress)) return [mxFinding('mx_implicit', facts, rests)]
  if (!isMxSettled(value, domain, gaps)) return []
  const unreachable = own.length === 0 ? {} : { unreachable: listed(own, mostNamed) }
  return [mxFinding('mx_missing', { ...facts, ...unreachable }, rests)]
}

/** An MX that names an address which no server of the internet reaches, even one that takes the name for an address. */
function isPrivateLiteral({ state, host }: Pick<MxHost, 'state' | 'host'>): boolean {
  return state === 'ip-literal' && !isReachableAddress(host)
}

/** A host that validating senders cannot resolve. Where the domain's own zone is the reason, the DNS check says so. */
function isBogusElsewhere(domain: string): (host: MxHost) => boolean {
  return ({ bogus }) => bogus !== undefined && !breaksAllOf(domain, bogus)
}

function named(hosts: readonly MxHost[]): string {
  return listed(
    hosts.map(({ host }) => host),
    mostNamed,
  )
}

/** A host named twice, with two preferences, is one host. */
function uniqueHosts(hosts: readonly MxHost[]): readonly MxHost[] {
  return [...new Map(hosts.map(host => [host.host, host])).values()]
}

/** The exchanges that are doubled names, and the hosts they mean. */
function repairsOf(domain: string, hosts: readonly MxHost[]): { domain?: string; repairs?: readonly MxRepair[] } {
  const repairs = hosts.flatMap(({ preference, host, meant }) => {
    return meant === undefined ? [] : [{ preference, host, meant }]
  })
  return repairs.length === 0 ? {} : { domain, repairs: repairs.slice(0, mostNamed) }
}

/** The exchanges that are aliases of names without an address: such a name can have no address beside its CNAME. */
function aliasesOf(hosts: readonly MxHost[]): { aliases?: readonly DeadAlias[] } {
  const aliases = hosts.flatMap(({ host, alias }) => (alias === null ? [] : [{ host, target: alias }]))
  return aliases.length === 0 ? {} : { aliases: aliases.slice(0, mostNamed) }
}

function hostQuestions({ host, meant }: MxHost): readonly Question[] {
  return [host, ...(meant === undefined ? [] : [meant])].flatMap(addressQuestions)
}

function mxQuestion(domain: string): Question {
  return { name: domain, type: 'MX' }
}

function addressQuestions(name: string): readonly Question[] {
  return [
    { name, type: 'A' },
    { name, type: 'AAAA' },
  ]
}
