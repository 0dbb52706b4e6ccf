import { rank } from '../../plan/index.ts'
import type { Facts } from '../facts.ts'
import { isPlaceholderName } from '../reading/placeholder-names.ts'
import { type Reading, read } from '../reading/read.ts'
import { type Context, type Named, type OwnNamed, ownIn } from './context.ts'
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
  const asked = read(text, facts.now)
  const place = facts.scan === null ? [] : [{ name: facts.scan.domain, unicode: null }]
  const all = [...facts.domains, ...place.filter(({ name }) => !facts.domains.some(each => each.name === name))]
  const { own: named, foreign: others } = ownIn(asked.names, all)
  // A mail server of the domain that the question is asked beside.
  const foreign = others.filter(name => !isHostOf(facts.scan, name) && !isPlaceholderName(name))
  const reading = continued(beforeThat(asked, thread), named.length > 0 || foreign.length > 0, thread)
  const before = thread.own.filter(({ name }) => all.some(each => each.name === name))
  const pair = thread.named.filter(({ name }) => all.some(each => each.name === name)).slice(-2)
  const around = { before, pair, listed: thread.listed, place, all, foreign }
  const own = named.length > 0 ? named : ownWithoutName(asked, around)
  const within = domainsWithin(asked, thread, facts)
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
  }
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

function domainsWithin({ refers }: Reading, thread: Thread, { domains }: Facts): Context['within'] {
  if (refers.others && thread.own.length > 0)
    return domains.filter(({ name }) => !thread.own.some(each => each.name === name))
  if (refers.others && thread.listed.length > 0) return domains.filter(({ name }) => !thread.listed.includes(name))
  if (refers.these && thread.listed.length > 0) return domains.filter(({ name }) => thread.listed.includes(name))
  return domains
}

/** Words that only say where or for whom. */
const frame: ReadonlySet<string> = new Set(['domain', 'all', 'exist', 'without', 'only', 'except'])

/** "And young.example?", "and since yesterday?", "do we have that?": what they ask is what was asked before. */
function continued(asked: Reading, hasName: boolean, { reading: before }: Thread): Reading {
  if (before === null) return asked
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
  const hasOther = isRecord || hasName || asked.period !== null || asked.refers.others || asked.refers.it
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
