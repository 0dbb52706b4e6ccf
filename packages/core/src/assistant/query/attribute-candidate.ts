import type { Attribute } from '../attributes/index.ts'
import type { Context } from './context.ts'
import { type Combination, type Match, matchOf } from './match.ts'
import type { Resolved } from './resolve.ts'

/** A way to understand a question. */
export interface Candidate {
  match: Match
  resolved: Resolved
  /** A question of this kind in few words, for the buttons of a refusal. */
  says: string | null
}

/** What a question is if it is about an attribute; none: it is not. @param ids all that is in the question (`idsOf`) */
export function attributeCandidate(
  attribute: Attribute,
  context: Context,
  { ids, combinations }: { ids: ReadonlySet<string>; combinations: readonly Combination[] },
): readonly Candidate[] {
  const { reading, own } = context
  const { forms } = reading
  // Who is named must count for the answer.
  if (reading.services.length > 0 && attribute.meets === undefined && attribute.holds === undefined) return []
  const takes = (attribute.takes ?? []) as readonly ('numbers' | 'words')[]
  // "Where is DNSSEC on?" asks which domains have it.
  const asksWhich = own.length === 0 && whereOn.test(reading.text)
  const match = matchOf(
    combinations,
    { also: `${attribute.also ?? ''}${asksWhich ? ' where move' : ''}`, takes },
    reading,
    ids,
  )
  if (match === null) return []
  if (forms.has('why') || forms.has('write') || forms.has('should')) return []
  // How much mail is sent no record says.
  if (volume.test(reading.text)) return []
  // The state of another time is a question about changes.
  if (reading.period !== null) return []
  // "All below 70" is about scores; another number alone is about nothing.
  if (
    attribute.id === 'score' &&
    !reading.concepts.has('score') &&
    reading.numbers.some(({ op }) => op === 'is') &&
    !/ (?:at|got|reached|reach) (?:exactly |only |just )?\d{1,3} $/.test(reading.text)
  )
    return []
  // "How many domains" counts a list; "how many mails" is a number that the attribute must have.
  const countsDomains = reading.concepts.has('all') && own.length === 0
  if (forms.has('howmany') && !countsDomains && !attribute.asks.some(ask => ask.split(' ').includes('howmany')))
    return []
  for (const form of ['howoften', 'howlong', 'howold', 'where', 'how'] as const) {
    if (
      forms.has(form) &&
      !(form === 'where' && asksWhich) &&
      !attribute.asks.some(ask => ask.split(' ').includes(form))
    )
      return []
  }
  const isList = wantsList(context)
  const isMine = / (?:my|our) /.test(reading.text)
  if (own.length === 0 && !isList && !isMine && (forms.has('explain') || forms.has('what'))) return []
  const [first] = own
  const says =
    first === undefined ? `Show the ${attribute.name} of all domains` : `Show the ${attribute.name} of ${first.name}`
  const form =
    own.length > 1 && (forms.has('compare') || reading.concepts.has('stricter'))
      ? ('compare' as const)
      : own.length > 0
        ? ('one' as const)
        : isList && hasCondition(attribute, context)
          ? ('list' as const)
          : ('values' as const)
  if (own.length === 0 && !isList)
    return [{ match, resolved: { kind: 'which', ask: name => `Show the ${attribute.name} of ${name}` }, says }]
  return [{ match, resolved: { kind: 'attribute', attribute, form }, says }]
}

const volume = / (?:most|least|fewest|how much) (?:e?mails?|messages?) (?!servers? |hosts? )/

const whereOn =
  / where (?:is|are|do we have|does) .{1,40} (?:on|off|enabled|active|missing|published|in place|broken|absent) $/

/** "Which domains", "how many", "our": about all of them. "My SPF record" is one of several that it does not name. */
export function wantsList({ reading: { forms, concepts, text } }: Context): boolean {
  if (whereOn.test(text)) return true
  if (forms.has('which') || forms.has('howmany') || forms.has('who') || concepts.has('all')) return true
  return (
    concepts.has('blacklist') ||
    concepts.has('threat') ||
    / (?:our|we|us|anyone|these|those) /.test(text) ||
    anyOf.test(text)
  )
}

const anyOf = / any (?:certs?|certificates?|keys?|records?) /

/** "The scores of our domains" has none; every other question about several domains has: at least that there is a value. */
function hasCondition({ id }: Attribute, { reading: { concepts, numbers, forms, text } }: Context): boolean {
  if (numbers.length > 0 || concepts.has('without') || concepts.has('listname')) return true
  if (['score', 'band', 'issue-count', 'last-scan', 'ttl', 'name-servers', 'spf-lookups', 'spf-length'].includes(id))
    return / (?:excellent|fair|good|poor) /.test(text)
  return !(forms.has('what') && !forms.has('which'))
}
