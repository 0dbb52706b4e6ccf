import { readQuestion } from './question.ts'
import { termIn } from './term-in.ts'
import { type Term, terms } from './terms.data.ts'

/** What a term means, for a language model that asks; an unknown one gets the list of terms. */
export function explainTerm(text: string): Omit<Term, 'phrases'> | { unknown: true; terms: readonly string[] } {
  const id = termIn(readQuestion(text))
  if (id === null) return { unknown: true, terms: Object.values(terms).map(({ title }) => title) }
  const { title, what, why, clause } = terms[id]
  return { title, what, why, clause }
}
