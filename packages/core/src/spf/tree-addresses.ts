import {
  type AddressSet,
  countIpv4,
  countIpv6Nets,
  difference,
  everyAddress,
  isEmpty,
  isEveryone,
  isHalfTheWorld,
  noAddress,
  union,
} from './address-set.ts'
import { firstMatch, type Match } from './first-match.ts'
import { inEvaluationOrder, type WalkedRecord, type WalkedTerm } from './tree-walk.ts'

/** The addresses that a record lets pass. */
export interface Passing {
  /** Addresses that get `pass`, as far as known without a sender. Failed lookups remove none of them. */
  set: AddressSet
  /** Macros, `exists` or `ptr` decide about further addresses. */
  dependsOnSender: boolean
  /** All lookups below succeeded. */
  complete: boolean
}

/** Compiles each record of a tree to the set that gets `pass`; the first matching term decides (section 4.6.2). */
export function compilePassing(root: WalkedRecord): ReadonlyMap<WalkedRecord, Passing> {
  const compiled = new Map<WalkedRecord, Passing>()
  const compile = (record: WalkedRecord): Passing => {
    const matches: Match[] = []
    let dependsOnSender = false
    let complete = !record.cut && record.state !== 'unchecked'
    for (const node of inEvaluationOrder(record.terms)) {
      const below = node.child === null ? null : compile(node.child)
      if (!node.reached) continue
      dependsOnSender ||= node.dependsOnSender || (below?.dependsOnSender ?? false)
      const isKnown = !node.unchecked && (below?.complete ?? true)
      complete &&= isKnown
      const set = below?.set ?? node.addresses
      const passes = qualifierOf(node) === '+'
      // A negative term whose lookup failed may match any address, so no later term lets an address pass for certain.
      if (!passes && !isKnown) matches.push({ set: everyAddress, passing: noAddress })
      else if (set !== null) matches.push({ set, passing: passes ? set : noAddress })
    }
    const result = { set: firstMatch(matches).passing, dependsOnSender, complete }
    compiled.set(record, result)
    return result
  }
  compile(root)
  return compiled
}

/** The qualifier of a mechanism. `redirect=` is treated as `+`: what passes in its target passes here. */
function qualifierOf({ term }: WalkedTerm): '+' | '-' | '~' | '?' | null {
  if ('qualifier' in term) return term.qualifier
  return term.kind === 'redirect' ? '+' : null
}

/** The number of addresses that a term matches, for `SpfTermNode`. */
export function countsOf(
  node: WalkedTerm,
  compiled: ReadonlyMap<WalkedRecord, Passing>,
): { ipv4: number | null; ipv6Nets: number | null } {
  if (node.term.kind === 'all') return { ipv4: 0, ipv6Nets: 0 }
  const below = node.child === null ? undefined : compiled.get(node.child)
  const known =
    below === undefined ? node.addresses : below.dependsOnSender || node.child?.state !== 'read' ? null : below.set
  if (known === null || node.unchecked) return { ipv4: null, ipv6Nets: null }
  return { ipv4: countIpv4(known), ipv6Nets: countIpv6Nets(known) }
}

/**
 * The terms that together allow everyone (see `isEveryone`), widest first; null when there are none. `passing` is the
 * part of them that earlier terms leave: less than half the world is not everyone.
 */
export function openTerms(root: WalkedRecord, passing: AddressSet): string | null {
  if (!isHalfTheWorld(passing)) return null
  const widest = passingTerms(root, '').sort((one, other) => other.size - one.size)
  const openWith = (count: number): boolean =>
    isEveryone(union(...widest.slice(0, count).map(({ addresses }) => addresses)))
  if (!openWith(widest.length)) return null
  // A binary search instead of adding term by term keeps a record of thousands of small ranges cheap.
  let low = 0
  for (let high = widest.length; high - low > 1; ) {
    const middle = (low + high) >>> 1
    if (openWith(middle)) high = middle
    else low = middle
  }
  const named: string[] = []
  let set = noAddress
  for (const { addresses, text } of widest.slice(0, low + 1)) {
    if (named.length > 0 && isEmpty(difference(addresses, set))) continue
    if (named.length === namedMost) return `${named.join(' ')} …`
    set = union(set, addresses)
    named.push(text)
  }
  return named.join(' ')
}

/** The maximum number of terms to name. */
const namedMost = 4

interface OpenTerm {
  text: string
  addresses: AddressSet
  size: number
}

function passingTerms(record: WalkedRecord, way: string): OpenTerm[] {
  return record.terms.flatMap((node): OpenTerm[] => {
    if (!node.reached || qualifierOf(node) !== '+') return []
    if (node.child !== null) return passingTerms(node.child, `${way}${node.text} → `)
    if (node.addresses === null) return []
    // The widest IPv6 sets and the widest IPv4 sets both come first.
    const size = Math.max(countIpv4(node.addresses) / 2 ** 32, countIpv6Nets(node.addresses) / 2 ** 64)
    return [{ text: `${way}${node.text}`, addresses: node.addresses, size }]
  })
}
