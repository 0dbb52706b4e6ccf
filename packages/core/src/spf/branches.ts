import { type AddressSet, difference, intersection, isEmpty, union } from './address-set.ts'
import { lookupsMax, voidLookupsMax } from './limits.ts'
import type { SpfResult } from './result.ts'

/** Addresses that have come through a record in the same way so far, with what has been counted on it. */
export interface Way {
  set: AddressSet
  lookups: number
  voidLookups: number
  /** The term under evaluation has been counted as void for them. */
  isVoid: boolean
  /** Terms only a message can decide, in the order met: `exists:%{i}.example.com` matched, `!exists:…` did not. */
  assumed: readonly string[]
  /** Those of them that may have come back empty, each as often as it was asked: void lookups only a message can count. */
  maybeVoid: readonly string[]
}

/** Addresses whose result is known. `depends`: the last thing assumed leads to a record only a message can name. */
export interface Ending {
  way: Way
  result: SpfResult | 'depends'
}

/** What becomes of some ways at a term: they match, they end, or they go on to the next. */
export interface Step {
  matched: readonly Way[]
  ended: readonly Ending[]
  open: readonly Way[]
}

export function endAll(ways: readonly Way[], result: Ending['result']): Ending[] {
  return ways.map(way => ({ way, result }))
}

/** The part of each way that lies in a set. */
export function within(ways: readonly Way[], set: AddressSet): Way[] {
  return ways.map(way => ({ ...way, set: intersection(way.set, set) })).filter(way => !isEmpty(way.set))
}

/** The part of each way that lies outside a set. */
export function outside(ways: readonly Way[], set: AddressSet): Way[] {
  return ways.map(way => ({ ...way, set: difference(way.set, set) })).filter(way => !isEmpty(way.set))
}

/** Ways with equal counts and assumptions as one: however many terms a record has, few ways are left at each. */
export function joined(ways: readonly Way[]): Way[] {
  const found = new Map<string, Way>()
  for (const way of ways) {
    const key = [way.lookups, way.voidLookups, way.isVoid, ...way.assumed, '|', ...way.maybeVoid].join(' ')
    const before = found.get(key)
    found.set(key, before === undefined ? way : { ...way, set: union(before.set, way.set) })
  }
  return [...found.values()]
}

/** One more term that asks (RFC 7208 section 4.6.4). */
export function countLookups(ways: readonly Way[]): { counted: Way[]; ended: Ending[] } {
  const counted = ways.map(way => ({ ...way, lookups: way.lookups + 1, isVoid: false }))
  return {
    counted: counted.filter(({ lookups }) => lookups <= lookupsMax),
    ended: endAll(
      counted.filter(({ lookups }) => lookups > lookupsMax),
      'permerror',
    ),
  }
}

/** A question of the term under evaluation came back empty: that counts once a term (RFC 7208 section 4.6.4). */
export function countVoids(ways: readonly Way[]): { counted: Way[]; ended: Ending[] } {
  const counted = ways.map(way => (way.isVoid ? way : { ...way, voidLookups: way.voidLookups + 1, isVoid: true }))
  return {
    counted: counted.filter(({ voidLookups }) => voidLookups <= voidLookupsMax),
    ended: endAll(
      counted.filter(({ voidLookups }) => voidLookups > voidLookupsMax),
      'permerror',
    ),
  }
}

/**
 * A term only a message can decide: each way goes on as both, unless it has met the term before. `mayBeVoid`: where it does
 * not match, that may be for want of any answer.
 */
export function assume(ways: readonly Way[], term: string, mayBeVoid: boolean): Step {
  const holds = ways.filter(({ assumed }) => !assumed.includes(`!${term}`))
  const fails = ways.filter(({ assumed }) => !assumed.includes(term))
  const adding = (way: Way, assumption: string): Way =>
    way.assumed.includes(assumption) ? way : { ...way, assumed: [...way.assumed, assumption] }
  return {
    matched: holds.map(way => adding(way, term)),
    ended: [],
    open: fails.map(way => {
      const open = adding(way, `!${term}`)
      return mayBeVoid ? { ...open, maybeVoid: [...open.maybeVoid, term] } : open
    }),
  }
}

/**
 * How the void lookups only a message can count may end a way in a permerror (RFC 7208 section 4.6.4); '' where they are too
 * few. Equal texts are equal limits.
 */
export function voidLimitOf({ voidLookups, maybeVoid }: Way): string {
  if (voidLookups + maybeVoid.length <= voidLookupsMax) return ''
  return ` (permerror if more than ${voidLookupsMax - voidLookups} come back empty of ${[...maybeVoid].sort().join(', ')})`
}
