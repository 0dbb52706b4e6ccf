import { rank } from '../plan/index.ts'
import { type Answer, list, paragraph } from './answer.ts'
import { explainFinding } from './explain-finding.ts'
import type { DomainFacts, Facts, ScanFacts } from './facts.ts'
import { suggestions } from './intents.data.ts'
import { type Intent, intentOf, messageIntentOf } from './intents.ts'
import { type Origin, originAnswer } from './origin-words.ts'
import { type Question, readQuestion } from './question.ts'
import { allChangesAnswer, attentionAnswer, rowAnswer } from './reply-domains.ts'
import { messageAnswer } from './reply-message.ts'
import {
  blocklistAnswer,
  changesAnswer,
  deliverabilityAnswer,
  fixesAnswer,
  secureAnswer,
  unseenAnswer,
} from './reply-scan.ts'
import { termAnswer } from './reply-term.ts'
import type { TermId } from './terms.data.ts'

export interface ReplyOptions {
  origin: Origin
  /** The question before, for "How do I fix it?"; null: none. */
  previous: string | null
}

/**
 * Answers a question by what it asks for, from the facts alone. Nothing of the question is repeated but a domain name.
 * Any text is accepted; only its first 2,000 characters are read.
 */
export function reply(text: string, facts: Facts, { origin, previous }: ReplyOptions): Answer {
  const question = readQuestion(text)
  if (facts.header !== null) return messageAnswer(messageIntentOf(question), facts.header, origin)
  const findings = facts.scan?.findings ?? []
  const asked = intentOf(question, { findings, previous: previous === null ? null : readQuestion(previous) })
  const named = namedIn(question, facts)
  // "What about example.com?"
  const intent = asked.kind === 'unknown' && named !== null ? ({ kind: 'secure' } as const) : asked
  if (named === null || isOfScan(named, intent, facts.scan)) return answerOf(intent, facts, origin)
  if (isAboutDomain(intent, named)) return otherAnswer(named, facts)
  // A term is explained without the scan of a domain that the question does not name.
  return answerOf(intent, intent.kind === 'term' ? { ...facts, scan: null } : facts, origin)
}

type Named = Pick<DomainFacts, 'name' | 'unicode'>

/**
 * The domain of the user that a question names, or a name above the one that it names; null: none. The caller loads its
 * scan.
 */
export function domainAsked(text: string, domains: readonly Named[]): string | null {
  return ownDomain(readQuestion(text), domains)
}

function ownDomain({ names }: Question, domains: readonly Named[]): string | null {
  const fitting = domains.filter(({ name, unicode }) => {
    const written = unicode === null ? [name] : [name, unicode.normalize('NFKC').toLowerCase()]
    return written.some(own => names.some(asked => asked === own || asked.endsWith(`.${own}`)))
  })
  return fitting.map(({ name }) => name).toSorted((one, other) => other.length - one.length)[0] ?? null
}

/** The domain that the question names: one of the user's, else any name in it; null: it names none. */
function namedIn(question: Question, { domains, scan }: Facts): string | null {
  const own = [...domains, ...(scan === null ? [] : [{ name: scan.domain, unicode: null }])]
  return ownDomain(question, own) ?? question.names[0] ?? null
}

function otherAnswer(named: string, { domains }: Facts): Answer {
  const row = domains.find(({ name }) => name === named)
  return row === undefined
    ? paragraph(`${named} is not among your domains. Add it and scan it, then ask again.`)
    : rowAnswer(row)
}

/** The terms that are about the mail servers of a domain. */
const serverTerms: ReadonlySet<TermId> = new Set([
  'mx',
  'ptr',
  'starttls',
  'certificate',
  'dane',
  'relay',
  'blocklists',
])

/** Whether the name is that of the scanned domain, or of one of its mail servers in a question about these. */
function isOfScan(name: string, intent: Intent, scan: ScanFacts | null): boolean {
  if (scan === null || name === scan.domain) return scan !== null
  if (intent.kind !== 'term' || !serverTerms.has(intent.term)) return false
  return scan.records.some(({ kind, value }) => kind === 'mx' && value.toLowerCase().endsWith(` ${name}`))
}

/** Whether the answer depends on the domain that the question names. A finding can have the name of a host in its words. */
function isAboutDomain(intent: Intent, named: string): boolean {
  if (intent.kind === 'term') return intent.wants !== 'explain' && intent.wants !== 'why'
  if (intent.kind === 'finding') {
    const { reason, subject } = intent.finding
    return !readQuestion(`${reason} ${subject ?? ''}`).names.includes(named)
  }
  return ['secure', 'fixes', 'changes', 'deliverability'].includes(intent.kind)
}

function answerOf(intent: Intent, facts: Facts, origin: Origin): Answer {
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
      'I answer questions about your scans: how secure a domain is, what to fix first and how, a finding, a record, blocklists, what changed, or a term such as DMARC. For example:',
    ),
    ...list(suggestions),
  ]
}
