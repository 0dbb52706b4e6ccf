import type { Concept, Form } from '../reading/lexicon.data.ts'
import type { Reading } from '../reading/read.ts'

/** Parts of a question beside its words that it can be about. */
export type Part = 'policies' | 'services' | 'addresses' | 'ending' | 'numbers' | 'labels' | 'tags' | 'terms' | 'emails'

/** What a question about a subject has in it. */
export interface Asked {
  /** Concepts, forms and parts in combinations; `|` divides those of which one is enough. */
  asks: readonly string[]
  /** Concepts that it can also have without being another question. */
  also?: string
  takes?: readonly (Part | 'words' | 'names')[]
}

/** How well a question fits a subject. */
export interface Match {
  /** The words, names and numbers of the question that the subject does not account for. */
  left: readonly string[]
  /** How many concepts of the question the subject asks for. */
  depth: number
}

/** Concepts that nearly every question about a domain has. */
const frame: readonly Concept[] = ['domain', 'all', 'exist', 'only', 'without']

const forms: ReadonlySet<string> = new Set<Form>([
  'which',
  'howmany',
  'list',
  'what',
  'how',
  'given',
  'why',
  'when',
  'who',
  'where',
  'is',
  'compare',
  'write',
  'explain',
  'should',
  'howlong',
  'howold',
  'howoften',
])

/** Forms that ask for something of their own: an answer that does not give it is none. */
const strict: ReadonlySet<string> = new Set<Form>(['when', 'howoften', 'howlong', 'howold', 'where', 'who'])

/** What the question has of each part. */
function partsOf(reading: Reading): Readonly<Record<Part, readonly string[]>> {
  const { policies, services, addresses, ending, numbers, labels, tags, terms, emails } = reading
  return {
    policies,
    services: services.map(({ name }) => name),
    addresses,
    ending: ending === null ? [] : [`${ending}all`],
    numbers: numbers.map(({ value }) => String(value)),
    labels,
    tags: tags.filter(({ key }) => key !== 'p' && key !== 'sp').map(({ key, value }) => `${key}=${value}`),
    terms,
    emails,
  }
}

/** All ids that are in a question. */
export function idsOf(reading: Reading): ReadonlySet<string> {
  const parts = Object.entries(partsOf(reading)).flatMap(([part, values]) => (values.length > 0 ? [part] : []))
  const named = reading.names.length > 0 ? ['named'] : []
  return new Set<string>([...reading.concepts, ...reading.forms, ...parts, ...named])
}

/** One combination of `asks`, taken apart. */
export interface Combination {
  /** Of each of these one is enough. */
  wanted: readonly (readonly string[])[]
  depth: number
  /** All of them. */
  ids: readonly string[]
}

/** The combinations of a subject, which are the same for every question. */
export function combinationsOf(asks: readonly string[]): readonly Combination[] {
  return asks.map(ask => {
    const wanted = ask.split(' ').map(each => each.split('|'))
    // A form that the combination names counts less than a thing.
    const depth = wanted.reduce((sum, any) => sum + (any.every(id => forms.has(id)) ? 0.25 : 1), 0)
    return { wanted, depth, ids: wanted.flat() }
  })
}

/** How a question fits a subject; null: it is not about it. The best combination counts. */
export function matchOf(
  combinations: readonly Combination[],
  { also = '', takes = [] }: Omit<Asked, 'asks'>,
  reading: Reading,
  ids = idsOf(reading),
): Match | null {
  let best: Match | null = null
  const beside = also.split(' ')
  for (const { wanted, depth, ids: own } of combinations) {
    if (!wanted.every(any => any.some(id => ids.has(id)))) continue
    const covered = new Set<string>([...frame, ...own, ...beside])
    const isOpen = beside.includes('*')
    const left = leftOf(reading, covered, new Set<string>([...takes, ...own]), isOpen)
    if (best === null || left.length < best.left.length || (left.length === best.left.length && depth > best.depth))
      best = { left, depth }
  }
  return best
}

function leftOf(
  reading: Reading,
  covered: ReadonlySet<string>,
  taken: ReadonlySet<string>,
  isOpen: boolean,
): readonly string[] {
  const words = reading.found
    .filter(
      ({ concepts, forms: own }) =>
        !isOpen && !own.some(id => !strict.has(id) || covered.has(id)) && !concepts.some(id => covered.has(id)),
    )
    .map(({ text }) => text)
  const parts = Object.entries(partsOf(reading)).flatMap(([part, values]) => (taken.has(part) ? [] : values))
  return [...words, ...parts, ...(taken.has('words') ? [] : reading.unknown)]
}
