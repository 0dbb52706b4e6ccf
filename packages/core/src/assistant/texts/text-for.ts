import { providerOfHost, providerOfSpfInclude } from '../../providers/index.ts'
import type { Question } from '../question.ts'
import { isPlaceholderLabel } from '../reading/placeholder-names.ts'
import { servicesIn } from '../setup/service-catalogue.ts'
import type { ConceptId } from './concepts.ts'
import { type ReadConcepts, readConcepts } from './read-concepts.ts'
import { refusalFor } from './refusal-for.ts'
import type { Ask, TopicText } from './topic-text.ts'
import { topicTexts } from './topics.ts'

/** A text for a question, with the words of the question that it accounts for. */
export interface FoundText {
  text: TopicText
  /**
   * Words of `question.words`, each once. A word that is not among them could make it another question: then the text is no
   * answer. Words of domain names and addresses are among them.
   */
  covered: readonly string[]
}

/** What nearly every question about mail speaks of. None of it tells one subject from another. */
const frame: readonly ConceptId[] = [
  'amount',
  'mail',
  'domain',
  'record',
  'dns',
  'publish',
  'benefit',
  'check',
  'send',
  'receiver',
  'server',
  'address',
  'service',
  'allowed',
  'mandatory',
  'difference',
  'works-check',
  'where-from',
]

/** A list of the user's domains, a record, something to do, or what was before: no text is an answer to these. */
const wantsMore: readonly ConceptId[] = ['count', 'make', 'do-it', 'history']

/**
 * The text that answers a question, by the concepts in it. Null where none is about it, where the question wants a list of
 * the user's domains, or where it asks for the state of a domain that only a scan knows. Of several texts the one that leaves
 * the fewest words counts, then the most specific one.
 */
export function textFor(question: Question): FoundText | null {
  const read = readConcepts(question)
  const refusal = read.concepts.has('count') ? null : refusalFor(question)
  if (refusal !== null) return { text: refusal, covered: [...new Set(question.words)] }
  // "You still show the old one" wants no record.
  const isOld = read.concepts.has('old-shown')
  if (wantsMore.some(id => read.concepts.has(id) && !(isOld && id === 'make')) || isCommand(question)) return null
  const isState = asksForState(question)
  if (isState && question.addresses.length > 0) return null
  const named = servicesIn(question.words).places
  let best: Candidate | null = null
  for (const text of topicTexts) {
    if (isState && text.isOfDomain !== true) continue
    for (const ask of text.asks) {
      const candidate = candidateOf(text, ask, read, named)
      if (candidate !== null && (best === null || isBetter(candidate, best))) best = candidate
    }
  }
  return best && { text: best.text, covered: coveredWords(question, best.accounted) }
}

/** "Delete the reports", "Write a record for example.com". */
function isCommand({ words, names }: Question): boolean {
  const [first = ''] = words
  return commands.has(first) || (names.length > 0 && orders.has(first))
}

const commands: ReadonlySet<string> = new Set([
  'delete',
  'rescan',
  'scan',
  'write',
  'export',
  'invite',
  'mute',
  'compare',
  'remind',
])
const orders: ReadonlySet<string> = new Set([
  'add',
  'remove',
  'set',
  'change',
  'publish',
  'create',
  'give',
  'show',
  'list',
  'send',
])

interface Candidate {
  text: TopicText
  accounted: readonly boolean[]
  left: number
  depth: number
}

function candidateOf(text: TopicText, ask: Ask, read: ReadConcepts, named: ReadonlySet<number>): Candidate | null {
  const { concepts } = read
  const groups = ask.all.map(any => (typeof any === 'string' ? [any] : any))
  if (!groups.every(any => any.some(id => concepts.has(id)))) return null
  if (ask.not?.some(id => concepts.has(id)) === true) return null
  const byConcepts = read.accountedBy(new Set([...groups.flat(), ...(text.with ?? []), ...frame]))
  const accounted = byConcepts.map((isDone, at) => isDone || (text.isOfServices === true && named.has(at)))
  return { text, accounted, left: accounted.filter(isAccounted => !isAccounted).length, depth: groups.length }
}

function isBetter(one: Candidate, other: Candidate): boolean {
  return one.left === other.left ? one.depth > other.depth : one.left < other.left
}

function coveredWords({ words }: Question, accounted: readonly boolean[]): readonly string[] {
  const left = new Set(words.filter((_, at) => accounted[at] !== true))
  return [...new Set(words)].filter(word => !left.has(word))
}

const stateWords: ReadonlySet<string> = new Set([
  'is',
  'are',
  'does',
  'has',
  'have',
  'was',
  'were',
  'did',
  'which',
  'show',
  'list',
  'how',
  'what',
  'whats',
  'who',
  'when',
])

/** A question such as "Is the key of example.com long enough?". One about what to do, or why, is none. */
function asksForState({ words, names, addresses }: Question): boolean {
  const own = names.filter(
    name =>
      providerOfHost(name) === null && providerOfSpfInclude(name) === null && !name.split('.').some(isPlaceholderLabel),
  )
  if ((own.length === 0 && addresses.length === 0) || !stateWords.has(words[0] ?? '')) return false
  return !words.some(word => adviceWords.has(word))
}

const adviceWords: ReadonlySet<string> = new Set([
  'should',
  'need',
  'mean',
  'means',
  'why',
  'do',
  'can',
  'could',
  'allowed',
  'mandatory',
])
