import { displayText } from '../dns/index.ts'

/** The maximum length of the description of a change. */
export const descriptionMax = 120
/** The maximum length of one name or record in a description. */
const itemMax = 60

/** A hostile name or text, safe and short enough for a sentence. */
export function shown(text: string, max = itemMax): string {
  return displayText(text, max)
}

/** `a, b and 3 more` */
export function listed(items: readonly string[], most = 2): string {
  const names = items.slice(0, most).map(item => shown(item))
  const more = items.length - names.length
  if (more > 0) return `${names.join(', ')} and ${more} more`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')
}

/**
 * A subject with its facts: the first one, two where both fit, and how many there are beyond. `SPF no longer includes
 * a.example and now includes b.example`.
 */
export function sentence(subject: string, facts: readonly { text: string }[]): string {
  const [first = 'changed', second, ...others] = facts.map(({ text }) => text)
  if (second === undefined) return `${subject} ${first}`
  const both = `${subject} ${first}${first.includes(' and ') ? ',' : ''} and ${second}`
  if (others.length === 0 && both.length <= descriptionMax) return both
  const more = others.length + 1
  return `${subject} ${first}, and ${more} more ${more === 1 ? 'change' : 'changes'}`
}

/** The members of two sets that only one of them has. */
export function differenceOf(
  before: readonly string[],
  after: readonly string[],
): { added: readonly string[]; removed: readonly string[] } {
  const old = new Set(before)
  const now = new Set(after)
  return { added: after.filter(value => !old.has(value)), removed: before.filter(value => !now.has(value)) }
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many
}

/** `Both` or `All 3`, of several things. */
export function allOf(count: number): string {
  return count === 2 ? 'Both' : `All ${count}`
}
