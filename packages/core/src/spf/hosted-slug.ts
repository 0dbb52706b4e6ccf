/** RFC 1035 section 2.3.4: the maximum length of a label. */
const labelMax = 63

/**
 * The slug of a domain as the specification derives it: lower case, dots as hyphens, other characters left out. `domain`
 * as A-labels: names of other scripts would lose most of their characters.
 */
export function slugOf(domain: string): string {
  return domain
    .toLowerCase()
    .replaceAll('.', '-')
    .replace(/[^a-z0-9-]/g, '')
}

/**
 * The label of a hosted record: the slug and an ending, at most 63 characters. Different domains may have one slug
 * (`a.b.com` and `a-b.com`), so the ending makes the label unique.
 *
 * @param ending random letters and digits
 */
export function hostedLabel(domain: string, ending: string): string {
  let slug = slugOf(domain).slice(0, labelMax - 1 - ending.length)
  // A label neither begins nor ends with a hyphen (RFC 1123 section 2.1).
  while (slug.startsWith('-')) slug = slug.slice(1)
  while (slug.endsWith('-')) slug = slug.slice(0, -1)
  return slug === '' ? ending : `${slug}-${ending}`
}
