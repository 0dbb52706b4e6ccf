import { type AccountGroup, type AccountQuery } from '../account-facts.ts'
import { groupsFor } from '../account-question.ts'
import { type Answer, paragraph } from '../answer.ts'
import type { Facts } from '../facts.ts'
import { headed } from '../headed.ts'
import { beyondAnswer, type PlaceReader, placeAnswer, readOnlyAnswer } from '../places.ts'
import { readQuestion } from '../question.ts'
import { rowAnswer } from '../reply-domains.ts'
import { setupAnswer } from '../setup/index.ts'
import { topicAnswer } from '../texts/index.ts'
import { ownAddressBlocks } from './address-topics.ts'
import { changesAbove, cutWords, namedMax, roleNote, scansMax } from './answer-notes.ts'
import { attributeAnswer, attributeList, attributeValues } from './attribute-answer.ts'
import { compareAnswer } from './compare.ts'
import { type Context, scanOf } from './context.ts'
import { headerAnswer, ownOfHeader } from './header-answer.ts'
import { jointAnswer } from './joint-answer.ts'
import { narrowedWords } from './narrow.ts'
import { pastedAnswer } from './pasted-answer.ts'
import type { Named } from './place-of-question.ts'
import { refusal, whereToLook, whichDomain } from './refuse.ts'
import { accountNeeded, type Resolved } from './resolve.ts'
import { type Understood, understand } from './understand.ts'

/** What an answer needs to be read. */
export interface Needs {
  /** The domains whose last scans it needs. */
  scans: readonly string[]
  /** The domains whose issues it needs in `Facts.domains`. */
  issues: 'all' | readonly string[]
  /** The groups of facts about the account, and about what; null: none. */
  account: { groups: readonly AccountGroup[]; query: AccountQuery } | null
}

/** What the answer to a question needs beside what is known before it is read. */
export function needsOf(
  text: string,
  earlier: readonly string[],
  before: Pick<Facts, 'scope' | 'domains' | 'scan' | 'now'>,
): Needs {
  const facts: Facts = { ...before, header: null, dnsChanges: [], scans: [], account: null }
  const all = understand(text, earlier, facts).map(needsOfOne)
  const issues = all.map(each => each.issues)
  const accounts = all.flatMap(({ account }) => account ?? [])
  return {
    scans: [...new Set(all.flatMap(({ scans }) => scans))],
    issues: issues.includes('all') ? 'all' : [...new Set(issues.flatMap(each => (each === 'all' ? [] : each)))],
    account:
      accounts.length === 0
        ? null
        : {
            groups: [...new Set(accounts.flatMap(({ groups }) => groups))],
            query: Object.assign({}, ...accounts.map(({ query }) => query)) as AccountQuery,
          },
  }
}

function needsOfOne({ context, resolved }: Understood): Needs {
  const question = accountNeeded(resolved, context)
  const { domain, since, until } = question ?? {}
  const isPlace =
    resolved.kind === 'place' ||
    (resolved.kind === 'refused' && resolved.named !== null) ||
    (resolved.kind === 'topic' && (resolved.topic.place !== undefined || resolved.topic.isOfRole === true))
  return {
    scans: scansNeeded(resolved, context),
    issues: issuesNeeded(resolved, context),
    account:
      question === null
        ? isPlace
          ? { groups: [], query: {} }
          : null
        : {
            groups: [...groupsFor(question), ...(resolved.kind === 'topic' ? (resolved.topic.reads ?? []) : [])],
            query: {
              ...(domain !== undefined && { domain }),
              ...(since !== undefined && { since }),
              ...(until !== undefined && { until }),
            },
          },
  }
}

/** Of whom the list of domains must have issues: of those that are named, or of all where the answer is about their issues. */
function issuesNeeded(resolved: Resolved, context: Context): Needs['issues'] {
  const named = [...new Set(context.own.map(({ name }) => name))]
  if (named.length > 0) return named
  if (resolved.kind === 'topic') {
    const { issuesOf = [] } = resolved.topic
    return typeof issuesOf === 'function' ? issuesOf(context) : issuesOf
  }
  return resolved.kind === 'attribute' && resolved.attribute.id === 'issue-count' ? 'all' : []
}

function scansNeeded(resolved: Resolved, context: Context): readonly string[] {
  const { own, within, reading } = context
  if (resolved.kind === 'header') return [ownOfHeader(resolved.header, context) ?? []].flat()
  const named = [...new Set(own.map(({ name }) => name))]
  const isAcross =
    named.length === 0 &&
    ((resolved.kind === 'attribute' && resolved.attribute.row === undefined) ||
      resolved.kind === 'joint' ||
      (resolved.kind === 'topic' && resolved.topic.needsScans === true) ||
      // Which ones the list before named.
      (resolved.kind === 'topic' && resolved.topic.of === 'domains' && reading.refers.these) ||
      // Whose address a refusal names.
      (resolved.kind === 'text' && resolved.text.isQuoted === true && reading.addresses.length > 0))
  if (isAcross) return within.slice(0, scansMax).map(({ name }) => name)
  // The first of a list is explained.
  if (named.length === 0 && resolved.kind === 'topic' && resolved.topic.id === 'attention')
    return within
      .toSorted((one, other) => (one.score ?? 101) - (other.score ?? 101))
      .slice(0, 1)
      .map(({ name }) => name)
  return named.slice(0, namedMax)
}

/**
 * Answers a question about the user's domains, the account or the field; what is not understood is refused. `isModel`: it is
 * about what answers here, and the caller says that; `isPolite`: a greeting or thanks.
 */
export function answerQuestion(
  text: string,
  earlier: readonly string[],
  facts: Facts,
): { answer: Answer; isModel: boolean; isPolite: boolean } {
  const all = understand(text, earlier, facts)
  const [first] = all
  const id = all.length === 1 && first?.resolved.kind === 'topic' ? first.resolved.topic.id : ''
  return {
    answer: headed(all.flatMap(wholeAnswer)),
    isModel: id === 'model',
    isPolite: id === 'hello' || id === 'thanks',
  }
}

function wholeAnswer({ resolved, context }: Understood): Answer {
  const answer = answerOf(resolved, context)
  return [
    ...(context.narrowed === null || resolved.kind === 'refused' ? [] : narrowedWords(context.narrowed)),
    ...changesAbove(resolved, context),
    ...(answer.length === 0 ? unscanned(context) : answer),
    ...roleNote(resolved, context),
    ...cutWords(resolved, context),
  ]
}

function answerOf(resolved: Resolved, context: Context): Answer {
  switch (resolved.kind) {
    case 'topic':
      return resolved.topic.answer(context)
    case 'attribute':
      return attributeAnswers(resolved, context)
    case 'text': {
      const [named] = context.own
      const isQuoted = resolved.text.isQuoted === true
      return [
        ...topicAnswer(
          resolved.text,
          named === undefined || !context.isNamed ? null : scanOf(context.facts, named.name),
        ),
        ...(isQuoted ? ownAddressBlocks(context) : []),
      ]
    }
    case 'setup': {
      const [named] = context.own
      const scan = named === undefined ? null : scanOf(context.facts, named.name)
      return setupAnswer(readQuestion(resolved.text), { ...context.facts, scan })?.answer ?? []
    }
    case 'joint':
      return jointAnswer(resolved.joint, context)
    case 'header':
      return headerAnswer(resolved.header, context)
    case 'pasted':
      return pastedAnswer(resolved.record)
    case 'which':
      return whichDomain(context, resolved.ask)
    case 'foreign':
      return paragraph(`${resolved.name} is not among your domains. Add it and scan it, then ask again.`)
    case 'refused':
      return refusal(
        context,
        resolved.nearest,
        resolved.named === null ? whereToLook(context) : placeWords(resolved.named, context),
      )
    case 'place':
      return placeBlocks(resolved.named, context)
    default:
      return resolved satisfies never
  }
}

/** Who asks: what a place says of roles and plans depends on it. */
function readerOf({ facts: { account, scope } }: Context): PlaceReader {
  return account === null
    ? { tier: scope, billing: 'off', role: 'owner' }
    : { tier: account.tier, billing: account.billing, role: account.caller.role }
}

function placeBlocks(named: Named, context: Context): Answer {
  const reader = readerOf(context)
  return named.kind === 'place' ? readOnlyAnswer(named.id, reader) : beyondAnswer(named.id, reader)
}

function placeWords(named: Named, context: Context): string {
  const blocks = named.kind === 'place' ? placeAnswer(named.id, readerOf(context)) : placeBlocks(named, context)
  return blocks.flatMap(block => ('text' in block ? [block.text] : [])).join(' ')
}

function attributeAnswers({ attribute, form }: Extract<Resolved, { kind: 'attribute' }>, context: Context): Answer {
  if (form === 'one') return attributeAnswer(attribute, context)
  if (form === 'compare') return compareAnswer(attribute, context)
  return form === 'list' ? attributeList(attribute, context) : attributeValues(attribute, context)
}

/** A domain whose scan is not at hand. */
function unscanned({ own: [named], facts }: Context): Answer {
  const row = facts.domains.find(({ name }) => name === named?.name)
  if (row === undefined) return paragraph('You have no domain yet. Add one and scan it, then ask again.')
  return rowAnswer(row)
}
