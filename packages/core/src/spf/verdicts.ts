import { boundedResolver, parseAddress, type Resolver, type Signal } from '../dns/index.ts'
import {
  type AddressSet,
  difference,
  everyAddress,
  hasAddress,
  intersection,
  isEmpty,
  noAddress,
  setOf,
  union,
} from './address-set.ts'
import { type Branch, type BranchResult, voidLimitOf } from './branches.ts'
import type { SpfResult } from './result.ts'
import { type VerdictWalk, walkPublished } from './verdict-walk.ts'

/** The result of a record for a set of addresses. */
export interface SpfVerdict {
  /** `depends` where macros, `exists` or `ptr` decide. */
  result: SpfResult | 'depends'
  /**
   * The result, or the conditions of each: `!exists:%{i}.example.com: fail; exists:%{i}.example.com: pass`. Equal texts
   * are equal rules.
   */
  rule: string
  /** Some message from these addresses may be answered with permerror. */
  mayBreak: boolean
  /** A lookup failed: the result is temperror now and may differ later. */
  unchecked: boolean
  set: AddressSet
}

/** The results of a record for all addresses. */
export interface SpfVerdicts {
  /** Disjoint, none of them empty. IPv4-mapped addresses are in none: they count as IPv4 (RFC 7208 section 5). */
  verdicts: readonly SpfVerdict[]
  /** The causes of none, temperror and permerror, in a few words each. */
  problems: readonly string[]
}

/** At most ten terms cause lookups (RFC 7208 section 4.6.4), each for at most ten hosts in two address families. */
export const questionsMax = 250

/**
 * Compiles the SPF record of a domain to one exact set of addresses per result; `checkHost` gives each address the same
 * result. `text` replaces the published record. Terms that depend on the message (macros other than `%{d}` and `%{o}`,
 * `ptr`) give `depends`. Never rejects.
 */
export async function spfVerdicts(
  resolver: Resolver,
  domain: string,
  text?: string,
  signal?: Signal,
): Promise<SpfVerdicts> {
  const walk: VerdictWalk = {
    resolver: boundedResolver(resolver, questionsMax),
    signal,
    root: domain,
    text: text ?? null,
    problems: new Set(),
  }
  const start: Branch = { set: everyClient, lookups: 0, voidLookups: 0, isVoid: false, assumed: [], maybeVoid: [] }
  return { verdicts: verdictsOf(await walkPublished(walk, domain, [start])), problems: [...walk.problems] }
}

/** IPv4-mapped IPv6 addresses, `::ffff:0:0/96`: a client with one counts as its IPv4 address. */
export const mappedAddresses = setOf([{ family: 6, first: 0xffff_0000_0000n, last: 0xffff_ffff_ffffn }])
const everyClient = difference(everyAddress, mappedAddresses)

/** The verdict on one address; null when the text is no address. */
export function verdictOn({ verdicts }: SpfVerdicts, ip: string): SpfVerdict | null {
  const parsed = parseAddress(ip)
  if (parsed === null) return null
  const address =
    parsed.family === 6 && hasAddress(mappedAddresses, parsed)
      ? { family: 4 as const, value: parsed.value & 0xffff_ffffn }
      : parsed
  return verdicts.find(({ set }) => hasAddress(set, address)) ?? null
}

/** The addresses that get a result for every message. */
export function addressesWith({ verdicts }: SpfVerdicts, result: SpfResult): AddressSet {
  return verdicts.find(({ rule }) => rule === result)?.set ?? noAddress
}

/** An address may be in several branches: one for each combination of the terms that depend on the message. */
function verdictsOf(results: readonly BranchResult[]): SpfVerdict[] {
  let regions: { set: AddressSet; outcomes: readonly Outcome[] }[] = [{ set: everyClient, outcomes: [] }]
  for (const { outcome, set } of byOutcome(results)) {
    regions = regions.flatMap(region => [
      { set: intersection(region.set, set), outcomes: [...region.outcomes, outcome] },
      { set: difference(region.set, set), outcomes: region.outcomes },
    ])
    regions = regions.filter(region => !isEmpty(region.set))
  }
  const verdicts = new Map<string, SpfVerdict>()
  for (const { set, outcomes } of regions) {
    const rule = ruleOf(outcomes)
    verdicts.set(rule.rule, { ...rule, set: union(verdicts.get(rule.rule)?.set ?? noAddress, set) })
  }
  return [...verdicts.values()]
}

interface Outcome {
  assumed: readonly string[]
  result: BranchResult['result']
  /** See `voidLimitOf`. */
  limit: string
}

function byOutcome(results: readonly BranchResult[]): { outcome: Outcome; set: AddressSet }[] {
  const found = new Map<string, { outcome: Outcome; sets: AddressSet[] }>()
  for (const { branch, result } of results) {
    const limit = result === 'permerror' ? '' : voidLimitOf(branch)
    const key = [result, ...branch.assumed, limit].join(' ')
    const entry = found.get(key) ?? { outcome: { assumed: branch.assumed, result, limit }, sets: [] }
    entry.sets.push(branch.set)
    found.set(key, entry)
  }
  return Array.from(found.values(), ({ outcome, sets }) => ({ outcome, set: union(...sets) }))
}

function ruleOf(outcomes: readonly Outcome[]): Omit<SpfVerdict, 'set'> {
  const results = new Set(outcomes.map(({ result }) => result))
  const [only] = results
  const unchecked = results.has('temperror')
  const isLimited = outcomes.some(({ limit }) => limit !== '')
  const mayBreak = isLimited || results.has('permerror')
  if (results.size === 1 && only !== undefined && only !== 'depends' && !isLimited) {
    return { result: only, rule: only, mayBreak, unchecked }
  }
  const rules = outcomes.map(({ assumed, result, limit }) => `${assumed.join(', ')}: ${result}${limit}`)
  return { result: 'depends', rule: rules.sort().join('; '), mayBreak, unchecked }
}
