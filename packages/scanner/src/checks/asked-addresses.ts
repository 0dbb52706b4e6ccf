import { addressesToAsk, type FoundAddress, type NamedNetwork } from '@waxseal/core/blacklist'
import { isSubdomain, normalName, textOf } from '@waxseal/core/dns'
import { parseSpf, printMacroString, type SpfTerm, selectSpf } from '@waxseal/core/spf'
import type { CheckResolver } from './check.ts'
import { mailHosts } from './mail-hosts.ts'

/** The addresses to query at blocklists, and where they were found. */
export interface FoundAddresses {
  chosen: readonly FoundAddress[]
  /** The number of further addresses that are not queried. */
  notAsked: number
  /** False: some lookups failed. */
  known: boolean
  /** The CNAME target of each mail exchanger. */
  aliases: ReadonlyMap<string, string>
}

/**
 * The addresses of the mail exchangers, and those that the domain's own SPF record names (`ip4:`, `ip6:`). Includes
 * belong to third parties; a redirect within the same organization belongs to the domain. The address of a website (an
 * A record without MX) is not queried.
 */
export async function findAddresses(
  dns: CheckResolver,
  name: string,
  organizationalDomain: string,
): Promise<FoundAddresses> {
  const [exchangers, spf] = await Promise.all([mailHosts(dns, name), spfNetworks(dns, name, organizationalDomain)])
  const hosts = exchangers.kind === 'mx' ? exchangers.hosts : []
  const { chosen, notAsked } = addressesToAsk(hosts, spf.networks)
  return {
    chosen,
    notAsked,
    known: spf.known && exchangers.kind !== 'failed' && hosts.every(({ state }) => state !== 'unchecked'),
    aliases: new Map(hosts.flatMap(({ host, alias }) => (alias === null ? [] : [[host, alias] as const]))),
  }
}

async function spfNetworks(
  dns: CheckResolver,
  name: string,
  organizationalDomain: string,
): Promise<{ networks: readonly NamedNetwork[]; known: boolean }> {
  const terms = await spfTerms(dns, name)
  if (terms === null) return { networks: [], known: false }
  const networks = networksOf(terms)
  const redirect = terms.find(term => term.kind === 'redirect')
  const target = redirect === undefined ? null : normalName(printMacroString(redirect.domain))
  const isOwn = target !== null && target !== name && isSubdomain(target, organizationalDomain)
  if (!isOwn || terms.some(({ kind }) => kind === 'all')) return { networks, known: true }
  const further = await spfTerms(dns, target)
  return { networks: [...networks, ...networksOf(further ?? [])], known: further !== null }
}

/** The terms of the one SPF record at a name; empty without a record, or with several. Null: the lookup failed. */
async function spfTerms(dns: CheckResolver, name: string): Promise<readonly SpfTerm[] | null> {
  const answer = await dns.query(name, 'TXT')
  if (answer.kind === 'failed') return null
  const { records } = selectSpf(answer.kind === 'records' ? answer.records.map(textOf) : [])
  const [record, second] = records
  return record === undefined || second !== undefined ? [] : parseSpf(record).terms.map(({ term }) => term)
}

function networksOf(terms: readonly SpfTerm[]): readonly NamedNetwork[] {
  return terms.flatMap(term =>
    (term.kind === 'ip4' || term.kind === 'ip6') && term.qualifier === '+'
      ? [{ address: term.address, prefix: term.prefix }]
      : [],
  )
}
