import {
  spfRecordCharacters,
  spfRecordErrors,
  spfRecordTerms,
  spfTermCharacters,
  spfTreeDepth,
  spfTreeLookups,
} from '../caps/index.ts'
import type { BrokenZone, Resolver, Signal } from '../dns/index.ts'
import { blockOf, boundedResolver, brokenZoneOf, displayText, isNegative, textOf } from '../dns/index.ts'
import { type AddressSet, everyAddress, noAddress, setOf } from './address-set.ts'
import { notAsked } from './host-addresses.ts'
import { expandMacroString } from './macro.ts'
import { type SpfTermFault, termFaultText } from './permerror.ts'
import { targetName } from './policy.ts'
import { parseSpf, type SpfTerm, selectSpf } from './record.ts'
import { askExchangers, askHost, leftOpen } from './tree-hosts.ts'

/** The queries of one tree, however hostile: far beyond what a receiver asks, far below what hurts. */
const treeQuestions = 250

/** What a term takes beside its text, in bytes of `spfTreeBytes`. */
const termBytes = 256

type RecordState =
  | 'read'
  | 'none' // no SPF record there
  | 'several' // more than one: a permerror
  | 'unchecked' // the lookup failed
  | 'loop' // a loop: the record is above itself

/** A record with everything below it, as collected. */
export interface WalkedRecord {
  domain: string
  state: RecordState
  text: string | null
  /** Why a term that leads here makes its record a permerror. */
  fault: SpfTermFault | null
  terms: readonly WalkedTerm[]
  /** Syntax errors: each makes the whole record a permerror. */
  errors: readonly string[]
  problem: string | null
  /** Terms beyond the limit were not parsed. */
  cut: boolean
}

export interface WalkedTerm {
  text: string
  term: SpfTerm
  /** False after `all`, and for a `redirect=` beside `all`: no receiver evaluates it. */
  reached: boolean
  costsLookup: boolean
  void: boolean
  /**
   * The addresses that the term itself matches; null for an `include`, for conditions on the sender, and after a failed
   * lookup.
   */
  addresses: AddressSet | null
  dependsOnSender: boolean
  unchecked: boolean
  child: WalkedRecord | null
  /** Set when the term makes the record a permerror beyond its syntax. */
  permerror: SpfTermFault | null
  problem: string | null
  /** An answer that the term needs does not validate: the zone whose DNSSEC is broken. */
  bogus: BrokenZone | null
}

/** State that all records of a walk share. */
export interface Walk {
  resolver: Resolver
  signal: Signal | undefined
  /** The domain of the sender, for `%{o}`: that of the root record. */
  root: string
  lookups: number
  /** What is left of the bytes of the tree, for all records together. */
  room: number
  /** Nothing more is read once the room is used up: no caller uses a part of the tree. */
  stopsWhenFull: boolean
  /** Something did not fit. */
  isFull: boolean
}

/** A walk of the tree below `root` that reads at most so many bytes. */
export function newWalk(
  resolver: Resolver,
  root: string,
  { bytes, signal, stopsWhenFull = false }: { bytes: number; signal?: Signal | undefined; stopsWhenFull?: boolean },
): Walk {
  const bounded = boundedResolver(resolver, treeQuestions)
  return { resolver: bounded, root, signal, lookups: 0, room: bytes, stopsWhenFull, isFull: false }
}

/** Queries and parses the record of a domain with everything below it. `above` are the domains on the way here. */
export async function walkDomain(
  walk: Walk,
  domain: string,
  above: readonly string[],
): Promise<{ record: WalkedRecord; void: boolean; bogus: BrokenZone | null }> {
  const answer = await walk.resolver.query(domain, 'TXT', walk.signal)
  if (answer.kind === 'failed') {
    return { record: unread(domain, 'unchecked', notAsked(answer.reason)), void: false, bogus: null }
  }
  const bogus = brokenZoneOf(domain, answer.via)
  const texts = answer.kind === 'records' ? answer.records.map(textOf) : []
  const { records } = selectSpf(texts)
  const [text] = records
  if (text === undefined)
    return { record: faulty(domain, 'none', { code: 'no_record' }), void: isNegative(answer), bogus }
  if (records.length > 1)
    return {
      record: faulty(domain, 'several', { code: 'several_at_target', count: records.length }),
      void: false,
      bogus,
    }
  return { record: await walkText(walk, domain, text, above), void: false, bogus }
}

/** Parses a record's text with everything below it. Follows siblings in parallel. */
export async function walkText(
  walk: Walk,
  domain: string,
  text: string,
  above: readonly string[],
): Promise<WalkedRecord> {
  if (walk.stopsWhenFull && (walk.isFull || text.length > walk.room)) {
    walk.isFull = true
    return unread(domain, 'unchecked', 'too large')
  }
  const { terms: parsed, problems } = parseSpf(text)
  const kept = takeTerms(walk, text, parsed)
  const allAt = parsed.findIndex(({ term }) => term.kind === 'all')
  const here = [...above, domain]
  const messages = new Map(problems.map(({ term, message }) => [term, message]))
  const pending = kept.map(async ({ text: published, term }, at) => {
    const blank = blankTerm(published, term)
    blank.problem = messages.get(at) ?? null
    // RFC 7208 section 6.1: redirect= is ignored when there is an `all`; section 5.1: so are mechanisms after it. Other
    // modifiers count at any place (section 6).
    const isModifier = term.kind === 'exp' || term.kind === 'modifier'
    blank.reached = term.kind === 'redirect' ? allAt === -1 : isModifier || allAt === -1 || at <= allAt
    blank.costsLookup = blank.reached && /^(?:include|a|mx|ptr|exists|redirect)$/.test(term.kind)
    if (!blank.reached) {
      blank.problem ??=
        term.kind === 'redirect' ? 'ignored because the record has all' : 'ignored because it follows all'
      return blank
    }
    if (blank.costsLookup && walk.lookups >= spfTreeLookups)
      return notFollowed(blank, `more than ${spfTreeLookups} lookups`)
    if (blank.costsLookup) walk.lookups++
    return walkTerm(walk, blank, here)
  })
  return {
    domain,
    state: 'read',
    text,
    fault: null,
    terms: await Promise.all(pending),
    errors: problems
      .filter(({ severity }) => severity === 'error')
      .slice(0, spfRecordErrors)
      .map(({ term, message }) => (term === null ? message : `${shown(parsed[term]?.text ?? '')}: ${message}`)),
    problem: kept.length < parsed.length ? `we read only the first ${kept.length} of ${parsed.length} terms` : null,
    cut: kept.length < parsed.length,
  }
}

/** The first terms of a record, as far as they fit in the record and in the tree. */
function takeTerms<Term extends { text: string }>(walk: Walk, record: string, terms: readonly Term[]): readonly Term[] {
  walk.room -= Math.min(record.length, spfRecordCharacters)
  const kept: Term[] = []
  for (const term of terms.slice(0, spfRecordTerms)) {
    const weight = termBytes + 2 * Math.min(term.text.length, spfTermCharacters)
    if (weight > walk.room) {
      walk.isFull = true
      break
    }
    walk.room -= weight
    kept.push(term)
  }
  return kept
}

/** The terms in evaluation order: `redirect=` comes last, wherever it is written (RFC 7208 section 6.1). */
export function inEvaluationOrder(terms: readonly WalkedTerm[]): WalkedTerm[] {
  return [
    ...terms.filter(({ term }) => term.kind !== 'redirect'),
    ...terms.filter(({ term }) => term.kind === 'redirect'),
  ]
}

function blankTerm(text: string, term: SpfTerm): WalkedTerm {
  return {
    text: shown(text),
    term,
    reached: true,
    costsLookup: false,
    void: false,
    addresses: null,
    dependsOnSender: false,
    unchecked: false,
    child: null,
    permerror: null,
    problem: null,
    bogus: null,
  }
}

function shown(text: string): string {
  return displayText(text, spfTermCharacters)
}

function unread(domain: string, state: RecordState, problem: string): WalkedRecord {
  return { domain, state, text: null, fault: null, terms: [], errors: [], problem, cut: false }
}

function faulty(domain: string, state: RecordState, fault: SpfTermFault): WalkedRecord {
  return { ...unread(domain, state, termFaultText(fault)), fault }
}

function notFollowed(node: WalkedTerm, why: string): WalkedTerm {
  return { ...node, unchecked: true, problem: `not followed (${why})` }
}

async function walkTerm(walk: Walk, node: WalkedTerm, here: readonly string[]): Promise<WalkedTerm> {
  const { term } = node
  switch (term.kind) {
    case 'all':
      return { ...node, addresses: everyAddress }
    case 'ip4':
    case 'ip6':
      return { ...node, addresses: setOf([blockOf(term.address, term.prefix)]) }
    case 'ptr':
      return { ...node, dependsOnSender: true }
    case 'unknown':
    case 'modifier':
    case 'exp':
      return { ...node, addresses: noAddress }
    default: {
      const target = targetOf(term, walk.root, here.at(-1) ?? walk.root)
      if (target === null) return { ...node, dependsOnSender: true, problem: node.problem ?? 'depends on the sender' }
      const name = targetName(target)
      if (name === null || name === '.') return namesNothing(node)
      if (term.kind === 'include' || term.kind === 'redirect') return follow(walk, node, name, here)
      if (term.kind === 'exists') return askExists(walk, node, name)
      const prefixes = { 4: term.prefix4, 6: term.prefix6 }
      return term.kind === 'a' ? askHost(walk, node, name, prefixes) : askExchangers(walk, node, name, prefixes)
    }
  }
}

/** The name of a term; null when a macro makes it depend on the sender. */
function targetOf(
  term: SpfTerm & { kind: 'include' | 'redirect' | 'exists' | 'a' | 'mx' },
  root: string,
  domain: string,
): string | null {
  if (term.domain === null) return domain
  const known: { readonly [letter: string]: string } = { d: domain, o: root }
  return expandMacroString(term.domain, letter => known[letter] ?? null)
}

/** An expanded name that is invalid is never queried: `include` finds no record, hosts do not match. */
function namesNothing(node: WalkedTerm): WalkedTerm {
  const fault = { code: 'invalid_target' } as const
  const leads = node.term.kind === 'include' || node.term.kind === 'redirect'
  return { ...node, addresses: noAddress, permerror: leads ? fault : null, problem: termFaultText(fault) }
}

async function follow(walk: Walk, node: WalkedTerm, name: string, here: readonly string[]): Promise<WalkedTerm> {
  if (here.includes(name)) {
    const child = faulty(name, 'loop', { code: 'loop', name })
    return { ...node, child, permerror: child.fault, problem: child.problem }
  }
  if (here.length >= spfTreeDepth) return notFollowed(node, `more than ${spfTreeDepth} levels deep`)
  const { record, void: isVoid, bogus } = await walkDomain(walk, name, here)
  const unchecked = record.state === 'unchecked'
  return { ...node, child: record, void: isVoid, unchecked, permerror: record.fault, bogus }
}

async function askExists(walk: Walk, node: WalkedTerm, name: string): Promise<WalkedTerm> {
  const answer = await walk.resolver.query(name, 'A', walk.signal)
  if (answer.kind === 'failed') return leftOpen(node, notAsked(answer.reason))
  const bogus = brokenZoneOf(name, answer.via)
  // Without macros the name is the same for every sender: the term matches all of them, or none (section 5.7).
  if (answer.kind === 'records') return { ...node, addresses: everyAddress, bogus }
  return { ...node, addresses: noAddress, void: true, bogus }
}
