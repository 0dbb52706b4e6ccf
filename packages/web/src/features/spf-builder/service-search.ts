import type { SpfService } from '@waxseal/core/spf'

/** The services whose name or include contains each of the words, in any case. */
export function matching(services: readonly SpfService[], search: string): readonly SpfService[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return services.filter(({ name, includes }) => {
    const text = `${name} ${includes.join(' ')}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}
