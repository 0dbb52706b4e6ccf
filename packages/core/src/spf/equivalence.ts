import { formatAddress } from '../dns/index.ts'
import { type AddressSet, intersection, isEmpty } from './address-set.ts'
import type { SpfCourse, SpfRegion } from './regions.ts'

/** An address that one record lets pass and the other does not, for the same message. */
export interface SpfCounterExample {
  address: string
  before: SpfCourse['result']
  after: SpfCourse['result']
  /** The conditions on the message: `exists:%{i}.example.com` matches, `!exists:…` does not. */
  conditions: readonly string[]
}

/** Whether two records let the same messages pass. */
export type SpfEquivalence =
  | { kind: 'equal' }
  | { kind: 'different'; example: SpfCounterExample }
  /** A lookup failed, and nothing else differs. */
  | { kind: 'unknown' }

/**
 * Compares which messages two records let pass, over all IPv4 and IPv6 addresses: a proof, not a sample. Both are
 * decisions by address and by conditions on the message, and every pair of compatible decisions is compared. Permerror
 * differs from every other result: receivers may reject such a message.
 */
export function passEquivalence(before: readonly SpfRegion[], after: readonly SpfRegion[]): SpfEquivalence {
  let isUnknown = false
  for (const one of before) {
    for (const other of after) {
      const set = intersection(one.set, other.set)
      if (isEmpty(set)) continue
      for (const [first, second, conditions] of compatible(decisionsOf(one.courses), decisionsOf(other.courses))) {
        if (first.results.has('temperror') || second.results.has('temperror')) isUnknown = true
        else if (classesOf(first) !== classesOf(second)) {
          const [was = 'none'] = first.results
          const [is = 'none'] = second.results
          return { kind: 'different', example: { address: firstOf(set), before: was, after: is, conditions } }
        }
      }
    }
  }
  return isUnknown ? { kind: 'unknown' } : { kind: 'equal' }
}

type Result = SpfCourse['result']

interface Decision {
  assumed: readonly string[]
  results: ReadonlySet<Result>
}

/** Under the same conditions an include that depends on the message may pass, or end the check with an error. */
function decisionsOf(courses: readonly SpfCourse[]): Decision[] {
  const decisions = Map.groupBy(courses.flatMap(split), ({ assumed }) => assumed.join(' '))
  return Array.from(decisions.values(), same => ({
    assumed: same[0]?.assumed ?? [],
    results: new Set(same.map(({ result }) => result)),
  }))
}

function* compatible(
  before: readonly Decision[],
  after: readonly Decision[],
): Generator<[Decision, Decision, string[]]> {
  for (const first of before) {
    for (const second of after) {
      const conditions = [...new Set([...first.assumed, ...second.assumed])]
      if (!conditions.some(each => conditions.includes(`!${each}`))) {
        yield [first, second, conditions]
      }
    }
  }
}

/** The record that a `redirect=` leads to passes or not. */
function split(course: SpfCourse): SpfCourse[] {
  if (course.result !== 'depends') return [course]
  const assumed = [...course.assumed.slice(0, -1), `!${course.assumed.at(-1)}`]
  return [
    { ...course, result: 'pass' },
    { ...course, result: 'error' },
    { ...course, assumed, result: 'neutral' },
  ]
}

/** What differs for a proof: an error that a record may end in is no pass. */
function classesOf({ results }: Decision): string {
  const classes = Array.from(results, result => (result === 'pass' || result === 'permerror' ? result : 'no pass'))
  return [...new Set(classes)].sort().join(' ')
}

function firstOf({ v4, v6 }: AddressSet): string {
  const [four] = v4
  if (four !== undefined) return formatAddress({ family: 4, value: four.first })
  return formatAddress({ family: 6, value: v6[0]?.first ?? 0n })
}

/** The courses of one record, where only a message that also passes by the other one passes: else the result is fail. */
export function passOf(courses: readonly SpfCourse[], accepted: readonly SpfCourse[]): SpfCourse[] {
  const results = courses.flatMap(split).flatMap(course => {
    if (course.result !== 'pass') return [course]
    return accepted.flatMap(split).flatMap(other => {
      const assumed = [...new Set([...course.assumed, ...other.assumed])]
      if (assumed.some(each => assumed.includes(`!${each}`))) return []
      return [{ ...course, assumed, result: other.result === 'pass' ? ('pass' as const) : ('fail' as const) }]
    })
  })
  const found = new Map(results.map(course => [[course.result, course.limit, ...course.assumed].join(' '), course]))
  return [...found.values()]
}
