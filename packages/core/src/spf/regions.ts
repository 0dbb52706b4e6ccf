import { boundedResolver, type Resolver, type Signal } from '../dns/index.ts'
import {
  type AddressSet,
  difference,
  everyAddress,
  hasAddress,
  intersection,
  isEmpty,
  setOf,
  union,
} from './address-set.ts'
import { type Branch, type BranchResult, voidLimitOf } from './branches.ts'
import type { SpfLimits } from './limits.ts'
import { type VerdictWalk, walkPublished } from './verdict-walk.ts'

/** One course that the evaluation of a record may take for an address, and its result. */
export interface SpfCourse {
  /** Terms that depend on the message, in order: `exists:%{i}.example.com` is assumed to match, `!exists:…` not to. */
  assumed: readonly string[]
  result: BranchResult['result']
  /** See `voidLimitOf`. */
  limit: string
}

/** Addresses that get the same result from a record under the same conditions. */
export interface SpfRegion {
  set: AddressSet
  /** One course where nothing depends on the message; else one for each combination of conditions. */
  courses: readonly SpfCourse[]
}

export interface SpfRegionOptions {
  /** The record to use instead of the published one of the domain; null: the published one. */
  text: string | null
  /** The domain of the sender, `%{o}`; null: any. */
  sender: string | null
  limits: SpfLimits
  /** The maximum number of queries. */
  questions: number
  signal?: Signal | undefined
}

/**
 * Compiles an SPF record to regions of addresses. Disjoint, none of them empty. IPv4-mapped addresses are in none: they
 * count as IPv4 (RFC 7208 section 5). `problems` are the causes of none, temperror and permerror. Never rejects.
 */
export async function spfRegions(
  resolver: Resolver,
  domain: string,
  { text, sender, limits, questions, signal }: SpfRegionOptions,
): Promise<{ regions: SpfRegion[]; problems: readonly string[] }> {
  const walk: VerdictWalk = {
    resolver: boundedResolver(resolver, questions),
    signal,
    root: domain,
    sender,
    limits,
    text,
    problems: new Set(),
  }
  const start: Branch = { set: everyClient, lookups: 0, voidLookups: 0, isVoid: false, assumed: [], maybeVoid: [] }
  return { regions: regionsOf(await walkPublished(walk, domain, [start]), limits), problems: [...walk.problems] }
}

/** IPv4-mapped IPv6 addresses, `::ffff:0:0/96`: a client with one counts as its IPv4 address. */
export const mappedAddresses = setOf([{ family: 6, first: 0xffff_0000_0000n, last: 0xffff_ffff_ffffn }])
export const beforeMapped = 0xfffe_ffff_ffffn
export const behindMapped = 0x1_0000_0000_0000n

/** All addresses a client may have. */
export const everyClient = difference(everyAddress, mappedAddresses)

/** A set on both sides of the mapped addresses, with them: no client has one, and the gap would split a range in two. */
export function withMapped(set: AddressSet): AddressSet {
  const isAround = [beforeMapped, behindMapped].every(value => hasAddress(set, { family: 6, value }))
  return isAround ? union(set, mappedAddresses) : set
}

/** An address may be in several branches: one for each combination of the terms that depend on the message. */
function regionsOf(results: readonly BranchResult[], limits: SpfLimits): SpfRegion[] {
  let regions: SpfRegion[] = [{ set: everyClient, courses: [] }]
  for (const { course, set } of byCourse(results, limits)) {
    regions = regions.flatMap(region => [
      { set: intersection(region.set, set), courses: [...region.courses, course] },
      { set: difference(region.set, set), courses: region.courses },
    ])
    regions = regions.filter(region => !isEmpty(region.set))
  }
  return regions
}

function byCourse(results: readonly BranchResult[], limits: SpfLimits): { course: SpfCourse; set: AddressSet }[] {
  const found = new Map<string, { course: SpfCourse; sets: AddressSet[] }>()
  for (const { branch, result } of results) {
    const limit = result === 'permerror' ? '' : voidLimitOf(branch, limits)
    const key = [result, ...branch.assumed, limit].join(' ')
    const entry = found.get(key) ?? { course: { assumed: branch.assumed, result, limit }, sets: [] }
    entry.sets.push(branch.set)
    found.set(key, entry)
  }
  return Array.from(found.values(), ({ course, sets }) => ({ course, set: union(...sets) }))
}
