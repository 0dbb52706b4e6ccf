import type { Question } from '../question.ts'
import { type ConceptId, phrasesByWord } from './concepts.ts'
import { functionWords, sceneryWords } from './words.data.ts'

/** A phrase of a concept in a question: the places of its words. */
interface Found {
  from: number
  to: number
  concepts: readonly ConceptId[]
}

/** What a question is about, as far as its words say. */
export interface ReadConcepts {
  concepts: ReadonlySet<ConceptId>
  /**
   * The places of the words that some concepts account for, together with the words that carry no meaning of their own. Where
   * such words together are a phrase of another concept, as in "how often", they are not accounted for.
   */
  accountedBy: (concepts: ReadonlySet<ConceptId>) => readonly boolean[]
}

const endings = {
  '-': 'qualifier-minus',
  '~': 'qualifier-tilde',
  '?': 'qualifier-question',
  '+': 'qualifier-plus',
} as const

const plainWords: ReadonlySet<string> = new Set([...functionWords, ...sceneryWords])

/** A word without a meaning of its own here; a number alone is an amount. */
function isPlainWord(word: string): boolean {
  return plainWords.has(word) || /^\d{1,9}$/.test(word)
}

/** Reads the concepts of a question. Domain names and addresses in it carry none. */
export function readConcepts(question: Question): ReadConcepts {
  const { words, ending } = question
  const isName = namePlaces(question)
  const found = words.flatMap((word, at) => (isName[at] === true ? [] : phrasesAt(words, word, at)))
  const concepts = new Set(found.flatMap(each => each.concepts))
  if (ending !== null) concepts.add(endings[ending])
  return {
    concepts,
    accountedBy: wanted => {
      const own = new Set<number>()
      const foreign = new Set<number>()
      for (const { from, to, concepts: ids } of found) {
        const isOwn = ids.some(id => wanted.has(id))
        if (!isOwn && !words.slice(from, to).every(isPlainWord)) continue
        for (let at = from; at < to; at += 1) (isOwn ? own : foreign).add(at)
      }
      return words.map((word, at) => isName[at] === true || own.has(at) || (isPlainWord(word) && !foreign.has(at)))
    },
  }
}

function phrasesAt(words: readonly string[], word: string, at: number): readonly Found[] {
  const phrases = phrasesByWord.get(word) ?? []
  return phrases
    .filter(phrase => phrase.words.every((each, next) => words[at + next] === each))
    .map(({ words: { length }, concepts }) => ({ from: at, to: at + length, concepts }))
}

/** Which words belong to a domain name or an address: `mx1.example.com` is three of them. */
function namePlaces({ words, names, addresses }: Question): readonly boolean[] {
  const isName = words.map(() => false)
  for (const name of [...names, ...addresses]) {
    const parts = name.split(/[.:-]/).filter(part => part !== '')
    for (let at = 0; parts.length > 0 && at + parts.length <= words.length; at += 1) {
      if (parts.every((part, next) => words[at + next] === part)) isName.fill(true, at, at + parts.length)
    }
  }
  return isName
}
