import { comparable, matchesPattern } from './name-pattern.ts'
import { hostedSuffixes, type ProviderZone, providerZones } from './provider-names.data.ts'
import { type Provider, providers } from './providers.data.ts'

/** The name of a provider, for other checks. */
export interface ProviderName {
  id: string
  name: string
}

const all: readonly Provider[] = providers

/** The provider of a mail host, by the longest matching pattern; null when unknown. */
export function providerOfHost(host: string): ProviderName | null {
  return longest(comparable(host), provider => provider.mx.suffixes)
}

/**
 * The provider of a name in an SPF include: by its current name first, then an older or a customer-specific one, then
 * any name below it, then the names of its mail hosts. Null when unknown.
 */
export function providerOfSpfInclude(name: string): ProviderName | null {
  const wanted = comparable(name)
  return (
    longest(wanted, includesOf) ??
    longest(wanted, provider => provider.spf.alternatives) ??
    longest(wanted, provider => includesOf(provider).map(include => `.${include}`)) ??
    providerOfHost(name)
  )
}

/** The provider in whose zone a customer's name is, and where records can be published at it; null: the name is no such. */
export function providerZoneOf(name: string): ProviderZone | null {
  return zones.find(({ pattern }) => matchesPattern(comparable(name), pattern)) ?? null
}

const hosted = Object.entries(hostedSuffixes).flatMap(([owner, suffixes]) =>
  suffixes.map((suffix): ProviderZone => ({ pattern: `.${suffix}`, owner, panel: null })),
)
const zones = [...providerZones, ...hosted]

/** Every name that some customers of a provider include, the usual ones first, then those of other data centers. */
export function includesOf({ spf }: Provider): readonly string[] {
  return [...spf.includes, ...(spf.regions ?? []).flatMap(({ include }) => include ?? [])]
}

/**
 * The one name that a customer with this mail host includes; null when it differs by customer, or when none is known for
 * the data center that the host shows.
 */
export function includeAtHost({ spf }: Provider, host: string): string | null {
  const region = spf.regions?.find(({ mx }) => mx.some(form => matchesPattern(comparable(host), form)))
  if (region !== undefined) return region.include
  const [include = null, ...more] = spf.includes
  return more.length > 0 ? null : include
}

/** The first provider wins among equally long patterns: the data lists operators before resellers. */
function longest(name: string, formsOf: (provider: Provider) => readonly string[]): ProviderName | null {
  let best: { provider: Provider; length: number } | null = null
  for (const provider of all) {
    for (const form of formsOf(provider)) {
      if (form.length > (best?.length ?? 0) && matchesPattern(name, form)) best = { provider, length: form.length }
    }
  }
  return best && { id: best.provider.id, name: best.provider.name }
}
