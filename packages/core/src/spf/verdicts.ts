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
import type { SpfResult } from './result.ts'
import { type VerdictWalk, walkPublished } from './verdict-walk.ts'
import { type Ending, voidLimitOf, type Way } from './ways.ts'

/** What a record says of some addresses. */
export interface SpfVerdict {
  /** `depends` where macros, `exists` or `ptr` decide. */
  result: SpfResult | 'depends'
  /**
   * The result, or how it depends: `!exists:%{i}.example.com: fail; exists:%{i}.example.com: pass`. Equal texts are equal
   * rules.
   */
  rule: string
  /** A question behind it was not answered: a temperror now, something else later. */
  unchecked: boolean
  set: AddressSet
}

/** What a record says of every address there is. */
export interface SpfVerdicts {
  /** Disjoint, none of them empty. IPv4-mapped addresses stand in none: they are IPv4 (RFC 7208 section 5). */
  verdicts: readonly SpfVerdict[]
  /** What stands behind none, temperror and permerror, in a few words each. */
  problems: readonly string[]
}

/** Ten terms ask (RFC 7208 section 4.6.4), each for ten hosts with two families at most. */
export const questionsMax = 250

/**
 * Compiles the SPF record of a domain to one exact set of addresses per result: what `checkHost` says of each of them.
 * With `text` that record is taken instead of the published one. What only a message can decide (macros other than `%{d}`
 * and `%{o}`, `ptr`) is told as `depends`. Never rejects.
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
  const start: Way = { set: everyClient, lookups: 0, voidLookups: 0, isVoid: false, assumed: [], maybeVoid: [] }
  return { verdicts: verdictsOf(await walkPublished(walk, domain, [start])), problems: [...walk.problems] }
}

/** IPv4 addresses in IPv6 form, `::ffff:0:0/96`: no client has one, it counts as its IPv4 address. */
export const mappedAddresses = setOf([{ family: 6, first: 0xffff_0000_0000n, last: 0xffff_ffff_ffffn }])
const everyClient = difference(everyAddress, mappedAddresses)

/** What compiled verdicts say of one address; null for a text that is no address. */
export function verdictOn({ verdicts }: SpfVerdicts, ip: string): SpfVerdict | null {
  const parsed = parseAddress(ip)
  if (parsed === null) return null
  const address =
    parsed.family === 6 && hasAddress(mappedAddresses, parsed)
      ? { family: 4 as const, value: parsed.value & 0xffff_ffffn }
      : parsed
  return verdicts.find(({ set }) => hasAddress(set, address)) ?? null
}

/** The addresses that get one result for certain, whoever the message is from. */
export function addressesWith({ verdicts }: SpfVerdicts, result: SpfResult): AddressSet {
  return verdicts.find(({ rule }) => rule === result)?.set ?? noAddress
}

/** An address may end in several ways, as many as there are answers to what only a message can decide. */
function verdictsOf(endings: readonly Ending[]): SpfVerdict[] {
  let regions: { set: AddressSet; outcomes: readonly Outcome[] }[] = [{ set: everyClient, outcomes: [] }]
  for (const { outcome, set } of byOutcome(endings)) {
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
  result: Ending['result']
  /** See `voidLimitOf`. */
  limit: string
}

function byOutcome(endings: readonly Ending[]): { outcome: Outcome; set: AddressSet }[] {
  const found = new Map<string, { outcome: Outcome; sets: AddressSet[] }>()
  for (const { way, result } of endings) {
    const limit = result === 'permerror' ? '' : voidLimitOf(way)
    const key = [result, ...way.assumed, limit].join(' ')
    const entry = found.get(key) ?? { outcome: { assumed: way.assumed, result, limit }, sets: [] }
    entry.sets.push(way.set)
    found.set(key, entry)
  }
  return Array.from(found.values(), ({ outcome, sets }) => ({ outcome, set: union(...sets) }))
}

function ruleOf(outcomes: readonly Outcome[]): Omit<SpfVerdict, 'set'> {
  const results = new Set(outcomes.map(({ result }) => result))
  const [only] = results
  const unchecked = results.has('temperror')
  const isLimited = outcomes.some(({ limit }) => limit !== '')
  if (results.size === 1 && only !== undefined && only !== 'depends' && !isLimited) {
    return { result: only, rule: only, unchecked }
  }
  const rules = outcomes.map(({ assumed, result, limit }) => `${assumed.join(', ')}: ${result}${limit}`)
  return { result: 'depends', rule: rules.sort().join('; '), unchecked }
}
