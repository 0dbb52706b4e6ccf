import { type Provider, providerOfHost, providers } from '../providers/index.ts'
import { spfServices } from './mail-services.ts'
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
  if (first === null || others.some(id => id !== null && id !== first)) return null
  const provider: Provider | undefined = providers.find(({ id }) => id === first)
  return provider?.mx.role === 'mailbox' ? customersInclude(provider) : null
}

/** A provider behind a mail host that may only receive, with the include of the customers who send through it; else null. */
export function relayAmong(hosts: readonly string[]): NamedService | null {
  const id = hosts.map(host => providerOfHost(host)?.id).find(each => each !== undefined)
  const provider: Provider | undefined = providers.find(each => each.id === id)
  return provider === undefined ? null : customersInclude(provider)
}

/** null: its customers include nothing, or each one another name. */
function customersInclude({ name, spf }: Provider): NamedService | null {
  const { includes, apexIncludeNeeded, mechanism } = spf
  const [include, ...more] = includes
  if (include === undefined || more.length > 0 || !apexIncludeNeeded || mechanism !== 'include') return null
  return { name, include }
}

/** The name of a known provider among mail hosts; its customers send from other servers than these. */
export function providerAmong(hosts: readonly string[]): string | null {
  for (const host of hosts) {
    const name = providerOfHost(host)?.name
    if (name !== undefined) return name
  }
  return null
}

/** Own includes of services that send with a return-path domain of their own, so that the include only costs lookups. */
export function unneededIncludes({ root }: SpfTree): string[] {
  const unneeded = new Set(spfServices.filter(({ needed }) => !needed).flatMap(({ includes }) => includes))
  return root.terms.flatMap(({ kind, text, child }) =>
    kind === 'include' && child !== null && unneeded.has(child.domain) ? [text] : [],
  )
}
