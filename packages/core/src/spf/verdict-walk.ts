import { type Address, blockOf, isNegative, parseAddress, type Resolver, type Signal, textOf } from '../dns/index.ts'
import { type AddressSet, difference, everyAddress, noAddress, setOf, union } from './address-set.ts'
import { exchangersMax } from './limits.ts'
import { expandMacroString, printMacroString } from './macro.ts'
import {
  type AskingDirective,
  type Directive,
  isLiteral,
  type LiteralDirective,
  type Policy,
  policyOf,
  type Target,
  targetName,
} from './policy.ts'
import { type Qualifier, selectSpf } from './record.ts'
import { resultOf, type SpfResult } from './result.ts'
import { checkableName } from './sender.ts'
import {
  assume,
  countLookups,
  countVoids,
  type Ending,
  endAll,
  joined,
  outside,
  type Step,
  type Way,
  within,
} from './ways.ts'

/** What the evaluation of one record over all addresses shares. */
export interface VerdictWalk {
  resolver: Resolver
  signal: Signal | undefined
  /** The domain of the sender: `%{o}`. */
  root: string
  /** The record that counts as published there; null: the one that is. */
  text: string | null
  problems: Set<string>
}

/** check_host for many addresses at once, for the record published at a name. Asks what any of them makes necessary. */
export async function walkPublished(walk: VerdictWalk, name: string, ways: readonly Way[]): Promise<Ending[]> {
  if (walk.text !== null && name === walk.root) return walkPolicy(walk, policyOf(walk.text), name, ways)
  const answer = await walk.resolver.query(name, 'TXT', walk.signal)
  if (answer.kind === 'failed') return endWith(walk, ways, 'temperror', `TXT ${name}: ${answer.reason}`)
  const { records } = selectSpf(answer.kind === 'records' ? answer.records.map(textOf) : [])
  const [text] = records
  if (text === undefined) return endWith(walk, ways, 'none', `no SPF record at ${name}`)
  if (records.length > 1) {
    return endWith(walk, ways, 'permerror', `${records.length} SPF records at ${name}`)
  }
  return walkPolicy(walk, policyOf(text), name, ways)
}

/** The same for a record whose text is at hand. */
async function walkPolicy(walk: VerdictWalk, policy: Policy, domain: string, ways: readonly Way[]): Promise<Ending[]> {
  if (policy.error !== null) return endWith(walk, ways, 'permerror', `${domain}: ${policy.error}`)
  const endings: Ending[] = []
  let open = joined(ways)
  const { directives } = policy
  for (let at = 0; at < directives.length && open.length > 0; ) {
    const literal = literalsFrom(directives, at)
    if (literal.length > 0) {
      const { set, byQualifier } = firstMatching(literal)
      for (const [qualifier, matched] of byQualifier)
        endings.push(...endAll(within(open, matched), resultOf[qualifier]))
      open = outside(open, set)
      at += literal.length
      continue
    }
    const directive = directives[at++]
    if (directive === undefined || isLiteral(directive)) break
    const step = await ask(walk, directive, domain, open)
    endings.push(...step.ended, ...endAll(step.matched, resultOf[directive.qualifier]))
    open = joined(step.open)
  }
  if (open.length === 0) return endings
  if (policy.redirect === null) return [...endings, ...endAll(open, 'neutral')]
  return [...endings, ...(await redirect(walk, policy.redirect, domain, open))]
}

async function redirect(walk: VerdictWalk, target: Target, domain: string, ways: readonly Way[]): Promise<Ending[]> {
  const { counted, ended } = countLookups(ways)
  if (counted.length === 0) return ended
  const name = nameOf(walk, target, domain)
  if (name === 'depends') {
    const { matched } = assume(counted, `redirect=${written(walk, target, domain)}`, false)
    return [...ended, ...endAll(matched, 'depends')]
  }
  const checkable = checkableName(name)
  if (checkable === null) {
    return [...ended, ...endWith(walk, counted, 'permerror', `redirect= of ${domain} names no domain`)]
  }
  // RFC 7208 section 6.1: what is none elsewhere is a permerror behind redirect=.
  const below = await walkPublished(walk, checkable, counted)
  return [...ended, ...below.map(({ way, result }) => ({ way, result: result === 'none' ? 'permerror' : result }))]
}

function endWith(walk: VerdictWalk, ways: readonly Way[], result: SpfResult, problem: string): Ending[] {
  if (ways.length > 0) walk.problems.add(problem)
  return endAll(ways, result)
}

/** The mechanisms in a row, from one on, that need no question. */
function literalsFrom(directives: readonly Directive[], start: number): LiteralDirective[] {
  const literals: LiteralDirective[] = []
  for (let at = start; at < directives.length; at++) {
    const directive = directives[at]
    if (directive === undefined || !isLiteral(directive)) break
    literals.push(directive)
  }
  return literals
}

function setOfLiteral(literal: LiteralDirective): AddressSet {
  if (literal.kind === 'all') return everyAddress
  if (literal.kind === 'ip6') return setOf([{ family: 6, first: literal.first, last: literal.last }])
  const { network, mask } = literal
  return setOf([{ family: 4, first: BigInt(network >>> 0), last: BigInt((network | ~mask) >>> 0) }])
}

/** The addresses some mechanisms match, and which of them each qualifier gets: the first that matches decides. */
interface FirstMatch {
  set: AddressSet
  byQualifier: ReadonlyMap<Qualifier, AddressSet>
}

/** By halves: a record may hold thousands of terms, and each address is then handled a few times, not once a term. */
function firstMatching(literals: readonly LiteralDirective[]): FirstMatch {
  const [only] = literals
  if (only === undefined) return { set: noAddress, byQualifier: new Map() }
  if (literals.length === 1) {
    const set = setOfLiteral(only)
    return { set, byQualifier: new Map([[only.qualifier, set]]) }
  }
  const middle = literals.length >>> 1
  const before = firstMatching(literals.slice(0, middle))
  const after = firstMatching(literals.slice(middle))
  const byQualifier = new Map(before.byQualifier)
  for (const [qualifier, set] of after.byQualifier) {
    byQualifier.set(qualifier, union(byQualifier.get(qualifier) ?? noAddress, difference(set, before.set)))
  }
  return { set: union(before.set, after.set), byQualifier }
}

async function ask(walk: VerdictWalk, directive: AskingDirective, domain: string, ways: readonly Way[]): Promise<Step> {
  const { counted, ended } = countLookups(ways)
  if (counted.length === 0) return { matched: [], ended, open: [] }
  const step = await askCounted(walk, directive, domain, counted)
  return { ...step, ended: [...ended, ...step.ended] }
}

async function askCounted(
  walk: VerdictWalk,
  directive: AskingDirective,
  domain: string,
  ways: readonly Way[],
): Promise<Step> {
  const name = directive.target === null ? domain : nameOf(walk, directive.target, domain)
  if (name === 'depends' || directive.kind === 'ptr') {
    const term = termText(walk, directive, domain)
    if (directive.kind !== 'include') return assume(ways, term, true)
    // There may be no record, or a wrong one: that ends the check.
    const step = assume(ways, term, false)
    return { ...step, ended: endAll(step.matched, 'depends') }
  }
  if (directive.kind === 'include') return include(walk, name, ways)
  if (name === null) return { matched: [], ended: [], open: ways }
  if (directive.kind === 'exists') return exists(walk, name, ways)
  const prefixes = { 4: directive.prefix4, 6: directive.prefix6 }
  return directive.kind === 'a' ? hosts(walk, name, prefixes, ways) : exchangers(walk, name, prefixes, ways)
}

/** The name a domain-spec stands for, null when it is none, `depends` when only a message can tell. */
function nameOf(walk: VerdictWalk, target: Target, domain: string): string | null {
  if (target.macros === null) return target.name
  const expanded = expandMacroString(target.macros, letter => knownMacro(walk, domain, letter))
  return expanded === null ? 'depends' : targetName(expanded)
}

function knownMacro(walk: VerdictWalk, domain: string, letter: string): string | null {
  return letter === 'd' ? domain : letter === 'o' ? walk.root : null
}

/** A domain-spec with what is known of its macros filled in: equal texts are equal rules, wherever they stand. */
function written(walk: VerdictWalk, target: Target, domain: string): string {
  const parts = target.macros?.map(part => {
    const text = part.kind === 'macro' ? expandMacroString([part], letter => knownMacro(walk, domain, letter)) : null
    return text === null ? part : { kind: 'literal' as const, text }
  })
  return parts === undefined ? (target.name ?? 'no name') : printMacroString(parts)
}

function termText(walk: VerdictWalk, directive: AskingDirective, domain: string): string {
  const name = directive.target === null ? domain : written(walk, directive.target, domain)
  const lengths = 'prefix4' in directive ? `/${directive.prefix4}//${directive.prefix6}` : ''
  return `${directive.kind}:${name}${lengths}`
}

async function include(walk: VerdictWalk, name: string | null, ways: readonly Way[]): Promise<Step> {
  const checkable = checkableName(name)
  if (checkable === null) {
    return { matched: [], ended: endWith(walk, ways, 'permerror', 'an include names no domain'), open: [] }
  }
  const step = { matched: [] as Way[], ended: [] as Ending[], open: [] as Way[] }
  // The table of RFC 7208 section 5.2.
  for (const ending of await walkPublished(walk, checkable, ways)) {
    const { way, result } = ending
    if (result === 'pass') step.matched.push(way)
    else if (result === 'none') step.ended.push({ way, result: 'permerror' })
    else if (result === 'permerror' || result === 'temperror' || result === 'depends') step.ended.push(ending)
    else step.open.push(way)
  }
  return { ...step, matched: joined(step.matched) }
}

async function exists(walk: VerdictWalk, name: string, ways: readonly Way[]): Promise<Step> {
  const answer = await walk.resolver.query(name, 'A', walk.signal)
  if (answer.kind === 'failed') {
    const ended = endWith(walk, ways, 'temperror', `A ${name}: ${answer.reason}`)
    return { matched: [], ended, open: [] }
  }
  return isNegative(answer) ? cameBackEmpty(ways) : { matched: ways, ended: [], open: [] }
}

function cameBackEmpty(ways: readonly Way[]): Step {
  const { counted, ended } = countVoids(ways)
  return { matched: [], ended, open: counted }
}

interface Prefixes {
  4: number
  6: number
}

const families = [
  { family: 4, type: 'A', all: { v4: everyAddress.v4, v6: [] } },
  { family: 6, type: 'AAAA', all: { v4: [], v6: everyAddress.v6 } },
] as const

/** Each address asks for the records of its own family only. */
async function hosts(walk: VerdictWalk, name: string, prefixes: Prefixes, ways: readonly Way[]): Promise<Step> {
  const step = { matched: [] as Way[], ended: [] as Ending[], open: [] as Way[] }
  for (const { family, type, all } of families) {
    const asking = within(ways, all)
    if (asking.length === 0) continue
    const answer = await walk.resolver.query(name, type, walk.signal)
    if (answer.kind === 'failed') {
      step.ended.push(...endWith(walk, asking, 'temperror', `${type} ${name}: ${answer.reason}`))
    } else if (answer.kind === 'records') {
      const found = answer.records.map(({ address }) => parseAddress(address)).filter(isAddress)
      const set = setOf(found.map(address => blockOf(address, prefixes[family])))
      step.matched.push(...within(asking, set))
      step.open.push(...outside(asking, set))
    } else {
      const { ended, open } = cameBackEmpty(asking)
      step.ended.push(...ended)
      step.open.push(...open)
    }
  }
  return step
}

function isAddress(address: Address | null): address is Address {
  return address !== null
}

async function exchangers(walk: VerdictWalk, name: string, prefixes: Prefixes, ways: readonly Way[]): Promise<Step> {
  const answer = await walk.resolver.query(name, 'MX', walk.signal)
  if (answer.kind === 'failed') {
    const ended = endWith(walk, ways, 'temperror', `MX ${name}: ${answer.reason}`)
    return { matched: [], ended, open: [] }
  }
  if (answer.kind !== 'records') return cameBackEmpty(ways)
  if (answer.records.length > exchangersMax) {
    const problem = `${answer.records.length} mail exchangers of ${name}`
    return { matched: [], ended: endWith(walk, ways, 'permerror', problem), open: [] }
  }
  const all = { matched: [] as Way[], ended: [] as Ending[] }
  let open: readonly Way[] = ways
  for (const { exchange } of answer.records) {
    if (exchange === '.') continue
    const step = await hosts(walk, exchange, prefixes, open)
    all.matched.push(...step.matched)
    all.ended.push(...step.ended)
    open = joined(step.open)
  }
  return { ...all, open }
}
