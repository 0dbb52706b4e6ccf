import { type AddressSet, difference, noAddress, union } from './address-set.ts'

/** The addresses that some terms match, and those of them that pass. */
export interface Match {
  set: AddressSet
  passing: AddressSet
}

/**
 * Combines terms in a row: for each address the first matching term decides. The list is halved again and again, so that
 * each address is handled a few times and not once a term: a record may have hundreds of terms beside hosts with
 * thousands of addresses.
 */
export function firstMatch(matches: readonly Match[]): Match {
  const [only] = matches
  if (matches.length < 2) return only ?? { set: noAddress, passing: noAddress }
  const middle = matches.length >>> 1
  const before = firstMatch(matches.slice(0, middle))
  const after = firstMatch(matches.slice(middle))
  return {
    set: union(before.set, after.set),
    passing: union(before.passing, difference(after.passing, before.set)),
  }
}
