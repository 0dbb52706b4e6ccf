import { rank } from '../plan/index.ts'
import { type Answer, list, paragraph } from './answer.ts'
import { changedAfterBlocks, changedDomainsBlocks } from './changed-after.ts'
import { isAboutDomain, isOfScan, isServerOf, type NamedDomain, namedIn, unknownAddress } from './domain-in-question.ts'
import { explainFinding } from './explain-finding.ts'
import type { DomainFacts, Facts, ScanFacts } from './facts.ts'
import { suggestions } from './intents.data.ts'
import { type Intent, intentOf, type MessageIntent, messageIntentOf, refersBack } from './intents.ts'
import { type Origin, originAnswer, originNote } from './origin-words.ts'
import { type Question, readQuestion } from './question.ts'
import { allChangesAnswer } from './reply-changes.ts'
import { attentionAnswer, rowAnswer } from './reply-domains.ts'
import {
  bestAnswer,
  countAnswer,
  endingAnswer,
  incomingAnswer,
  lastScanAnswer,
  lostAnswer,
  methodAnswer,
  propagationAnswer,
  senderToAddAnswer,
  toChangeAnswer,
} from './reply-everyday.ts'
import { messageAnswer } from './reply-message.ts'
import { policyAnswer } from './reply-policy.ts'
import {
  blocklistAnswer,
  changesAnswer,
  deliverabilityAnswer,
  fixesAnswer,
  secureAnswer,
  unseenAnswer,
} from './reply-scan.ts'
import { termAnswer } from './reply-term.ts'

export interface ReplyOptions {
  origin: Origin
  /** The question before, for "How do I fix it?"; null: none, so this is the first of the conversation. */
  previous: string | null
}

/**
 * Answers a question by what it asks for, from the facts alone. Nothing of the question is repeated but a domain name or
 * an IP address. Any text is accepted; only its first 2,000 characters are read. The first answer of a conversation ends
 * with the sentence that no model is configured, and every answer in place of a model says that it did not answer.
 */
export function reply(text: string, facts: Facts, { origin, previous }: ReplyOptions): Answer {
  const question = readQuestion(text)
  const earlier = previous === null ? null : readQuestion(previous)
  const { intent, answer } =
    facts.header === null ? domainReply(question, earlier, facts, origin) : messageReply(question, facts.header, origin)
  const isKnown = courtesies.has(intent.kind) || (origin === 'no-model' && previous !== null)
  return isKnown ? answer : [...answer, ...originNote(origin)]
}

/** What is answered without data, or says itself what answers. */
const courtesies: ReadonlySet<string> = new Set(['hello', 'thanks', 'model'])

function messageReply(
  question: Question,
  header: NonNullable<Facts['header']>,
  origin: Origin,
): { intent: MessageIntent; answer: Answer } {
  const intent = messageIntentOf(question)
  return { intent, answer: messageAnswer(intent, header, origin) }
}

function domainReply(
  question: Question,
  previous: Question | null,
  facts: Facts,
  origin: Origin,
): { intent: Intent; answer: Answer } {
  const { scan } = facts
  const asked = intentOf(question, { findings: scan?.findings ?? [], previous })
  const ofEarlier = previous !== null && refersBack(question) ? namedIn(previous, facts) : null
  const named = namedIn(question, facts) ?? ofEarlier
  const address = unknownAddress(question, asked, scan)
  if (address !== null && named === null) return { intent: asked, answer: addressAnswer(address) }
  // "What about example.com?"
  const intent = asked.kind === 'unknown' && named !== null ? ({ kind: 'secure' } as const) : asked
  return { intent, answer: namedAnswer(intent, named, facts, origin) }
}

function namedAnswer(intent: Intent, named: NamedDomain | null, facts: Facts, origin: Origin): Answer {
  if (named === null) return answerOf(intent, facts, origin)
  const above = belowWords(intent, named, facts)
  if (isOfScan(named.name, intent, facts.scan)) return [...above, ...answerOf(intent, facts, origin)]
  if (isAboutDomain(intent, named.name)) return [...above, ...otherAnswer(named.name, facts)]
  // A term is explained without the scan of a domain that the question does not name.
  return answerOf(intent, intent.kind === 'term' ? { ...facts, scan: null } : facts, origin)
}

/** A question about a name below the user's domain gets the scan of the domain, and says so. */
function belowWords(intent: Intent, { name, below }: NamedDomain, { scan }: Facts): Answer {
  if (below === null || isServerOf(below, intent, scan)) return []
  if (intent.kind !== 'term' && !isAboutDomain(intent, name)) return []
  return intent.kind === 'term' && scan === null ? [] : paragraph(`This is the scan of ${name}, not of ${below}.`)
}

function addressAnswer(address: string): Answer {
  return paragraph(
    `I know no scan of ${address}. If it is an address of your mail servers, the report of their domain shows what each blocklist says about it, under Blacklists.`,
  )
}

function otherAnswer(named: string, { domains }: Facts): Answer {
  const row = domains.find(({ name }) => name === named)
  return row === undefined
    ? paragraph(`${named} is not among your domains. Add it and scan it, then ask again.`)
    : rowAnswer(row)
}

/** An answer, below what monitoring saw change after the scan that it rests on. */
function answerOf(intent: Intent, facts: Facts, origin: Origin): Answer {
  return [...sinceOf(intent, facts), ...fromScan(intent, facts, origin)]
}

/** What is answered without a scan. */
const general: ReadonlySet<Intent['kind']> = new Set([
  'model',
  'hello',
  'thanks',
  'help',
  'unknown',
  'propagation',
  'to-change',
  'incoming',
  'count',
])

function sinceOf(intent: Intent, facts: Facts): Answer {
  const { scan, domains, scope } = facts
  if (general.has(intent.kind)) return []
  if (isAboutAll(facts))
    return intent.kind === 'term' && intent.wants !== 'status' && intent.wants !== 'fix'
      ? []
      : changedDomainsBlocks(domains)
  const isOfAll = (intent.kind === 'attention' || intent.kind === 'best') && rank(scope) > 0
  return scan === null || isOfAll ? [] : changedAfterBlocks(scan)
}

function fromScan(intent: Intent, facts: Facts, origin: Origin): Answer {
  const { scan, scope, domains } = facts
  switch (intent.kind) {
    case 'model':
      return originAnswer(origin)
    case 'hello':
      return [...paragraph('Hello. Ask me about your domains, for example:'), ...list(suggestions)]
    case 'thanks':
      return paragraph('You are welcome.')
    case 'help':
    case 'unknown':
      return unknownAnswer()
    case 'finding':
      return explainFinding(intent.finding, { score: scan?.score ?? null, title: intent.finding.reason })
    case 'term':
      if (isAboutAll(facts) && (intent.wants === 'status' || intent.wants === 'fix'))
        return [...attentionAnswer({ domains, scope }, intent.term), ...nameOneWords(domains)]
      if (intent.term === 'blocklists' && intent.wants === 'status')
        return withScan(facts, each => blocklistAnswer(each, facts))
      return intent.wants === 'explain' || intent.wants === 'why'
        ? termAnswer(intent.term, intent.wants, scan, scope)
        : withScan(facts, each => termAnswer(intent.term, intent.wants, each, scope))
    case 'attention':
      return rank(scope) === 0 ? starterAttention(facts) : attentionAnswer({ domains, scope }, intent.term)
    case 'changes':
      return isAboutAll(facts) ? allChangesAnswer(domains) : withScan(facts, each => changesAnswer(each, facts))
    case 'deliverability':
      return isAboutAll(facts)
        ? [...attentionAnswer({ domains, scope }, null), ...unseenAnswer(), ...nameOneWords(domains)]
        : withScan(facts, each => deliverabilityAnswer(each, facts))
    case 'fixes':
      return isAboutAll(facts)
        ? attentionAnswer({ domains, scope }, null)
        : withScan(facts, each => fixesAnswer(each, facts))
    case 'secure':
      return isAboutAll(facts)
        ? attentionAnswer({ domains, scope }, null)
        : withScan(facts, each => secureAnswer(each, facts))
    case 'lost':
      return isAboutAll(facts) ? attentionAnswer({ domains, scope }, null) : withScan(facts, lostAnswer)
    case 'policy':
      return policyAnswer(scan)
    case 'last-scan':
      return lastScanAnswer(facts)
    case 'best':
      return rank(scope) === 0 ? starterAttention(facts) : bestAnswer(facts)
    case 'count':
      return countAnswer(facts)
    case 'method':
      return methodAnswer(scan)
    case 'propagation':
      return propagationAnswer()
    case 'to-change':
      return toChangeAnswer()
    case 'incoming':
      return incomingAnswer()
    case 'sender-to-add':
      return senderToAddAnswer(scan)
    case 'ending':
      return endingAnswer(intent.qualifier, scan)
    default:
      return intent satisfies never
  }
}

/** From Pro on, a question that names none of several domains is about all of them. */
function isAboutAll({ scan, scope, domains }: Facts): boolean {
  return scan === null && rank(scope) > 0 && domains.length > 1
}

/** What a list of domains does not say: a failed lookup is no problem, and no all-clear. */
function nameOneWords([first]: readonly DomainFacts[]): Answer {
  const name = first?.name ?? ''
  return paragraph(
    `This is from the last scan of each domain, without lookups that failed. For all of a scan, name the domain, for example: “Is ${name} secure?”`,
    'quiet',
  )
}

/** An answer that needs a scan; without one, how to get it. */
function withScan({ scan, domains }: Facts, answer: (scan: ScanFacts) => Answer): Answer {
  if (scan !== null) return answer(scan)
  const [first, ...others] = domains
  if (first === undefined) return paragraph('You have no domain yet. Add one and scan it, then ask again.')
  if (others.length === 0) return rowAnswer(first)
  return paragraph(`Name the domain in your question, for example: “Is ${first.name} secure?”`)
}

/** Starter looks at one domain at a time. */
function starterAttention(facts: Facts): Answer {
  return [
    ...withScan(facts, each => fixesAnswer(each, facts)),
    ...(facts.domains.length > 1 ? paragraph('On Starter, answers are about one domain at a time.', 'quiet') : []),
  ]
}

function unknownAnswer(): Answer {
  return [
    ...paragraph(
      'I answer questions about your scans: how secure a domain is, what to fix first and how, a finding, a record, blocklists, what changed, or a term such as DMARC. The built-in analyst understands English only. For example:',
    ),
    ...list(suggestions),
  ]
}
