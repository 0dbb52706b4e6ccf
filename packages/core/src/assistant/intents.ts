import type { FindingFacts } from './facts.ts'
import { intentPhrases, messagePhrases } from './intents.data.ts'
import { hasAny, type Question } from './question.ts'
import { type TermId, terms } from './terms.data.ts'

/** What is asked about a term. */
export type Wants = 'explain' | 'why' | 'fix' | 'record' | 'status'

/** What a question asks for. */
export type Intent =
  | { kind: 'model' | 'hello' | 'thanks' | 'help' | 'changes' | 'deliverability' | 'secure' | 'fixes' | 'unknown' }
  | {
      kind:
        | 'method'
        | 'lost'
        | 'last-scan'
        | 'count'
        | 'propagation'
        | 'to-change'
        | 'incoming'
        | 'policy'
        | 'sender-to-add'
    }
  | { kind: 'ending'; qualifier: '+' | '-' | '~' | '?' }
  /** `term`: only domains with a problem of it; null: any. */
  | { kind: 'attention'; term: TermId | null }
  | { kind: 'finding'; finding: FindingFacts }
  | { kind: 'term'; term: TermId; wants: Wants }

/** What a question about a message asks for. */
export type MessageIntent =
  | { kind: Exclude<keyof typeof messagePhrases, 'act'> | 'unknown' | 'model' | 'hello' | 'thanks' | 'help' }
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
  const everyday = everydayIntentOf(question, own)
  if (everyday !== null) return everyday
  if (own === null && asks('model')) return { kind: 'model' }
  if (asks('attention')) return { kind: 'attention', term: own }
  if (asks('changes') || (asks('score') && asks('changed'))) return { kind: 'changes' }
  if (own === null && previous !== null && refersBack(question)) {
    const meant = followUpOf(question, previous, findings)
    if (meant !== null) return meant
  }
  if (own !== null) return { kind: 'term', term: own, wants: wantsOf(question, own) }
  if (asks('deliverability')) return { kind: 'deliverability' }
  if (asks('fix')) return { kind: 'fixes' }
  if (asks('secure')) return { kind: 'secure' }
  if (asks('help')) return { kind: 'help' }
  if (question.words.length <= politeWords && asks('thanks')) return { kind: 'thanks' }
  if (question.words.length <= politeWords && asks('hello')) return { kind: 'hello' }
  return { kind: 'unknown' }
}

/** The questions of every day that no term and no list of findings answers; null: another one. */
function everydayIntentOf(question: Question, term: TermId | null): Intent | null {
  const asks = (kind: keyof typeof intentPhrases) => hasAny(question, intentPhrases[kind])
  if (isSenderToAdd(question)) return { kind: 'sender-to-add' }
  const isDmarc = term === null || term === 'dmarc'
  if (isDmarc && asks('policy') && asks('shouldMove') && !asks('own')) return { kind: 'policy' }
  if (term === null || term === 'spf') {
    if (question.ending !== null) return { kind: 'ending', qualifier: question.ending }
  }
  if (term !== null) return null
  if (asks('toChange')) return { kind: 'to-change' }
  if (asks('count')) return { kind: 'count' }
  if (asks('method')) return { kind: 'method' }
  if (asks('incoming')) return { kind: 'incoming' }
  if (asks('propagation')) return { kind: 'propagation' }
  if (asks('lastScan') && asks('when')) return { kind: 'last-scan' }
  return asks('lost') && !asks('changed') ? { kind: 'lost' } : null
}

/** "Add Google Workspace to my SPF": `add` before `to` before `spf`. */
function isSenderToAdd({ words }: Question): boolean {
  const verb = words.findIndex(word => ['add', 'include', 'authorize', 'authorise', 'allow'].includes(word))
  const spf = words.findIndex(word => word === 'spf' || word === 'sfp')
  if (verb < 0 || spf < verb) return false
  const to = words.findIndex((word, at) => at > verb + 1 && (word === 'to' || word === 'in' || word === 'into'))
  return to > 0 && to < spf && spf - to <= 3
}

/** Whether a question is about what the question before it was about. */
export function refersBack(question: Question): boolean {
  return hasAny(question, intentPhrases.it) || isBare(question, 'bareWhy') || isBare(question, 'bareNext')
}

function isBare({ text }: Question, kind: 'bareWhy' | 'bareNext'): boolean {
  return intentPhrases[kind].some(phrase => text === ` ${phrase} `)
}

/** "Why?", "Is that bad?", "Do I have it?" after another question; null: it names what it asks about. */
function followUpOf(question: Question, previous: Question, findings: readonly FindingFacts[]): Intent | null {
  const asks = (...kinds: readonly (keyof typeof intentPhrases)[]) =>
    kinds.some(kind => hasAny(question, intentPhrases[kind]))
  const [isWhy, isNext] = [isBare(question, 'bareWhy'), isBare(question, 'bareNext')]
  if (!isWhy && !isNext && !asks('fix', 'why', 'explain', 'record', 'status', 'bad')) return null
  const finding = findingIn(previous, findings)
  if (finding !== null) return { kind: 'finding', finding }
  const term = termIn(previous)
  if (term !== null) {
    if (isWhy) return { kind: 'term', term, wants: 'why' }
    if (isNext) return { kind: 'term', term, wants: 'fix' }
    return { kind: 'term', term, wants: asks('bad', 'status') && !asks('fix') ? 'status' : wantsOf(question, term) }
  }
  if (isNext) return { kind: 'fixes' }
  return isWhy ? { kind: 'lost' } : null
}

/** What a question about a message asks for. */
export function messageIntentOf(question: Question): MessageIntent {
  // "Is it phishing?" and "the threat score" are about the message.
  const [term, ...others] = termsIn(question).filter(id => id !== 'threat')
  // "Did it pass SPF, DKIM and DMARC?"
  if (term !== undefined) return others.length > 0 ? { kind: 'checks' } : { kind: 'term', term }
  if (hasAny(question, intentPhrases.model)) return { kind: 'model' }
  if (hasAny(question, messagePhrases.act)) return { kind: 'todo' }
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
  if (
    asks('record') &&
    (asks('own') || question.names.length > 0) &&
    !hasAny(question, ['explain', 'mean', 'means', 'meaning'])
  )
    return 'record'
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
