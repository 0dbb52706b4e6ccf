import { type Attribute, attributes } from '../attributes/index.ts'
import type { Concept } from '../reading/lexicon.data.ts'
import { type Reading, read } from '../reading/read.ts'
import type { Token } from '../reading/tokens.ts'
import type { Context } from './context.ts'
import { type Combination, combinationsOf, idsOf, matchOf } from './match.ts'

/** One of several conditions of a question, with the words that it is read from. */
export interface Condition {
  attribute: Attribute
  reading: Reading
}

/** Conditions in groups: one group must hold as a whole. "A and B, or C" is two groups. */
export interface Joint {
  groups: readonly (readonly Condition[])[]
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))
/** Words between two conditions. */
const dividing = set(
  'and or nor but plus while yet though although with without lack lacks lacking have has having that whose',
)
/** Of these, the words that belong to the condition after them. */
const kept = set('without lack lacks lacking')
/** Words after which "or" means that both are missing: "no A or B", "neither A nor B". */
const neither = / (?:no|neither|without|nor) /
/** Words after which a negation before them no longer counts: "no MX but SPF", "without MX and with SPF". */
const turning = set('but while yet though although plus with have has having')
/** What says nothing by itself. */
const frame: ReadonlySet<string> = new Set<Concept>(['domain', 'all', 'exist', 'only', 'without', 'record'])
/** Records and the like: "no SPF and DMARC" is without both. */
const things: ReadonlySet<string> = new Set<Concept>([
  ...(['spf', 'dkim', 'dmarc', 'mx', 'mtasts', 'tlsrpt', 'dane', 'dnssec', 'bimi', 'caa', 'rua', 'ruf'] as const),
  ...(['reverse', 'record', 'starttls', 'key', 'selector', 'nullmx', 'policy', 'exist', 'domain'] as const),
])
/** "DNSSEC that works": how a thing is, and no other condition. */
const states: ReadonlySet<string> = new Set<Concept>(['reachable', 'broken'])
/** With these a question is not about values. */
const others: readonly Concept[] = ['issue', 'secure', 'fix', 'risk', 'changed', 'dropped', 'attention', 'deliver']

const combinations: ReadonlyMap<Attribute, readonly Combination[]> = new Map(
  attributes.map(attribute => [attribute, combinationsOf(attribute.asks)]),
)

interface Segment {
  /** The word before it. */
  by: string
  reading: Reading
}

/** The conditions of a question that has several, about different attributes; null: it has not. `unreadable`: one of them is none. */
export function jointOf({
  reading,
  facts,
  own,
}: Pick<Context, 'reading' | 'facts' | 'own'>): Joint | 'unreadable' | null {
  const { forms } = reading
  if (['why', 'how', 'should', 'write', 'explain', 'when', 'where', 'compare'].some(form => forms.has(form as 'why')))
    return null
  if (own.some(({ below }) => below !== null)) return null
  if (reading.period !== null || reading.unknown.length > 0 || others.some(id => reading.concepts.has(id))) return null
  const segments = segmentsOf(reading.tokens, facts.now)
  if (segments.length < 2) return null
  const groups: Condition[][] = [[]]
  let before = null as Reading | null
  for (const segment of segments) {
    const isNegated: boolean =
      before?.concepts.has('without') === true && !turning.has(segment.by) && isThing(segment.reading)
    const whole: Reading = isNegated ? withNot(segment.reading) : segment.reading
    const attribute = attributeFor(whole)
    // "A permerror" alone is a condition of the record before it.
    if (attribute === null) return reading.concepts.has('broken') ? null : 'unreadable'
    const isOr = segment.by === 'or' && !(isNegated && neither.test(before?.text ?? ''))
    if (isOr) groups.push([])
    groups.at(-1)?.push({ attribute, reading: whole })
    before = isNegated ? { ...whole, text: `${before?.text ?? ''}${whole.text}` } : whole
  }
  const ids = new Set(groups.flat().map(({ attribute }) => attribute.id))
  return ids.size < 2 && !isContrast(groups.flat()) ? null : { groups }
}

/** "Quarantine but not reject": two conditions about one value. */
function isContrast(all: readonly Condition[]): boolean {
  const negated = all.filter(({ reading }) => reading.concepts.has('without'))
  return all.every(({ reading }) => reading.policies.length > 0) && negated.length > 0 && negated.length < all.length
}

function segmentsOf(tokens: readonly Token[], now: string): readonly Segment[] {
  const found: Segment[] = []
  let by = ''
  let words: string[] = []
  const end = (next: string) => {
    const reading = read(words.join(' '), now)
    if (!isContent(reading)) {
      // "Which domains have": it goes on.
      words = kept.has(next) ? [next] : words
      if (found.length === 0 || by === '' || turning.has(next)) by = next
      return
    }
    const last = found.at(-1)
    // "Send with Google": the name belongs to what is before it.
    if (by === 'with' && last !== undefined && isName(reading))
      found[found.length - 1] = { ...last, reading: read(`${wordsOf(last.reading)} ${words.join(' ')}`, now) }
    else if (by === 'that' && last !== undefined && [...reading.concepts].every(id => frame.has(id) || states.has(id)))
      found[found.length - 1] = { ...last, reading: read(`${wordsOf(last.reading)} ${words.join(' ')}`, now) }
    else found.push({ by, reading })
    by = next
    words = kept.has(next) ? [next] : []
  }
  for (const token of tokens) {
    const text = textOf(token)
    if (token.kind === 'word' && dividing.has(token.text)) end(token.text)
    else if (token.kind !== 'name') words.push(text)
  }
  end('')
  return found
}

function textOf(token: Token): string {
  switch (token.kind) {
    case 'tag':
      return `${token.key}=${token.value}`
    case 'ending':
      return `${token.qualifier}all`
    case 'number':
      return String(token.value)
    default:
      return token.text
  }
}

function isName({ concepts, services, addresses }: Reading): boolean {
  return services.length + addresses.length > 0 && [...concepts].every(id => frame.has(id))
}

const wordsOf = ({ tokens }: Reading): string => tokens.map(textOf).join(' ')

function isContent({ concepts, policies, ending, numbers, services, addresses }: Reading): boolean {
  if (policies.length > 0 || ending !== null || services.length > 0 || addresses.length > 0) return true
  return numbers.some(({ op }) => op !== 'is') || [...concepts].some(id => !frame.has(id))
}

function isThing({ concepts, policies, ending, numbers, forms }: Reading): boolean {
  if (policies.length > 0 || ending !== null || numbers.length > 0 || forms.size > 0) return false
  return concepts.size > 0 && [...concepts].every(id => things.has(id))
}

function withNot(reading: Reading): Reading {
  return { ...reading, concepts: new Set([...reading.concepts, 'without']) }
}

/** The attribute that a condition is about; null: none, or it has something that no attribute accounts for. */
function attributeFor(reading: Reading): Attribute | null {
  const ids = idsOf(reading)
  const isNumber = [...reading.concepts].every(id => frame.has(id)) && reading.numbers.some(({ op }) => op !== 'is')
  if (isNumber) return attributes.find(({ id }) => id === 'score') ?? null
  let best: { attribute: Attribute; depth: number } | null = null
  for (const attribute of attributes) {
    const takes = (attribute.takes ?? []) as readonly ('numbers' | 'words')[]
    const match = matchOf(
      combinations.get(attribute) ?? [],
      { ...(attribute.also !== undefined && { also: attribute.also }), takes },
      reading,
      ids,
    )
    if (match === null || match.left.length > 0) continue
    if (best === null || match.depth > best.depth) best = { attribute, depth: match.depth }
  }
  const hasObject = reading.services.length + reading.addresses.length + reading.labels.length > 0
  if (best === null || (hasObject && best.attribute.holds === undefined && best.attribute.meets === undefined))
    return null
  return best.attribute
}
