import { type AddressSet, difference, intersection, isEmpty, union } from './address-set.ts'
import type { SpfLimits } from './limits.ts'
import type { SpfResult } from './result.ts'

/** The addresses for which the evaluation of a record took the same course so far, and what it has counted for them. */
export interface Branch {
  set: AddressSet
  lookups: number
  voidLookups: number
  /** The term under evaluation is already counted as a void lookup for them. */
  isVoid: boolean
  /** Terms that depend on the message, in order: `exists:%{i}.example.com` is assumed to match, `!exists:…` not to. */
  assumed: readonly string[]
  /** Those of them that may be void lookups, once per lookup. Only a message decides how many are. */
  maybeVoid: readonly string[]
}

/**
 * A branch whose result is known. `depends`: the last assumed term, a `redirect=`, leads to a record that depends on the
 * message, and its result is that of the check. `error`: the last assumed term leads to such a record, and the check ends
 * if that is missing or invalid.
 */
export interface BranchResult {
  branch: Branch
  result: SpfResult | 'depends' | 'error'
}

/** What one term does to the branches that reach it: some match, some end with a result, some go on to the next term. */
export interface TermOutcome {
  matched: readonly Branch[]
  ended: readonly BranchResult[]
  open: readonly Branch[]
}

export function endAll(branches: readonly Branch[], result: BranchResult['result']): BranchResult[] {
  return branches.map(branch => ({ branch, result }))
}

/** The part of each branch that lies in a set. */
export function within(branches: readonly Branch[], set: AddressSet): Branch[] {
  return branches
    .map(branch => ({ ...branch, set: intersection(branch.set, set) }))
    .filter(branch => !isEmpty(branch.set))
}

/** The part of each branch that lies outside a set. */
export function outside(branches: readonly Branch[], set: AddressSet): Branch[] {
  return branches
    .map(branch => ({ ...branch, set: difference(branch.set, set) }))
    .filter(branch => !isEmpty(branch.set))
}

/** Merges branches with equal counts and assumptions, so that even a long record keeps few branches at each term. */
export function joined(branches: readonly Branch[]): Branch[] {
  const found = new Map<string, Branch>()
  for (const branch of branches) {
    const key = [branch.lookups, branch.voidLookups, branch.isVoid, ...branch.assumed, '|', ...branch.maybeVoid].join(
      ' ',
    )
    const before = found.get(key)
    found.set(key, before === undefined ? branch : { ...branch, set: union(before.set, branch.set) })
  }
  return [...found.values()]
}

/** Counts a term that causes DNS lookups (RFC 7208 section 4.6.4). */
export function countLookups(
  branches: readonly Branch[],
  max: SpfLimits,
): { counted: Branch[]; ended: BranchResult[] } {
  const counted = branches.map(branch => ({ ...branch, lookups: branch.lookups + 1, isVoid: false }))
  return {
    counted: counted.filter(({ lookups }) => lookups <= max.lookups),
    ended: endAll(
      counted.filter(({ lookups }) => lookups > max.lookups),
      'permerror',
    ),
  }
}

/** Counts a void lookup of the term under evaluation: at most one for each term (RFC 7208 section 4.6.4). */
export function countVoids(branches: readonly Branch[], max: SpfLimits): { counted: Branch[]; ended: BranchResult[] } {
  const counted = branches.map(branch =>
    branch.isVoid ? branch : { ...branch, voidLookups: branch.voidLookups + 1, isVoid: true },
  )
  return {
    counted: counted.filter(({ voidLookups }) => voidLookups <= max.voidLookups),
    ended: endAll(
      counted.filter(({ voidLookups }) => voidLookups > max.voidLookups),
      'permerror',
    ),
  }
}

/**
 * Splits branches at a term that depends on the message: each continues once as a match and once as no match, unless it
 * has assumed one of them before. `mayBeVoid`: where the term does not match, the lookup may have been void.
 */
export function assume(branches: readonly Branch[], term: string, mayBeVoid: boolean): TermOutcome {
  const holds = branches.filter(({ assumed }) => !assumed.includes(`!${term}`))
  const fails = branches.filter(({ assumed }) => !assumed.includes(term))
  const adding = (branch: Branch, assumption: string): Branch =>
    branch.assumed.includes(assumption) ? branch : { ...branch, assumed: [...branch.assumed, assumption] }
  return {
    matched: holds.map(branch => adding(branch, term)),
    ended: [],
    open: fails.map(branch => {
      const open = adding(branch, `!${term}`)
      return mayBeVoid ? { ...open, maybeVoid: [...open.maybeVoid, term] } : open
    }),
  }
}

/**
 * The condition under which void lookups that depend on the message end a branch in a permerror (RFC 7208 section 4.6.4);
 * '' when they are too few for that. Equal texts are equal conditions.
 */
export function voidLimitOf({ voidLookups, maybeVoid }: Branch, max: SpfLimits): string {
  if (voidLookups + maybeVoid.length <= max.voidLookups) return ''
  return ` (permerror if more than ${max.voidLookups - voidLookups} of these return nothing: ${[...maybeVoid].sort().join(', ')})`
}
