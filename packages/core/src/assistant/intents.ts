import type { FindingFacts } from './facts.ts'
import { intentPhrases, messagePhrases } from './intents.data.ts'
import { hasAny, type Question } from './question.ts'
import { type TermId, terms } from './terms.data.ts'

/** What is asked about a term. */
export type Wants = 'explain' | 'why' | 'fix' | 'record' | 'status'

/** What a question asks for. */
export type Intent =
  | { kind: 'model' | 'hello' | 'thanks' | 'help' | 'changes' | 'deliverability' | 'secure' | 'fixes' | 'unknown' }
  /** `term`: only domains with a problem of it; null: any. */
  | { kind: 'attention'; term: TermId | null }
  | { kind: 'finding'; finding: FindingFacts }
  | { kind: 'term'; term: TermId; wants: Wants }

/** What a question about a message asks for. */
export type MessageIntent =
  | { kind: keyof typeof messagePhrases | 'unknown' | 'model' | 'hello' | 'thanks' | 'help' }
  | { kind: 'term'; term: TermId }

/** The longest question that is only a greeting or thanks, in words. */
const politeWords = 5

/**
 * What a question asks for. English only.
 *
 * @param findings the findings that a question can name
 * @param previous the question before, for "How do I fix it?"; null: none
 */
export function intentOf(
  question: Question,
  { findings, previous }: { findings: readonly FindingFacts[]; previous: Question | null },
): Intent {
  const asks = (...kinds: readonly (keyof typeof intentPhrases)[]) =>
    kinds.some(kind => hasAny(question, intentPhrases[kind]))
  const finding = findingIn(question, findings)
  if (finding !== null) return { kind: 'finding', finding }
  const own = termIn(question)
  if (own === null && asks('model')) return { kind: 'model' }
  if (asks('attention')) return { kind: 'attention', term: own }
  if (asks('changes') || (asks('score') && asks('changed'))) return { kind: 'changes' }
  const refers = own === null && previous !== null && asks('it') && asks('fix', 'why', 'explain', 'record')
  const term = refers ? termIn(previous) : own
  if (term !== null) return { kind: 'term', term, wants: wantsOf(question, term) }
  if (asks('deliverability')) return { kind: 'deliverability' }
  if (asks('fix')) return { kind: 'fixes' }
  if (asks('secure')) return { kind: 'secure' }
  if (asks('help')) return { kind: 'help' }
  if (question.words.length <= politeWords && asks('thanks')) return { kind: 'thanks' }
  if (question.words.length <= politeWords && asks('hello')) return { kind: 'hello' }
  return { kind: 'unknown' }
}

/** What a question about a message asks for. */
export function messageIntentOf(question: Question): MessageIntent {
  // "Is it phishing?" and "the threat score" are about the message.
  const [term, ...others] = termsIn(question).filter(id => id !== 'threat')
  // "Did it pass SPF, DKIM and DMARC?"
  if (term !== undefined) return others.length > 0 ? { kind: 'checks' } : { kind: 'term', term }
  if (hasAny(question, intentPhrases.model)) return { kind: 'model' }
  for (const kind of ['sender', 'path', 'todo', 'reasons', 'checks', 'verdict'] as const) {
    if (hasAny(question, messagePhrases[kind])) return { kind }
  }
  const isPolite = question.words.length <= politeWords
  for (const kind of ['help', 'thanks', 'hello'] as const) {
    if ((isPolite || kind === 'help') && hasAny(question, intentPhrases[kind])) return { kind }
  }
  return { kind: 'unknown' }
}

/** The first term of the list that the question names. */
export function termIn(question: Question): TermId | null {
  return termsIn(question)[0] ?? null
}

function termsIn(question: Question): readonly TermId[] {
  const ids = Object.keys(terms) as readonly TermId[]
  return ids.filter(id => hasAny(question, terms[id].phrases))
}

function wantsOf(question: Question, term: TermId): Wants {
  const asks = (kind: keyof typeof intentPhrases) => hasAny(question, intentPhrases[kind])
  const isWhy = question.words[0] === 'why'
  if (asks('fix') && !isWhy) return 'fix'
  if (asks('why')) return 'why'
  if (asks('record') && asks('own') && !hasAny(question, ['explain', 'mean', 'means', 'meaning'])) return 'record'
  if (asks('explain') && question.words[0] !== 'check') return 'explain'
  return asks('status') || term === 'blocklists' ? 'status' : 'explain'
}

/** A finding that the question names by its id, or by its title or reason word for word. The longest name wins. */
function findingIn({ text }: Question, findings: readonly FindingFacts[]): FindingFacts | null {
  let found: FindingFacts | null = null
  let length = 0
  for (const finding of findings) {
    for (const name of [finding.id, finding.reason, finding.title]) {
      const words = plainWords(name)
      // A title of one word, as a term is, names no finding.
      if (words.length > length && words.trim().includes(' ') && text.includes(words)) {
        found = finding
        length = words.length
      }
    }
  }
  return found
}

/** A name as a question has it: ` spf ends in all `. */
function plainWords(name: string): string {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return ` ${words.filter(word => word !== '').join(' ')} `
}
