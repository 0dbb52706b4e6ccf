import { comparable, matchesPattern } from './name-pattern.ts'
import { type Provider, providers } from './providers.data.ts'

/** A provider as far as other checks need to name it. */
export interface ProviderName {
  id: string
  name: string
}

const all: readonly Provider[] = providers

/** The provider whose mail host this is, by the longest form that matches; null when it is nobody's we know. */
export function providerOfHost(host: string): ProviderName | null {
  return longest(comparable(host), provider => provider.mx.suffixes)
}

/**
 * The provider behind a name that an SPF record includes: its own name first, then an older or a customer's form of it,
 * then any name below it, then the names of its mail hosts. Null when it is nobody's we know.
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

/** Of equally long forms the first provider's counts: the data lists whoever runs the host before who resells it. */
function longest(name: string, formsOf: (provider: Provider) => readonly string[]): ProviderName | null {
  let best: { provider: Provider; length: number } | null = null
  for (const provider of all) {
    for (const form of formsOf(provider)) {
      if (form.length > (best?.length ?? 0) && matchesPattern(name, form)) best = { provider, length: form.length }
    }
  }
  return best && { id: best.provider.id, name: best.provider.name }
}
