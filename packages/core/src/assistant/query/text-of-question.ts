import { type Question, readQuestion } from '../question.ts'
import type { Concept } from '../reading/lexicon.data.ts'
import { isPlaceholderLabel } from '../reading/placeholder-names.ts'
import { isPlainWord } from '../reading/plain-words.data.ts'
import { textFor } from '../texts/index.ts'
import type { TopicText } from '../texts/topic-text.ts'
import { type Candidate, wantsList } from './attribute-candidate.ts'
import { ofMails } from './change-topics.ts'
import type { Context } from './context.ts'
import { isHeldAgainst } from './disagree-topics.ts'

const ofAll =
  / (?:everywhere|all of them|all of ours|who has|who lacks|which domains?|which of (?:our|my)|any of (?:our|my)) /
const ofAccount = ['downgrade', 'upgrade', 'apikey', 'watchedaddress'] as const satisfies readonly Concept[]
const testTag = 'dmarc-t'
const ofRecords = / (?:dmarc|records?|dns|txt|meaning|means?|mandatory|required) /

/** A short text that is an answer. `isQuoted`: the question quotes a refusal. */
export interface TextMatch {
  text: TopicText
  isQuoted: boolean
}

/** The most words that a short text may leave: names of people and things around the question. */
const leftMax = 2

/** A short text whose words cover the question. */
export function textOf(context: Context, text: string): TextMatch | null {
  const { reading, own, isNamed } = context
  const question = readQuestion(text)
  const isBelow = own.some(({ below }) => below !== null)
  // A name below one of the user's domains is a subdomain, also where the question does not say so.
  const found = textFor(isBelow ? readQuestion(`${text} (subdomain)`) : question)
  if (found === null) return null
  const isQuoted = found.text.isQuoted === true
  if (isQuoted) return { text: found.text, isQuoted }
  if (isHeldAgainst(reading)) return null
  // What the product does for the user is no question about the field.
  if (ofAccount.some(id => reading.concepts.has(id)) || / (?:did|have) (?:we|i) analy[sz]ed? /.test(reading.text))
    return null
  // "mail.example.com is an alias": a name alone makes no question about subdomains.
  if (isBelow && reading.concepts.size === 0) return null
  if (isNamed && reading.concepts.has('threat') && !reading.concepts.has('spoof')) return null
  // The t of a key is another one than that of a policy.
  if (found.text.id === testTag && (reading.labels.length > 0 || reading.concepts.has('key'))) return null
  // Where it is so asks for the domains, and a text names none.
  if (own.length === 0 && ofAll.test(reading.text)) return null
  // Without a word about records a tag is one of a domain.
  if (found.text.id === 'dmarc-tags' && !ofRecords.test(reading.text)) return null
  // What was done at a domain on a day is about its state.
  const isPast = reading.period !== null && (isNamed || ofMails.test(reading.text))
  if (isPast && found.text.id !== 'still-shown') return null
  if (!isCovered(question, found.covered, context) || (own.length > 0 && reading.forms.has('which'))) return null
  if (/ (?:are there|is there) /.test(reading.text) && reading.concepts.has('all')) return null
  return { text: found.text, isQuoted }
}

/** Whether no word is left that could make it another question. */
export function isCovered({ words, names: named }: Question, covered: readonly string[], { facts }: Context): boolean {
  const done = new Set(covered)
  const names = new Set([...named, ...facts.domains.map(({ name }) => name)].flatMap(name => name.split(/[.-]/)))
  const left = [...new Set(words)].filter(
    word =>
      !done.has(word) && !isPlainWord(word) && !isPlaceholderLabel(word) && !names.has(word) && !/^\d+$/.test(word),
  )
  // Two more words in a long question are its circumstances; in a short one they are the question.
  return left.length <= (words.length >= 12 ? leftMax : words.length >= 8 ? 1 : 0)
}

/** Whether a short text is a better answer than a fact. */
export function prefersText({ resolved, match }: Candidate, { text }: TextMatch, context: Context): boolean {
  const { reading, own, isNamed } = context
  if (resolved.kind === 'which') return true
  if (resolved.kind === 'topic') {
    const { topic } = resolved
    if (topic.id.startsWith('product-') || topic.of === 'none') return false
    if (topic.of === 'domain') return own.length === 0 || (!isNamed && reading.forms.has('explain'))
    return own.length === 0 && match.depth <= 1 && !wantsList(context) && text.asks.length > 0
  }
  if (resolved.kind !== 'attribute') return false
  if (
    isNamed &&
    reading.services.length === 0 &&
    reading.addresses.length === 0 &&
    / (?:allowed|should|may|why|bad|good|wrong|difference|differences) /.test(reading.text)
  )
    return true
  return own.length === 0 && !wantsList(context)
}
