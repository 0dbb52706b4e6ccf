import { deliveryConcepts } from './concepts-delivery.data.ts'
import { policyConcepts } from './concepts-policy.data.ts'
import { protocolConcepts } from './concepts-protocol.data.ts'

/** "two hours", "ten minutes": the two is no second record. */
const amounts = ['two', 'three', 'four', 'several', 'many', 'both', 'few']
  .flatMap(number =>
    ['minutes', 'hours', 'days', 'weeks', 'months', 'years', 'times', 'people', 'customers', 'of us'].map(
      unit => `${number} ${unit}`,
    ),
  )
  .join('|')

const phrases = { ...protocolConcepts, ...policyConcepts, ...deliveryConcepts, amount: amounts } as const

/** Something that a question can be about. */
export type ConceptId =
  | keyof typeof phrases
  | 'qualifier-minus'
  | 'qualifier-tilde'
  | 'qualifier-question'
  | 'qualifier-plus'

/** A phrase of one or more words, with the concepts that it means. */
export interface Phrase {
  words: readonly string[]
  concepts: readonly ConceptId[]
}

/** All phrases by their first word, the longest first. */
export const phrasesByWord: ReadonlyMap<string, readonly Phrase[]> = indexOf()

function indexOf(): ReadonlyMap<string, readonly Phrase[]> {
  const concepts = new Map<string, ConceptId[]>()
  for (const [id, texts] of Object.entries(phrases)) {
    for (const text of texts.split('|')) concepts.set(text, [...(concepts.get(text) ?? []), id as ConceptId])
  }
  const index = new Map<string, Phrase[]>()
  for (const [text, ids] of concepts) {
    const words = text.split(' ')
    const [first = ''] = words
    index.set(first, [...(index.get(first) ?? []), { words, concepts: ids }])
  }
  for (const each of index.values()) each.sort((one, other) => other.words.length - one.words.length)
  return index
}
