import type { CatalogueService } from './service-catalogue.ts'

/** The regions of data centers, as people call them, by how the catalogue names them. */
const regionWords: readonly (readonly [named: RegExp, words: ReadonlySet<string>])[] = [
  [/^(?:EU|Europe)$/, new Set(['eu', 'europe', 'european', 'germany', 'france', 'netherlands'])],
  [/^India$/, new Set(['india', 'indian'])],
  [/China/, new Set(['china', 'chinese', '21vianet'])],
  [/GCC High/, new Set(['gcc', 'dod'])],
]

/** A service as the customers of the region have it that a question names, with the words that name it; null: it names none. */
export function inRegion(
  service: CatalogueService,
  words: readonly string[],
): { service: CatalogueService; words: readonly string[] } | null {
  const { provider, name } = service
  if (provider === null) return null
  for (const region of provider.spf.regions ?? []) {
    const known = regionWords.find(([named]) => named.test(region.name))?.[1]
    const used = words.filter(word => known?.has(word) === true)
    if (used.length === 0 || region.include === null) continue
    const { regions: _, ...spf } = provider.spf
    const mx = { ...provider.mx, suffixes: provider.mx.suffixes.filter(each => region.mx.includes(each)) }
    return {
      service: {
        ...service,
        name: `${name} (${region.name})`,
        provider: { ...provider, mx, spf: { ...spf, includes: [region.include] } },
      },
      words: used,
    }
  }
  return null
}
