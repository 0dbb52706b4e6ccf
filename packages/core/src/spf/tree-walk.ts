import type { Address, BrokenZone, Resolver, Signal } from '../dns/index.ts'
import { blockOf, brokenZoneOf, displayText, isNegative, textOf } from '../dns/index.ts'
import { type AddressSet, everyAddress, noAddress, setOf } from './address-set.ts'
import { hostAddresses, notAsked } from './host-addresses.ts'
import { exchangersMax } from './limits.ts'
import { expandMacroString } from './macro.ts'
import { type SpfTermFault, termFaultText } from './permerror.ts'
import { targetName } from './policy.ts'
import { parseSpf, type SpfTerm, selectSpf } from './record.ts'

/** The limits of one tree, however hostile: far beyond what a receiver follows, far below what hurts. */
export const treeLimits = {
  lookups: 40,
  depth: 12,
  termsPerRecord: 500,
  errorsPerRecord: 20,
  questions: 250,
  /** Per host, IPv4 and IPv6 each. */
  addresses: 256,
} as const

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
  const { terms: parsed, problems } = parseSpf(text)
  const kept = parsed.slice(0, treeLimits.termsPerRecord)
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
    if (blank.costsLookup && walk.lookups >= treeLimits.lookups)
      return notFollowed(blank, `more than ${treeLimits.lookups} lookups`)
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
      .slice(0, treeLimits.errorsPerRecord)
      .map(({ term, message }) => (term === null ? message : `${shown(parsed[term]?.text ?? '')}: ${message}`)),
    problem: kept.length < parsed.length ? `we read only the first ${kept.length} of ${parsed.length} terms` : null,
    cut: kept.length < parsed.length,
  }
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
  return displayText(text, 300)
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
  if (here.length >= treeLimits.depth) return notFollowed(node, `more than ${treeLimits.depth} levels deep`)
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

function leftOpen(node: WalkedTerm, why: string): WalkedTerm {
  return { ...node, unchecked: true, problem: node.problem ?? why }
}

interface Prefixes {
  4: number
  6: number
}

async function askHost(walk: Walk, node: WalkedTerm, name: string, prefixes: Prefixes): Promise<WalkedTerm> {
  const { addresses, open, bogus } = await hostAddresses(walk, name, treeLimits.addresses)
  const found: WalkedTerm = { ...node, addresses: blocksOf(addresses, prefixes), void: addresses.length === 0, bogus }
  return open === null
    ? found
    : leftOpen({ ...found, addresses: addresses.length === 0 ? null : found.addresses, void: false }, open)
}

async function askExchangers(walk: Walk, node: WalkedTerm, name: string, prefixes: Prefixes): Promise<WalkedTerm> {
  const answer = await walk.resolver.query(name, 'MX', walk.signal)
  if (answer.kind === 'failed') return leftOpen(node, notAsked(answer.reason))
  const own = brokenZoneOf(name, answer.via)
  if (answer.kind !== 'records') return { ...node, addresses: noAddress, void: true, bogus: own }
  const exchangers = [...new Set(answer.records.map(({ exchange }) => exchange))].filter(exchange => exchange !== '.')
  if (answer.records.length > exchangersMax) {
    const fault = { code: 'exchanger_limit', count: answer.records.length } as const
    return { ...node, addresses: noAddress, permerror: fault, problem: termFaultText(fault), bogus: own }
  }
  const hosts = await Promise.all(exchangers.map(exchange => hostAddresses(walk, exchange, treeLimits.addresses)))
  const addresses = hosts.flatMap(host => host.addresses)
  const open = hosts.find(host => host.open !== null)?.open ?? null
  // An empty answer about an exchanger counts like an empty answer about the MX records.
  const isVoid = hosts.some(host => host.open === null && host.addresses.length === 0)
  const bogus = own ?? hosts.find(host => host.bogus !== null)?.bogus ?? null
  const found: WalkedTerm = { ...node, addresses: blocksOf(addresses, prefixes), void: isVoid, bogus }
  return open === null
    ? found
    : leftOpen({ ...found, addresses: addresses.length === 0 ? null : found.addresses }, open)
}

function blocksOf(addresses: readonly Address[], prefixes: Prefixes): AddressSet {
  return setOf(addresses.map(address => blockOf(address, prefixes[address.family])))
}
