import { type AddressSet, difference, everyAddress, noAddress, setOf, union } from './address-set.ts'
import { type Directive, isLiteral, type LiteralDirective } from './policy.ts'
import type { Qualifier } from './record.ts'

/** The run of mechanisms from `start` that need no lookup. */
export function literalsFrom(directives: readonly Directive[], start: number): LiteralDirective[] {
  const literals: LiteralDirective[] = []
  for (let at = start; at < directives.length; at++) {
    const directive = directives[at]
    if (directive === undefined || !isLiteral(directive)) break
    literals.push(directive)
  }
  return literals
}

/** The addresses that a mechanism without a lookup matches. */
export function setOfLiteral(literal: LiteralDirective): AddressSet {
  if (literal.kind === 'all') return everyAddress
  if (literal.kind === 'ip6') return setOf([{ family: 6, first: literal.first, last: literal.last }])
  const { network, mask } = literal
  return setOf([{ family: 4, first: BigInt(network >>> 0), last: BigInt((network | ~mask) >>> 0) }])
}

/** The addresses that some mechanisms match, and the share of each qualifier: the first match decides. */
interface FirstMatch {
  set: AddressSet
  byQualifier: ReadonlyMap<Qualifier, AddressSet>
}

/** Divides in halves: a record may hold thousands of terms, and this touches each address a few times, not once a term. */
export function firstMatching(literals: readonly LiteralDirective[]): FirstMatch {
  const [only] = literals
  if (only === undefined) return { set: noAddress, byQualifier: new Map() }
  if (literals.length === 1) {
    const set = setOfLiteral(only)
    return { set, byQualifier: new Map([[only.qualifier, set]]) }
  }
  const middle = literals.length >>> 1
  const before = firstMatching(literals.slice(0, middle))
  const after = firstMatching(literals.slice(middle))
  const byQualifier = new Map(before.byQualifier)
  for (const [qualifier, set] of after.byQualifier) {
    byQualifier.set(qualifier, union(byQualifier.get(qualifier) ?? noAddress, difference(set, before.set)))
  }
  return { set: union(before.set, after.set), byQualifier }
}
