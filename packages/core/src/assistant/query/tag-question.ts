import type { Context } from './context.ts'

/** A tag of DMARC is none of a domain. */
export function isAboutTags({ reading: { concepts, text, tags, forms }, own }: Context): boolean {
  if (forms.has('who') || concepts.has('activity') || /^ (?:please )?(?:bulk )?(?:tag|label) /.test(text)) return false
  if (/ (?:bulk tag|bulk label) /.test(text)) return false
  if (['deletedomain', 'rescan', 'publishit', 'sendit', 'scan'].some(id => concepts.has(id as 'scan'))) return false
  if (tags.length > 0 || forms.has('explain') || forms.has('write')) return false
  if (['dmarc', 'subdomain', 'pct', 'rua', 'ruf', 'align', 'test'].some(id => concepts.has(id as 'dmarc'))) return false
  return (
    concepts.has('all') ||
    own.length > 0 ||
    / (?:tagged|my tags|our tags|(?:do|did) (?:we|i) (?:have|use)|we use|i use|there) /.test(text)
  )
}

/** The word after "tag" or "tagged", or before it. */
export function tagIn({ reading, facts }: Context): string | null {
  const read = facts.account?.groups.domains
  const known = read?.known === true ? read.value.domains.items.flatMap(({ tags }) => tags) : []
  const words = reading.tokens.map(token => ('text' in token ? token.text : '')).join(' ')
  const named = [...new Set(known)].find(tag => ` ${words} `.includes(` ${tag.toLowerCase()} `))
  if (named !== undefined) return named
  return (
    / (?:tagged|tag|tags|label) (?:with |as |of )?(\S+) /
      .exec(reading.text)?.[1]
      ?.replace(/^(?:of|does|do|has|have|is)$/, '') || null
  )
}
