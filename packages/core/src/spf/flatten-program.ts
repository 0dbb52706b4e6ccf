import {
  type Address,
  blockOf,
  parseAddress,
  type RecordType,
  type Resolver,
  type Signal,
  textOf,
} from '../dns/index.ts'
import { type AddressSet, isEmpty, noAddress, setOf, union } from './address-set.ts'
import { includedSteps } from './flatten-include.ts'
import type { FlattenProblem } from './flatten-problem.ts'
import { type SpfSource, sourcesOf } from './flatten-sources.ts'
import { exchangersMax, ownerLimits } from './limits.ts'
import { setOfLiteral } from './literal-match.ts'
import { type Directive, isLiteral, type LookupDirective, type Policy, policyOf, type Target } from './policy.ts'
import { type Qualifier, selectSpf } from './record.ts'
import { namesTerm } from './repair-term.ts'
import { checkableName } from './sender.ts'
import { nameOfTarget, printTarget } from './target.ts'

/** What a record does in order of evaluation, as far as flattening needs it: the first step that matches decides. */
export type Step =
  | { kind: 'addresses'; passes: boolean; set: AddressSet }
  /** A term that only a message decides, without its qualifier. It means the same in a record at any name. */
  | { kind: 'kept'; qualifier: Qualifier; term: string }

/** A record with the records that it includes or redirects to, as steps. */
export interface Program {
  steps: readonly Step[]
  ending: Ending
  /** The `exp=` term that applies; null: none. */
  explanation: string | null
  /** Other modifiers of the first record, as published. Those of records below do not count (RFC 6652 section 3). */
  modifiers: readonly string[]
}

/** What decides for all other clients: `all` (neutral without one), or a `redirect=` whose name depends on the message. */
export type Ending =
  | { kind: 'all'; qualifier: Qualifier }
  /** `movedTerm` means the same in a record at any name. */
  | { kind: 'redirect'; term: string; movedTerm: string }

/** State of one flattening. */
export interface FlattenWalk {
  resolver: Resolver
  signal: Signal | undefined
  lookups: number
  /** Terms of records and ranges of addresses so far, those below an `include:` once more at each level above. */
  size: number
  /** The targets of `include:` and `redirect=` of each record, in order. */
  targets: Map<string, Set<string>>
  /** Terms that name hosts without addresses. */
  empty: string[]
  /** Whether an address lookup of a host, or the lookup of its exchangers, had records; by "mx.example AAAA". */
  hosts: Map<string, boolean>
  /** What each term of the first record lets pass. */
  sources: readonly SpfSource[]
  /** Why the record cannot be flattened. */
  problems: FlattenProblem[]
}

/**
 * Reads a record and everything below it. A failed lookup or a permerror below is in `walk.problems`, and the program is
 * then not complete. Follows siblings in parallel. `above`: the domains from the first record to this one.
 */
export async function programOf(
  walk: FlattenWalk,
  text: string,
  domain: string,
  above: readonly string[],
): Promise<Program> {
  if (!countSize(walk, text.split(' ').length)) return nothing
  const policy = policyOf(text)
  if (policy.error !== null) {
    walk.problems.push({ code: 'syntax', name: domain, message: policy.error })
    return nothing
  }
  const here = [...above, domain]
  const [steps, end] = await Promise.all([
    Promise.all(policy.directives.map(directive => stepsOf(walk, directive, here))),
    endOf(walk, policy, here),
  ])
  if (above.length === 0) walk.sources = sourcesOf(policy, { domain, steps, end })
  return { ...end, steps: [...steps.flat(), ...end.steps], modifiers: policy.modifiers.filter(isKept) }
}

const nothing: Program = { steps: [], ending: { kind: 'all', qualifier: '?' }, explanation: null, modifiers: [] }

/** Not a mechanism with `=` and not a second version, which do nothing: `ip4=192.0.2.1`. */
function isKept(modifier: string): boolean {
  const name = modifier.slice(0, modifier.indexOf('='))
  return name.toLowerCase() !== 'v' && !namesTerm(name)
}

async function endOf(walk: FlattenWalk, policy: Policy, here: readonly string[]): Promise<Program> {
  const domain = here.at(-1) ?? ''
  // The terms of the first record stay in a record of its domain, so its macros mean the same there.
  const known = here.length === 1 ? {} : { d: domain }
  const explanation = policy.explanation === null ? null : `exp=${printTarget(policy.explanation, known)}`
  const all = policy.directives.find(({ kind }) => kind === 'all')
  if (all !== undefined) return { ...nothing, ending: { kind: 'all', qualifier: all.qualifier }, explanation }
  if (policy.redirect === null) return { ...nothing, explanation }
  const term = `redirect=${printTarget(policy.redirect, known)}`
  const name = nameOfTarget(policy.redirect, { d: domain })
  if (name === 'depends') {
    const movedTerm = `redirect=${printTarget(policy.redirect, { d: domain })}`
    return { ...nothing, ending: { kind: 'redirect', term, movedTerm }, explanation }
  }
  // RFC 7208 section 6.2: the explanation is that of the target.
  return programAt(walk, { name, term }, here)
}

/** The program of the record at a name that a term leads to. */
async function programAt(
  walk: FlattenWalk,
  { name, term }: { name: string | null; term: string },
  here: readonly string[],
): Promise<Program> {
  const domain = checkableName(name)
  if (!countLookup(walk) || domain === null || here.includes(domain)) {
    if (domain === null) walk.problems.push({ code: 'invalid_target', name: here.at(-1) ?? '', term })
    else if (here.includes(domain)) walk.problems.push({ code: 'loop', name: domain })
    return nothing
  }
  // Before the first query, so siblings come in their order.
  const above = here.at(-1) ?? ''
  walk.targets.set(above, (walk.targets.get(above) ?? new Set()).add(domain))
  const answer = await walk.resolver.query(domain, 'TXT', walk.signal)
  if (answer.kind === 'failed') {
    walk.problems.push({ code: 'unanswered', name: domain, type: 'TXT', reason: answer.reason })
    return nothing
  }
  const { records } = selectSpf(answer.kind === 'records' ? answer.records.map(textOf) : [])
  const [text] = records
  if (text === undefined || records.length > 1) {
    walk.problems.push({ code: text === undefined ? 'no_record' : 'several_records', name: domain })
    return nothing
  }
  return programOf(walk, text, domain, here)
}

async function stepsOf(walk: FlattenWalk, directive: Directive, here: readonly string[]): Promise<readonly Step[]> {
  if (directive.kind === 'all') return []
  const { qualifier } = directive
  const found = (set: AddressSet): Step[] => [{ kind: 'addresses', passes: qualifier === '+', set }]
  if (isLiteral(directive)) return found(setOfLiteral(directive))
  const domain = here.at(-1) ?? ''
  const name = directive.target === null ? domain : nameOfTarget(directive.target, { d: domain })
  const term = keptTerm(directive, domain)
  if (term.includes('\\')) {
    // A backslash of a name in core's form is an escape, one of a record is a backslash.
    walk.problems.push({ code: 'invalid_target', name: domain, term })
    return []
  }
  if (directive.kind === 'include' && name !== 'depends') {
    const program = await programAt(walk, { name, term }, here)
    return countSteps(walk, program.steps) ? includedSteps(program, { qualifier, name: name ?? '' }) : []
  }
  // A name that is never valid never matches (RFC 7208 section 4.8).
  if (name === null || !countLookup(walk)) return []
  if (name === 'depends' || directive.kind === 'ptr' || directive.kind === 'exists' || directive.kind === 'include') {
    return [{ kind: 'kept', qualifier, term }]
  }
  const blocks = { 4: directive.prefix4, 6: directive.prefix6 }
  const set = directive.kind === 'a' ? await hostSet(walk, name, blocks) : await exchangerSet(walk, name, blocks)
  if (isEmpty(set)) walk.empty.push(term)
  return countSteps(walk, found(set)) ? found(set) : []
}

/** A term with the domain of its record written out, so that it means the same in a record at another name. */
export function keptTerm(directive: LookupDirective, domain: string): string {
  const name = printName(directive.target, domain)
  if (directive.kind !== 'a' && directive.kind !== 'mx') return `${directive.kind}:${name}`
  const { prefix4, prefix6 } = directive
  return `${directive.kind}:${name}${prefix4 === 32 ? '' : `/${prefix4}`}${prefix6 === 128 ? '' : `//${prefix6}`}`
}

function printName(target: Target | null, domain: string): string {
  return target === null ? domain : printTarget(target, { d: domain })
}

function countLookup(walk: FlattenWalk): boolean {
  if (++walk.lookups <= ownerLimits.lookups) return true
  if (walk.lookups === ownerLimits.lookups + 1) walk.problems.push({ code: 'too_many_lookups' })
  return false
}

/**
 * The maximum of `FlattenWalk.size`: the largest recorded include has 335, all recorded ones together 1,850. More is
 * refused before it costs anything, and what is left is flattened and proved without holding up other work.
 */
const sizeMax = 4000

/** False when the record is too large from now on. */
function countSize(walk: FlattenWalk, size: number): boolean {
  const before = walk.size
  walk.size += size
  if (walk.size <= sizeMax) return true
  if (before <= sizeMax) walk.problems.push({ code: 'too_large', lookups: null })
  return false
}

function countSteps(walk: FlattenWalk, steps: readonly Step[]): boolean {
  return countSize(
    walk,
    steps.reduce((sum, step) => sum + (step.kind === 'kept' ? 1 : step.set.v4.length + step.set.v6.length), 0),
  )
}

/** The names below the record of a domain, each once, in order of evaluation. */
export function namesBelow({ targets }: FlattenWalk, domain: string): string[] {
  const names = new Set<string>()
  const visit = (from: string): void => {
    for (const target of targets.get(from) ?? []) {
      if (names.has(target)) continue
      names.add(target)
      visit(target)
    }
  }
  visit(domain)
  return [...names]
}

interface Prefixes {
  4: number
  6: number
}

async function hostSet(walk: FlattenWalk, name: string, prefixes: Prefixes): Promise<AddressSet> {
  const families = [
    { type: 'A', prefix: prefixes[4] },
    { type: 'AAAA', prefix: prefixes[6] },
  ] as const
  const blocks = families.map(async ({ type, prefix }) => {
    const answer = await asked(walk, name, type)
    const addresses = answer.map(({ address }) => parseAddress(address)).filter(isAddress)
    return addresses.map(address => blockOf(address, prefix))
  })
  return setOf((await Promise.all(blocks)).flat())
}

async function exchangerSet(walk: FlattenWalk, name: string, prefixes: Prefixes): Promise<AddressSet> {
  const exchangers = await asked(walk, name, 'MX')
  if (exchangers.length > exchangersMax) {
    walk.problems.push({ code: 'exchanger_limit', name, count: exchangers.length })
    return noAddress
  }
  const hosts = exchangers.map(({ exchange }) => exchange).filter(exchange => exchange !== '.')
  return union(...(await Promise.all(hosts.map(host => hostSet(walk, host, prefixes)))))
}

async function asked<T extends RecordType & ('A' | 'AAAA' | 'MX')>(walk: FlattenWalk, name: string, type: T) {
  const answer = await walk.resolver.query(name, type, walk.signal)
  if (answer.kind === 'failed') walk.problems.push({ code: 'unanswered', name, type, reason: answer.reason })
  const records = answer.kind === 'records' ? answer.records : []
  walk.hosts.set(`${name} ${type}`, records.length > 0)
  return records
}

function isAddress(address: Address | null): address is Address {
  return address !== null
}
