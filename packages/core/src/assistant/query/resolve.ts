import { publicMailboxes } from '../../dmarc/index.ts'
import { providerOfHost, providerOfSpfInclude } from '../../providers/index.ts'
import type { AccountQuestion } from '../account-question.ts'
import { type Attribute, attributes } from '../attributes/index.ts'
import { readQuestion } from '../question.ts'
import { type PastedHeader, pastedHeaderIn } from '../reading/pasted-header.ts'
import { type PastedRecord, pastedRecordIn } from '../reading/pasted-record.ts'
import { setupAnswer } from '../setup/index.ts'
import { readSetup } from '../setup/setup-question.ts'
import { terms } from '../terms.data.ts'
import type { TopicText } from '../texts/topic-text.ts'
import { judging } from './attribute-answer.ts'
import { attributeCandidate, type Candidate, wantsList } from './attribute-candidate.ts'
import type { Context } from './context.ts'
import { type Joint, jointOf } from './joint.ts'
import { type Combination, combinationsOf, idsOf, matchOf } from './match.ts'
import { type Named, placeOf, placeOfSubject } from './place-of-question.ts'
import { termOf } from './term-of-question.ts'
import { isCovered, prefersText, textOf } from './text-of-question.ts'
import type { Topic } from './topic.ts'
import { topics } from './topics.ts'
import { unreadIn } from './unread-words.ts'

/** What a question was understood as. */
export type Resolved =
  | { kind: 'topic'; topic: Topic }
  /** `one`: of each domain that it names. `list`: the domains that meet the condition. `values`: of all. */
  | { kind: 'attribute'; attribute: Attribute; form: 'one' | 'list' | 'values' | 'compare' }
  | { kind: 'text'; text: TopicText }
  /** How a service is set up, from the catalogue. */
  | { kind: 'setup'; text: string }
  /** It needs a domain, and names none of several. */
  | { kind: 'which'; ask: (name: string) => string }
  /** Several conditions: the domains that meet them, or whether those that it names do. */
  | { kind: 'joint'; joint: Joint }
  /** A piece of a message header. */
  | { kind: 'header'; header: PastedHeader }
  /** A record that was pasted to have it checked. */
  | { kind: 'pasted'; record: PastedRecord }
  | { kind: 'foreign'; name: string }
  /** Where a thing is done, or that it is beyond the product. */
  | { kind: 'place'; named: Named }
  /** `named`: the place that the question comes near to. */
  | { kind: 'refused'; nearest: readonly string[]; named: Named | null }

/** Understands a question, or finds out that it does not. `whole`: its text with that of the questions it goes on from. */
export function resolve(context: Context, whole: string, own: string): Resolved {
  // Which one of a list is meant, no short text says.
  if (context.isOneOfList) return refusedOf([], placeOf(context.reading)?.named ?? null)
  const resolved = understood(context, whole, own)
  return unreadIn(resolved, context) === null ? resolved : refusedOf([], placeOf(context.reading)?.named ?? null)
}

function understood(context: Context, whole: string, own: string): Resolved {
  const header = pastedHeaderIn(own)
  if (header !== null) return { kind: 'header', header }
  const record = context.isNamed ? null : pastedRecordIn(own)
  if (record !== null) return { kind: 'pasted', record }
  // A text is about none of the domains that a question chooses.
  const found = context.narrowed !== null ? null : (textOf(context, own) ?? textOf(context, whole))
  if (
    found !== null &&
    (found.isQuoted || (found.text.id === 'still-shown' && / (?:still|old|yet) /.test(context.reading.text)))
  )
    return { kind: 'text', text: found.text }
  if (found !== null && asksValidity(context)) return { kind: 'text', text: found.text }
  const stranger = strangerIn(context)
  // One of two that are compared is not the user's: half a comparison would look like a whole one.
  const other =
    comparing.test(context.reading.text) || context.reading.forms.has('compare') ? context.foreign[0] : undefined
  if (other !== undefined && context.own.length > 0) return { kind: 'foreign', name: other }
  const joint = stranger === null && asksJoint(context) ? jointOf(context) : null
  if (joint !== null && joint !== 'unreadable') {
    const resolved = { kind: 'joint', joint } as const
    return unreadIn(resolved, context) === null ? resolved : refusedOf(candidatesOf(context), null)
  }
  // A condition that is not understood leaves none of the others.
  const all = candidatesOf(context).filter(
    ({ resolved }) => joint !== 'unreadable' || resolved.kind !== 'attribute' || resolved.form === 'one',
  )
  if (
    stranger !== null &&
    asksState(context) &&
    !context.reading.concepts.has('deliver') &&
    !all.some(({ match, resolved }) => match.left.length === 0 && isOwnMatter(resolved))
  )
    return { kind: 'foreign', name: stranger }
  const candidates = all.filter(
    ({ resolved }) =>
      (stranger === null || isOwnMatter(resolved)) && (context.narrowed === null || looksWithin(resolved)),
  )
  const fitting = candidates.filter(({ match }) => match.left.length === 0)
  const named = fitting.find(({ resolved }) => resolved.kind === 'topic' && resolved.topic.id === 'finding')
  if (named !== undefined) return named.resolved
  // A word that would be left out makes it another question. What reads it may answer instead.
  const reading = fitting.filter(({ resolved }) => unreadIn(resolved, context) === null)
  const best = bestOf(reading, context)
  const unread = best === null ? bestOf(fitting, context) : null
  if (unread !== null && !(found !== null && prefersText(unread, found, context)))
    return refusedOf(candidates, placeOf(context.reading)?.named ?? null)
  const isPast = context.reading.period !== null && context.reading.concepts.has('changed')
  const setup = isPast || context.narrowed !== null ? null : (setupOf(context, own) ?? setupOf(context, whole))
  const isOther = ['rua', 'ruf', 'bimi', 'deliver', 'changed'].some(id => context.reading.concepts.has(id as 'rua'))
  if (setup !== null && asksLookups(setup)) return setupOrWhich(setup, context)
  if (setup !== null && !(isOther && found !== null) && (best === null || prefersSetup(best, context)))
    return { kind: 'setup', text: setup }
  // "And its DKIM?" with nothing before it.
  const isIts = stranger === null && context.own.length === 0 && / its (?!own )/.test(context.reading.text)
  if (best !== null && isIts && asksBack(best)) return withDomain(best, context)
  if (best !== null && found !== null && prefersText(best, found, context)) return { kind: 'text', text: found.text }
  if (best !== null && (context.own.length > 0 || !asksBack(best) || isMine(context))) return withDomain(best, context)
  if (found !== null) return { kind: 'text', text: found.text }
  const isRefused = context.reading.concepts.has('deliver')
  if (stranger !== null && !isRefused && asksState(context)) return { kind: 'foreign', name: stranger }
  const name = context.foreign.find(each => !publicMailboxes.has(each))
  if (name !== undefined && !isRefused && context.own.length === 0 && asksState(context))
    return { kind: 'foreign', name }
  const place = placeOf(context.reading)
  if (place?.isWhole === true) return { kind: 'place', named: place.named }
  const set = placeOfSubject(context.reading)
  if (set !== null) return { kind: 'place', named: set }
  return refusedOf(candidates, place?.named ?? null)
}

function refusedOf(candidates: readonly Candidate[], named: Named | null): Resolved {
  const near = candidates.toSorted(
    (one, other) => one.match.left.length - other.match.left.length || other.match.depth - one.match.depth,
  )
  return { kind: 'refused', nearest: [...new Set(near.flatMap(({ says }) => says ?? []))].slice(0, 3), named }
}

const combinations: ReadonlyMap<readonly string[], readonly Combination[]> = new Map(
  [...topics, ...attributes].map(({ asks }) => [asks, combinationsOf(asks)]),
)

const statesOnly: ReadonlySet<string> = new Set([
  'secure',
  'domain-alone',
  'term-state',
  'blocklists-of',
  'several-terms',
])

function candidatesOf(context: Context): readonly Candidate[] {
  const { reading } = context
  const ids = idsOf(reading)
  const ofTopics = topics.flatMap((topic): readonly Candidate[] => {
    const match = matchOf(combinations.get(topic.asks) ?? [], topic, reading, ids)
    if (match === null || topic.when?.(context) === false) return []
    // The last scan does not show another time.
    if (reading.period !== null && statesOnly.has(topic.id)) return []
    return [{ match, resolved: { kind: 'topic', topic }, says: null }]
  })
  return [
    ...ofTopics,
    ...attributes.flatMap(attribute =>
      attributeCandidate(attribute, context, { ids, combinations: combinations.get(attribute.asks) ?? [] }),
    ),
  ]
}

/** Whether a question asks which domains meet conditions, or whether one that it names does. */
function asksJoint(context: Context): boolean {
  const { reading, own, isNamed } = context
  if (own.length > 0)
    return (
      isNamed &&
      !judging.test(reading.text) &&
      reading.forms.has('is') &&
      !(['what', 'which', 'list'] as const).some(form => reading.forms.has(form))
    )
  return wantsList(context) || / (?:domains|ones|those|is there a|is there any|are there) /.test(reading.text)
}

/** The most specific one; what would have to ask back comes last. */
function bestOf(candidates: readonly Candidate[], { own }: Context): Candidate | null {
  const isAsked = (each: Candidate) => own.length === 0 && asksBack(each)
  let best: Candidate | null = null
  for (const each of candidates) {
    if (best === null || isAsked(best) || (each.match.depth > best.match.depth && !isAsked(each))) {
      if (best === null || !isAsked(each) || each.match.depth > best.match.depth) best = each
    }
  }
  return best
}

/** What could only be answered with a question. */
function asksBack({ resolved }: Candidate): boolean {
  return resolved.kind === 'which' || (resolved.kind === 'topic' && resolved.topic.of === 'domain')
}

/** "My domain", "our record", "I": it is about the user's own, and not about the field. */
function isMine({ reading: { text } }: Context): boolean {
  return / (?:my|mine|our|ours|i|we|us|this|the domain) /.test(text)
}

/** A question that needs a domain and has none asks back. */
function withDomain({ resolved }: Candidate, context: Context): Resolved {
  if (resolved.kind !== 'topic' || resolved.topic.of !== 'domain' || context.own.length > 0) return resolved
  const term = termOf(context)
  const about = term === null ? '' : terms[term].title
  return { kind: 'which', ask: name => questionAbout(resolved.topic, name, about) }
}

const questions: Readonly<Record<string, (name: string) => string>> = {
  fixes: name => `What should I fix first at ${name}?`,
  costs: name => `What costs points at ${name}?`,
  deliver: name => `What affects delivery of ${name}?`,
  risk: name => `Can anyone spoof ${name}?`,
  'policy-move': name => `Can I move ${name} to p=reject?`,
}

function questionAbout({ id }: Topic, name: string, about: string): string {
  if (about !== '' && id === 'fix-term') return `How do I fix ${about} of ${name}?`
  if (about !== '' && (id === 'term-state' || id === 'why-term')) return `Is ${about} of ${name} OK?`
  return questions[id]?.(name) ?? `Is ${name} secure?`
}

/** A domain that is none of the user and none of a service: no question about it can be answered. */
function strangerIn({ own, foreign }: Context): string | null {
  if (own.length > 0) return null
  return (
    foreign.find(
      name => providerOfHost(name) === null && providerOfSpfInclude(name) === null && !publicMailboxes.has(name),
    ) ?? null
  )
}

const comparing = / (?:than|vs|versus|better|worse|stricter) /

/** Whether an answer is about the domains that a question chooses, and about no other. */
function looksWithin(resolved: Resolved): boolean {
  if (resolved.kind === 'topic') return resolved.topic.isWithin === true
  return resolved.kind === 'attribute'
}

/** What is answered without any domain. */
function isOwnMatter(resolved: Resolved): boolean {
  return resolved.kind === 'topic' && resolved.topic.of === 'none'
}

/** A question about setting up services, whose words the catalogue accounts for; null: another one. */
function setupOf(context: Context, text: string): string | null {
  const question = readQuestion(text)
  const found = setupAnswer(question, { ...context.facts, scan: null })
  return found !== null && isCovered(question, found.covered, context) ? text : null
}

function asksLookups(text: string): boolean {
  return readSetup(readQuestion(text))?.asks === 'lookups'
}

/** How many lookups a record would need only a scan tells. */
function setupOrWhich(text: string, { own }: Context): Resolved {
  if (own.length > 0) return { kind: 'setup', text }
  const names = (readSetup(readQuestion(text))?.services ?? []).map(({ name }) => name).join(' and ')
  return { kind: 'which', ask: name => `How many lookups would ${name} need if we add ${names}?` }
}

/** Whether how to set a service up is a better answer than a fact. */
function prefersSetup({ resolved }: Candidate, { reading: { forms, text }, own }: Context): boolean {
  if (/ (?:do|should) (?:i|we) (?:need|use|add|publish|enter) /.test(text) && own.length === 0) return true
  if (forms.has('which') || forms.has('howmany') || forms.has('who')) return false
  if (/ (?:needs?|requires?) /.test(text)) return true
  if (resolved.kind === 'attribute') return own.length === 0 || !forms.has('is')
  return (
    resolved.kind === 'which' ||
    resolved.kind === 'text' ||
    (resolved.kind === 'topic' && ['write-record', 'changes', 'term'].includes(resolved.topic.id))
  )
}

/** "Is it still allowed?", "and should one use it today?": about what the question before named, and about no domain. */
function asksValidity({ reading: { refers, text, tokens }, isNamed }: Context): boolean {
  if (isNamed || tokens.length > 10 || !(refers.it || / one /.test(text))) return false
  return / (?:still|allowed|valid|recommended|deprecated|obsolete|standard|enough|supported|mandatory|required|needed|today|these days|nowadays|anymore|any more) /.test(
    text,
  )
}

/** Whether a question is about the state of a domain. */
function asksState({ reading: { concepts, forms } }: Context): boolean {
  return concepts.size > 0 || forms.has('is') || forms.has('what') || forms.has('list') || forms.size === 0
}

/** What of the account the answer needs. */
export function accountNeeded(resolved: Resolved, context: Context): AccountQuestion | null {
  return resolved.kind === 'topic' ? (resolved.topic.account?.(context) ?? null) : null
}
