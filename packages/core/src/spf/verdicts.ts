import { parseAddress, type Resolver, type Signal } from '../dns/index.ts'
import { type AddressSet, hasAddress, noAddress, union } from './address-set.ts'
import { receiverLimits } from './limits.ts'
import { mappedAddresses, type SpfCourse, type SpfRegion, spfRegions } from './regions.ts'
import type { SpfResult } from './result.ts'

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
  const options = { text: text ?? null, sender: domain, limits: receiverLimits, questions: questionsMax, signal }
  const { regions, problems } = await spfRegions(resolver, domain, options)
  return { verdicts: verdictsOf(regions), problems }
}

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

/** The regions of a record by their result. */
export function verdictsOf(regions: readonly SpfRegion[]): SpfVerdict[] {
  const verdicts = new Map<string, SpfVerdict>()
  for (const { set, courses } of regions) {
    const rule = ruleOf(courses)
    verdicts.set(rule.rule, { ...rule, set: union(verdicts.get(rule.rule)?.set ?? noAddress, set) })
  }
  return [...verdicts.values()]
}

function ruleOf(courses: readonly SpfCourse[]): Omit<SpfVerdict, 'set'> {
  const results = new Set(courses.map(resultOfCourse))
  const [only] = results
  const unchecked = results.has('temperror')
  const isLimited = courses.some(({ limit }) => limit !== '')
  const mayBreak = isLimited || results.has('permerror')
  if (results.size === 1 && only !== undefined && only !== 'depends' && !isLimited) {
    return { result: only, rule: only, mayBreak, unchecked }
  }
  const rules = [
    ...new Set(courses.map(course => `${course.assumed.join(', ')}: ${resultOfCourse(course)}${course.limit}`)),
  ]
  return { result: 'depends', rule: rules.sort().join('; '), mayBreak, unchecked }
}

/** What may end in an error depends on the message too. */
function resultOfCourse({ result }: SpfCourse): SpfResult | 'depends' {
  return result === 'error' ? 'depends' : result
}
