import { comparable, matchesPattern } from './name-pattern.ts'
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
    longest(wanted, provider => provider.spf.includes) ??
    longest(wanted, provider => provider.spf.alternatives) ??
    longest(wanted, provider => provider.spf.includes.map(include => `.${include}`)) ??
    providerOfHost(name)
  )
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
