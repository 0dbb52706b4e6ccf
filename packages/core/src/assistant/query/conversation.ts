import { rank } from '../../plan/index.ts'
import type { Facts } from '../facts.ts'
import { isPlaceholderName } from '../reading/placeholder-names.ts'
import { type Reading, read } from '../reading/read.ts'
import { type Context, type Named, type OwnNamed, ownIn } from './context.ts'
import { domainsNarrowed, narrowedIn } from './narrow.ts'
import { termOf } from './term-of-question.ts'

/** What the conversation is about so far. */
export interface Thread {
  own: readonly OwnNamed[]
  /** The last question, with what it took from those before it. */
  reading: Reading | null
  /** Its text with that of the questions before it, for the short texts. */
  text: string
  /** The domains of the conversation, each once, the newest last. */
  named: readonly OwnNamed[]
  /** The domains of the last list. */
  listed: readonly string[]
}

export const newThread: Thread = { own: [], named: [], reading: null, text: '', listed: [] }

/** A question in its conversation: what it leaves out is taken from the questions before it. */
export function contextOf(text: string, thread: Thread, facts: Facts): Context {
  const chosen = narrowedIn(text, facts.domains)
  const rest = chosen === null ? null : read(chosen.rest, facts.now)
  // "Which domains are tagged client?" asks for the tag itself.
  const narrowed = chosen !== null && rest !== null && (chosen.without.length > 0 || hasContent(rest)) ? chosen : null
  const asked = narrowed === null || rest === null ? read(text, facts.now) : rest
  const place = facts.scan === null ? [] : [{ name: facts.scan.domain, unicode: null }]
  const all = [...facts.domains, ...place.filter(({ name }) => !facts.domains.some(each => each.name === name))]
  const { own: named, foreign: others } = ownIn(asked.names, all)
  // A mail server of the domain that the question is asked beside.
  const foreign = others.filter(name => !isHostOf(facts.scan, name) && !isPlaceholderName(name))
  const hasName = named.length > 0 || foreign.length > 0
  const reading = continued(beforeThat(asked, thread), hasName, thread)
  // Which one of a list is meant, only the list before says, and it is not read again.
  const isOfList =
    thread.reading !== null &&
    !hasName &&
    ((thread.own.length === 0 && oneOfList.test(asked.text)) || oneAlone.test(asked.text))
  const before = thread.own.filter(({ name }) => all.some(each => each.name === name))
  const pair = thread.named.filter(({ name }) => all.some(each => each.name === name)).slice(-2)
  const around = { before, pair, listed: thread.listed, place, all, foreign }
  const own = named.length > 0 ? named : narrowed === null ? ownWithoutName(asked, around) : []
  const meant = domainsWithin({ refers: { ...asked.refers, these: reading.refers.these } }, thread, facts)
  const within = narrowed === null ? meant : domainsNarrowed(meant, narrowed)
  // Starter looks at one domain at a time (decision 1.11).
  const cut = rank(facts.scope) === 0 && within.length > 1 ? within.slice(0, 1) : within
  return {
    reading,
    facts,
    own,
    isNamed: named.length > 0 || place.length > 0,
    foreign,
    within: cut,
    isCut: cut.length < within.length,
    narrowed,
    isOneOfList: isOfList,
  }
}

const oneOfList = / (?:first|second|third|last|top|bottom) (?:one|domain|of (?:them|these|those)) /
/** "More about the second": of what the answer before listed, domains or not. */
const oneAlone =
  / the (?:first|second|third|last|latter|former)(?: (?:one|key|record|of (?:them|these|those)))?(?: (?:please|pls|then|now))? $/

/** Whether a question asks for more than which domains there are. */
function hasContent({ concepts, policies, ending, numbers, services, addresses }: Reading): boolean {
  if (policies.length + services.length + addresses.length > 0 || ending !== null) return true
  return numbers.some(({ op }) => op !== 'is') || [...concepts].some(id => !frame.has(id) && id !== 'tag')
}

const yearMs = 365 * 86_400_000

/** "And before that?": the year before the period of the question before. */
function beforeThat(asked: Reading, { reading: before }: Thread): Reading {
  const until = before?.period?.since
  if (until === undefined || asked.period !== null || !/ before (?:that|then) $/.test(asked.text)) return asked
  const since = new Date(Date.parse(until) - yearMs).toISOString()
  const rest = asked.found.filter(({ text }) => text !== 'before')
  return {
    ...asked,
    period: { since, until, isMoment: false },
    found: rest,
    concepts: new Set(rest.flatMap(each => each.concepts)),
  }
}

interface Around {
  /** The domains that the conversation is about. */
  before: readonly OwnNamed[]
  /** The last two of its domains. */
  pair: readonly OwnNamed[]
  listed: readonly string[]
  /** The domain whose report the question is asked beside. */
  place: readonly Named[]
  all: readonly Named[]
  foreign: readonly string[]
}

/** The domains that a question without a name is about. */
function ownWithoutName(asked: Reading, { before, pair, listed, place, all, foreign }: Around): readonly OwnNamed[] {
  const { refers, concepts, forms, text } = asked
  const only = (all.length === 1 ? all : []).map(({ name }) => ({ name, below: null }))
  if (refers.these && before.length === 1 && pair.length > 1 && listed.length === 0) return pair
  if (refers.these && before.length > 0 && (before.length > 1 || listed.length === 0)) return before
  const isList =
    concepts.has('all') ||
    refers.others ||
    refers.these ||
    / (?:our|domains) /.test(text) ||
    (forms.has('which') && concepts.has('domain'))
  if (isList && !refers.it) return only
  if (foreign.length > 0) return []
  if (before.length > 0) return before
  return place.length > 0 ? place.map(({ name }) => ({ name, below: null })) : only
}

function isHostOf(scan: Facts['scan'], name: string): boolean {
  return scan?.records.some(({ kind, value }) => kind === 'mx' && value.toLowerCase().endsWith(` ${name}`)) === true
}

function domainsWithin({ refers }: Pick<Reading, 'refers'>, thread: Thread, { domains }: Facts): Context['within'] {
  if (refers.others && thread.own.length > 0)
    return domains.filter(({ name }) => !thread.own.some(each => each.name === name))
  if (refers.others && thread.listed.length > 0) return domains.filter(({ name }) => !thread.listed.includes(name))
  if (refers.these && thread.listed.length > 0) return domains.filter(({ name }) => thread.listed.includes(name))
  return domains
}

/** Words that only say where or for whom. */
const frame: ReadonlySet<string> = new Set(['domain', 'all', 'exist', 'without', 'only', 'except'])

const judging =
  / (?:good|ok|okay|bad|fine|enough|normal|safe|secure|right|correct|strict|weak|strong|problem|alright|sufficient) /
const isThat = /^ (?:and |but |so )?(?:is|are|was) (?:that|this|it|they|these|those) /

/** "Is that good?" and no more. */
const isJudgement = (text: string): boolean =>
  isThat.test(text) && judging.test(text) && text.trim().split(' ').length <= 7

/** "Is that good?": of the value that the answer before gave. */
function isJudged(asked: Reading, before: Reading): boolean {
  return isJudgement(asked.text) && termOf({ reading: before }) !== null && !before.concepts.has('secure')
}

function judged(asked: Reading, before: Reading): Reading {
  const kept = before.found.filter(({ concepts }) => concepts.length > 0)
  const found = [...kept, { concepts: ['issue' as const], forms: ['is' as const], text: 'good' }]
  return {
    ...before,
    refers: asked.refers,
    found,
    concepts: new Set(found.flatMap(({ concepts }) => concepts)),
    forms: new Set(['is'] as const),
    text: asked.text,
  }
}

/** "Why does this one fail?", "and the others?": what the others have, of the same subject. */
function othersOf(asked: Reading, before: Reading): Reading {
  if (asked.unknown.length > 0 || [...asked.concepts].some(id => !frame.has(id))) return asked
  const kept = before.found.filter(({ concepts }) => concepts.length > 0 && !concepts.some(id => causes.has(id)))
  const found = [...kept, { concepts: ['issue' as const, 'all' as const], forms: ['which' as const], text: 'others' }]
  return {
    ...asked,
    found,
    concepts: new Set(found.flatMap(({ concepts }) => concepts)),
    forms: new Set(['which'] as const),
    numbers: [],
  }
}

const causes: ReadonlySet<string> = new Set([
  'broken',
  'dropped',
  'lose',
  'score',
  'issue',
  'price',
  'secure',
  'without',
])

/** "Which have no DKIM?", "and without DMARC?": another condition in the same form. */
function sameForm(asked: Reading, before: Reading): Reading | null {
  const isList = before.forms.has('which') || before.forms.has('howmany')
  if (!isList || asked.forms.size > 0 || asked.names.length > 0) return null
  if (!asked.text.startsWith(' and ') || asked.unknown.length > 0 || asked.refers.it || asked.refers.these) return null
  if (asked.refers.others || asked.text.trim().split(' ').length > 6 || asked.concepts.size === 0) return null
  const found = [...asked.found, { concepts: ['all' as const], forms: [...before.forms], text: 'which domains' }]
  return { ...asked, found, concepts: new Set([...asked.concepts, 'all']), forms: new Set(before.forms) }
}

/** "Why?" after a list: what those that it named have. */
function whyOfList(asked: Reading, before: Reading): Reading | null {
  if (!before.forms.has('which') || termOf({ reading: before }) === null) return null
  if (!/^ (?:and |but )?(?:why|how come|what is the reason|for what reason)(?: is that| that| so)? $/.test(asked.text))
    return null
  const kept = before.found.filter(({ concepts }) => concepts.length > 0 && !concepts.some(id => causes.has(id)))
  const found = [...kept, { concepts: ['issue' as const, 'all' as const], forms: ['which' as const], text: 'why' }]
  return {
    ...asked,
    refers: { ...asked.refers, these: true },
    found,
    concepts: new Set(found.flatMap(({ concepts }) => concepts)),
    forms: new Set(['which'] as const),
  }
}

/** "And young.example?", "and since yesterday?", "do we have that?": what they ask is what was asked before. */
function continued(asked: Reading, hasName: boolean, thread: Thread): Reading {
  const { reading: before } = thread
  if (before === null) return asked
  if (isJudged(asked, before)) return judged(asked, before)
  if (asked.refers.others && before.forms.has('why')) return othersOf(asked, before)
  const goneOn = thread.own.length > 0 ? null : (sameForm(asked, before) ?? whyOfList(asked, before))
  if (goneOn !== null) return goneOn
  // "Where do I set that?" names nothing new.
  const isWhere = asked.refers.it && (asked.forms.has('where') || asked.forms.has('how'))
  const isRecord = (asked.forms.has('write') || asked.forms.has('list')) && asked.concepts.has('record')
  const isEmpty =
    [...asked.concepts].every(
      id =>
        frame.has(id) ||
        (isRecord && id === 'record') ||
        (isWhere && (id === 'move' || id === 'fix' || id === 'changed')),
    ) &&
    asked.policies.length === 0 &&
    asked.ending === null
  const isSince = /^ (?:and |but )?(?:since when|how long)(?: is that| was that| already)? $/.test(asked.text)
  const hasOther = isRecord || isSince || hasName || asked.period !== null || asked.refers.others || asked.refers.it
  const isShort = asked.text.trim().split(' ').length <= 7
  if (!isEmpty || !isShort || asked.unknown.length > 0) return asked
  const isWhy = asked.forms.has('why') && asked.found.length === 1
  if (isWhy ? termOf({ reading: before }) === null : !hasOther) return asked
  if (isWhy && (before.concepts.has('secure') || before.concepts.has('issue'))) return asked
  return {
    ...asked,
    concepts: new Set([...before.concepts, ...asked.concepts]),
    forms: new Set([...before.forms, ...asked.forms]),
    found: [...before.found, ...asked.found.filter(({ concepts }) => !isWhere || concepts.every(id => frame.has(id)))],
    policies: before.policies,
    numbers: before.numbers,
    ending: before.ending,
    services: asked.services.length > 0 ? asked.services : before.services,
    period: asked.period ?? before.period,
    text: `${before.text.trimEnd()}${asked.text}`,
  }
}
