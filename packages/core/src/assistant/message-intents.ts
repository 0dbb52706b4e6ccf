import { messagePhrases } from './message-intents.data.ts'
import { hasAny, type Question } from './question.ts'
import { termsIn } from './term-in.ts'
import type { TermId } from './terms.data.ts'

/** What a question about a message asks for. */
export type MessageIntent =
  | { kind: Exclude<keyof typeof messagePhrases, 'act'> | 'unknown' | 'model' | 'hello' | 'thanks' | 'help' }
  | { kind: 'term'; term: TermId }

/** The longest question that is only a greeting or thanks, in words. */
const politeWords = 5

/** What a question about a message asks for. */
export function messageIntentOf(question: Question): MessageIntent {
  // "Is it phishing?" and "the threat score" are about the message.
  const [term, ...others] = termsIn(question).filter(id => id !== 'threat')
  // "Did it pass SPF, DKIM and DMARC?"
  if (term !== undefined) return others.length > 0 ? { kind: 'checks' } : { kind: 'term', term }
  if (hasAny(question, messagePhrases.model)) return { kind: 'model' }
  if (hasAny(question, messagePhrases.act)) return { kind: 'todo' }
  for (const kind of ['sender', 'path', 'todo', 'reasons', 'checks', 'verdict'] as const) {
    if (hasAny(question, messagePhrases[kind])) return { kind }
  }
  const isPolite = question.words.length <= politeWords
  for (const kind of ['help', 'thanks', 'hello'] as const) {
    if ((isPolite || kind === 'help') && hasAny(question, messagePhrases[kind])) return { kind }
  }
  return { kind: 'unknown' }
}
