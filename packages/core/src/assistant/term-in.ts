import { hasAny, type Question } from './question.ts'
import { type TermId, terms } from './terms.data.ts'

/** The first term of the list that a text names; null: none. */
export function termIn(question: Question): TermId | null {
  return termsIn(question)[0] ?? null
}

/** The terms that a text names, in the order of the list. */
export function termsIn(question: Question): readonly TermId[] {
  const ids = Object.keys(terms) as readonly TermId[]
  return ids.filter(id => hasAny(question, terms[id].phrases))
}
