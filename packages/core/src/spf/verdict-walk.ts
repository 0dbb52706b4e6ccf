import { type Address, blockOf, isNegative, parseAddress, type Resolver, type Signal, textOf } from '../dns/index.ts'
import { everyAddress, setOf } from './address-set.ts'
import {
  assume,
  type Branch,
  type BranchResult,
  countLookups,
  countVoids,
  endAll,
  joined,
  outside,
  type TermOutcome,
  within,
} from './branches.ts'
import { exchangersMax, type SpfLimits } from './limits.ts'
import { firstMatching, literalsFrom } from './literal-match.ts'
import { isLiteral, type LookupDirective, type Policy, policyOf, type Target } from './policy.ts'
import { selectSpf } from './record.ts'
import { resultOf, type SpfResult } from './result.ts'
import { checkableName } from './sender.ts'
import { type KnownMacros, nameOfTarget, printTarget } from './target.ts'

/** State shared by the evaluation of one record over all addresses. */
export interface VerdictWalk {
  resolver: Resolver
  signal: Signal | undefined
  /** The domain of the record. */
  root: string
  /** The domain of the sender, `%{o}`; null: any, so terms with it depend on the message. */
  sender: string | null
  limits: SpfLimits
  /** The record to use for `root` instead of the published one; null: the published one. */
  text: string | null
  problems: Set<string>
}

/**
 * check_host() for many addresses at once, with the record published at a name. Sends each query that an address needs.
 *
 * @param included on behalf of an `include`: of its results only pass, no pass and errors differ
 */
export async function walkPublished(
  walk: VerdictWalk,
  name: string,
  branches: readonly Branch[],
  included = false,
): Promise<BranchResult[]> {
  if (walk.text !== null && name === walk.root)
    return walkPolicy(walk, policyOf(walk.text), { domain: name, included }, branches)
  const answer = await walk.resolver.query(name, 'TXT', walk.signal)
  if (answer.kind === 'failed') return endWith(walk, branches, 'temperror', `TXT ${name}: ${answer.reason}`)
  const { records } = selectSpf(answer.kind === 'records' ? answer.records.map(textOf) : [])
  const [text] = records
  if (text === undefined) return endWith(walk, branches, 'none', `no SPF record at ${name}`)
  if (records.length > 1) {
    return endWith(walk, branches, 'permerror', `${records.length} SPF records at ${name}`)
  }
  return walkPolicy(walk, policyOf(text), { domain: name, included }, branches)
}

/** The name of a record under evaluation, and whether an `include` leads there. */
interface Place {
  domain: string
  included: boolean
}

/** The same with a parsed record. */
async function walkPolicy(
  walk: VerdictWalk,
  policy: Policy,
  { domain, included }: Place,
  branches: readonly Branch[],
): Promise<BranchResult[]> {
  if (policy.error !== null) return endWith(walk, branches, 'permerror', `${domain}: ${policy.error}`)
  const results: BranchResult[] = []
  let open = joined(branches)
  const { directives } = policy
  for (let at = 0; at < directives.length && open.length > 0; ) {
    if (open.length > walk.limits.branches) {
      return [...results, ...endWith(walk, open, 'permerror', `${domain}: too many terms depend on the message`)]
    }
    const literal = literalsFrom(directives, at)
    if (literal.length > 0) {
      const { set, byQualifier } = firstMatching(literal)
      for (const [qualifier, matched] of byQualifier)
        results.push(...endAll(within(open, matched), resultOf[qualifier]))
      open = outside(open, set)
      at += literal.length
      continue
    }
    const directive = directives[at++]
    if (directive === undefined || isLiteral(directive)) break
    const outcome = await ask(walk, directive, domain, open)
    results.push(...outcome.ended, ...endAll(outcome.matched, resultOf[directive.qualifier]))
    open = joined(outcome.open)
  }
  if (open.length === 0) return results
  if (policy.redirect === null) return [...results, ...endAll(open, 'neutral')]
  return [...results, ...(await redirect(walk, policy.redirect, { domain, included }, open))]
}

async function redirect(
  walk: VerdictWalk,
  target: Target,
  { domain, included }: Place,
  branches: readonly Branch[],
): Promise<BranchResult[]> {
  const { counted, ended } = countLookups(branches, walk.limits)
  if (counted.length === 0) return ended
  const name = nameOfTarget(target, knownAt(walk, domain))
  if (name === 'depends') {
    const { matched, open } = assume(counted, `redirect=${printTarget(target, knownAt(walk, domain))}`, false)
    if (!included) return [...ended, ...endAll(matched, 'depends')]
    return [...ended, ...endAll(matched, 'pass'), ...endAll(matched, 'error'), ...endAll(open, 'neutral')]
  }
  const checkable = checkableName(name)
  if (checkable === null) {
    return [...ended, ...endWith(walk, counted, 'permerror', `redirect= of ${domain} names no domain`)]
  }
  // RFC 7208 section 6.1: after redirect=, none becomes permerror.
  const below = await walkPublished(walk, checkable, counted, included)
  return [
    ...ended,
    ...below.map(({ branch, result }) => ({ branch, result: result === 'none' ? 'permerror' : result })),
  ]
}

function endWith(walk: VerdictWalk, branches: readonly Branch[], result: SpfResult, problem: string): BranchResult[] {
  if (branches.length > 0) walk.problems.add(problem)
  return endAll(branches, result)
}

async function ask(
  walk: VerdictWalk,
  directive: LookupDirective,
  domain: string,
  branches: readonly Branch[],
): Promise<TermOutcome> {
  const { counted, ended } = countLookups(branches, walk.limits)
  if (counted.length === 0) return { matched: [], ended, open: [] }
  const outcome = await askCounted(walk, directive, domain, counted)
  return { ...outcome, ended: [...ended, ...outcome.ended] }
}

async function askCounted(
  walk: VerdictWalk,
  directive: LookupDirective,
  domain: string,
  branches: readonly Branch[],
): Promise<TermOutcome> {
  const name = directive.target === null ? domain : nameOfTarget(directive.target, knownAt(walk, domain))
  if (name === 'depends' || directive.kind === 'ptr') {
    const term = termText(walk, directive, domain)
    if (directive.kind !== 'include') return assume(branches, term, true)
    // The included record may be missing or invalid, which ends the check.
    const outcome = assume(branches, term, false)
    return { ...outcome, ended: endAll(outcome.matched, 'error') }
  }
  if (directive.kind === 'include') return include(walk, name, branches)
  if (name === null) return { matched: [], ended: [], open: branches }
  if (directive.kind === 'exists') return exists(walk, name, branches)
  const prefixes = { 4: directive.prefix4, 6: directive.prefix6 }
  return directive.kind === 'a' ? hosts(walk, name, prefixes, branches) : exchangers(walk, name, prefixes, branches)
}

function knownAt({ sender }: VerdictWalk, domain: string): KnownMacros {
  return sender === null ? { d: domain } : { d: domain, o: sender }
}

function termText(walk: VerdictWalk, directive: LookupDirective, domain: string): string {
  const name = directive.target === null ? domain : printTarget(directive.target, knownAt(walk, domain))
  const lengths = 'prefix4' in directive ? `/${directive.prefix4}//${directive.prefix6}` : ''
  return `${directive.kind}:${name}${lengths}`
}

async function include(walk: VerdictWalk, name: string | null, branches: readonly Branch[]): Promise<TermOutcome> {
  const checkable = checkableName(name)
  if (checkable === null) {
    return { matched: [], ended: endWith(walk, branches, 'permerror', 'an include names no domain'), open: [] }
  }
  const outcome = { matched: [] as Branch[], ended: [] as BranchResult[], open: [] as Branch[] }
  // The table of RFC 7208 section 5.2.
  for (const found of await walkPublished(walk, checkable, branches, true)) {
    const { branch, result } = found
    if (result === 'pass') outcome.matched.push(branch)
    else if (result === 'none') outcome.ended.push({ branch, result: 'permerror' })
    else if (result === 'permerror' || result === 'temperror' || result === 'error') outcome.ended.push(found)
    else outcome.open.push(branch)
  }
  return { ...outcome, matched: joined(outcome.matched) }
}

async function exists(walk: VerdictWalk, name: string, branches: readonly Branch[]): Promise<TermOutcome> {
  const answer = await walk.resolver.query(name, 'A', walk.signal)
  if (answer.kind === 'failed') {
    const ended = endWith(walk, branches, 'temperror', `A ${name}: ${answer.reason}`)
    return { matched: [], ended, open: [] }
  }
  return isNegative(answer) ? countEmptyAnswer(walk, branches) : { matched: branches, ended: [], open: [] }
}

function countEmptyAnswer(walk: VerdictWalk, branches: readonly Branch[]): TermOutcome {
  const { counted, ended } = countVoids(branches, walk.limits)
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

/** IPv4 addresses query A records only, IPv6 addresses AAAA records only. */
async function hosts(
  walk: VerdictWalk,
  name: string,
  prefixes: Prefixes,
  branches: readonly Branch[],
): Promise<TermOutcome> {
  const outcome = { matched: [] as Branch[], ended: [] as BranchResult[], open: [] as Branch[] }
  for (const { family, type, all } of families) {
    const asking = within(branches, all)
    if (asking.length === 0) continue
    const answer = await walk.resolver.query(name, type, walk.signal)
    if (answer.kind === 'failed') {
      outcome.ended.push(...endWith(walk, asking, 'temperror', `${type} ${name}: ${answer.reason}`))
    } else if (answer.kind === 'records') {
      const found = answer.records.map(({ address }) => parseAddress(address)).filter(isAddress)
      const set = setOf(found.map(address => blockOf(address, prefixes[family])))
      outcome.matched.push(...within(asking, set))
      outcome.open.push(...outside(asking, set))
    } else {
      const { ended, open } = countEmptyAnswer(walk, asking)
      outcome.ended.push(...ended)
      outcome.open.push(...open)
    }
  }
  return outcome
}

function isAddress(address: Address | null): address is Address {
  return address !== null
}

async function exchangers(
  walk: VerdictWalk,
  name: string,
  prefixes: Prefixes,
  branches: readonly Branch[],
): Promise<TermOutcome> {
  const answer = await walk.resolver.query(name, 'MX', walk.signal)
  if (answer.kind === 'failed') {
    const ended = endWith(walk, branches, 'temperror', `MX ${name}: ${answer.reason}`)
    return { matched: [], ended, open: [] }
  }
  if (answer.kind !== 'records') return countEmptyAnswer(walk, branches)
  if (answer.records.length > exchangersMax) {
    const problem = `${answer.records.length} mail exchangers of ${name}`
    return { matched: [], ended: endWith(walk, branches, 'permerror', problem), open: [] }
  }
  const all = { matched: [] as Branch[], ended: [] as BranchResult[] }
  let open: readonly Branch[] = branches
  for (const { exchange } of answer.records) {
    if (exchange === '.') continue
    const outcome = await hosts(walk, exchange, prefixes, open)
    all.matched.push(...outcome.matched)
    all.ended.push(...outcome.ended)
    open = joined(outcome.open)
  }
  return { ...all, open }
}
