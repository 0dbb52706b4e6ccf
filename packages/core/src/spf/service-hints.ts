import { includeAtHost, includesOf, type Provider, providerOfHost, providers } from '../providers/index.ts'
import type { SpfTree } from './value.ts'

/** A service that sends the mail of its customers, and the one name that they include. */
export interface NamedService {
  name: string
  include: string
}

/**
 * The mailbox service behind the mail hosts of a domain, where it has one include for every customer; else null. It has the
 * preferred host, and no other host is that of another provider.
 *
 * @param hosts by preference
 */
export function serviceOfHosts(hosts: readonly string[]): NamedService | null {
  const [first = null, ...others] = hosts.map(host => providerOfHost(host)?.id ?? null)
  const [preferred] = hosts
  if (first === null || preferred === undefined || others.some(id => id !== null && id !== first)) return null
  const provider: Provider | undefined = providers.find(({ id }) => id === first)
  return provider?.mx.role === 'mailbox' ? customersInclude(provider, preferred) : null
}

/** A provider behind a mail host that may only receive, with the include of the customers who send through it; else null. */
export function relayAmong(hosts: readonly string[]): NamedService | null {
  for (const host of hosts) {
    const found = providerOfHost(host)?.id
    const provider: Provider | undefined = providers.find(({ id }) => id === found)
    if (provider !== undefined) return customersInclude(provider, host)
  }
  return null
}

/** null: its customers include nothing, or each one another name, or the name of the host's data center is not known. */
function customersInclude(provider: Provider, host: string): NamedService | null {
  const { apexIncludeNeeded, mechanism } = provider.spf
  const include = includeAtHost(provider, host)
  if (include === null || !apexIncludeNeeded || mechanism !== 'include') return null
  return { name: provider.name, include }
}

/** The name of a known provider among mail hosts; its customers send from other servers than these. */
export function providerAmong(hosts: readonly string[]): string | null {
  for (const host of hosts) {
    const name = providerOfHost(host)?.name
    if (name !== undefined) return name
  }
  return null
}

/** Also names that a service once told its customers to include: they cost the same lookups. */
const unneeded: ReadonlySet<string> = new Set(
  providers
    .filter(({ spf }) => !spf.apexIncludeNeeded)
    .flatMap((provider: Provider) => [...includesOf(provider), ...provider.spf.alternatives]),
)

/** Own includes of services that send with a return-path domain of their own, so that the include only costs lookups. */
export function unneededIncludes({ root }: SpfTree): string[] {
  return root.terms.flatMap(({ kind, text, child }) =>
    kind === 'include' && child !== null && unneeded.has(child.domain) ? [text] : [],
  )
}
