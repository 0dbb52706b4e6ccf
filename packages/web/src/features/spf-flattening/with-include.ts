/**
 * A record that also includes these names, before the first term that decides for all others: what follows `all` is
 * never read (RFC 7208 section 5.1). Names that it already includes are left out.
 */
export function withIncludes(record: string, names: readonly string[]): string {
  const terms = record.trim() === '' ? ['v=spf1'] : record.trim().split(/\s+/)
  const there = new Set(terms.map(term => term.toLowerCase().replace(/^\+/, '')))
  const added = names.map(name => `include:${name}`).filter(term => !there.has(term))
  const end = terms.findIndex(term => /^([-+~?]?all$|redirect=|exp=)/i.test(term))
  return (end === -1 ? [...terms, ...added] : terms.toSpliced(end, 0, ...added)).join(' ')
}
