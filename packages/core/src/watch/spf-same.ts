import { blockOf } from '../dns/index.ts'
import {
  type AddressSet,
  difference,
  everyAddress,
  noAddress,
  printMacroString,
  printSpf,
  type Qualifier,
  type SpfTerm,
  sameSet,
  setOf,
  union,
} from '../spf/index.ts'

/** More terms with lookups than that are beyond every limit of receivers (RFC 7208 section 4.6.4). */
const lookupsMax = 20

const qualifiers: readonly Qualifier[] = ['+', '-', '~', '?']

/** The addresses that some terms decide about, and those of each result: the first match decides. */
interface Decided {
  matched: AddressSet
  by: Readonly<Record<Qualifier, AddressSet>>
}

const none: Decided = { matched: noAddress, by: { '+': noAddress, '-': noAddress, '~': noAddress, '?': noAddress } }

/**
 * Whether two SPF records give every message the same result, whatever the DNS says and whichever lookup fails. It is a
 * proof: terms that look something up are the same ones in the same order, and before each of them and at the end, the
 * other terms decide the same about the same addresses. False: not proved.
 */
export function isSameSpf(was: readonly SpfTerm[], is: readonly SpfTerm[]): boolean {
  const [one, other] = [stepsOf(was), stepsOf(is)]
  if (one.modifiers !== other.modifiers || one.lookups.join(' ') !== other.lookups.join(' ')) return false
  if (one.lookups.length > lookupsMax) return printSpf(was) === printSpf(is)
  let [first, second] = [none, none]
  for (const [at, terms] of one.between.entries()) {
    first = followedBy(first, decidedBy(terms))
    second = followedBy(second, decidedBy(other.between[at] ?? []))
    const [before, after] = [first.by, second.by]
    if (!qualifiers.every(qualifier => sameSet(before[qualifier], after[qualifier]))) return false
  }
  return true
}

/**
 * Whether two records have the same terms, and none changed its place with one of another qualifier. Then the same servers
 * pass in either order, unless a lookup fails or is one too many.
 */
export function isSameButOrder(was: readonly SpfTerm[], is: readonly SpfTerm[]): boolean {
  const [one, other] = [runsOf(was), runsOf(is)]
  return one.length === other.length && one.every((run, at) => run === other[at])
}

/**
 * Whether the second record is the first one without repeated terms. A mechanism that did not match before does not match
 * when it comes again, and fewer lookups exceed no limit.
 */
export function isSameButRepeats(was: readonly SpfTerm[], is: readonly SpfTerm[]): boolean {
  const [before, after] = [repeatsIn(was), repeatsIn(is)]
  const isFewer = [...after].every(([text, count]) => count <= (before.get(text) ?? 0))
  return isFewer && isSameSpf(withoutRepeats(was), withoutRepeats(is))
}

function repeatsIn(terms: readonly SpfTerm[]): ReadonlyMap<string, number> {
  const groups = Map.groupBy(terms.filter(isMechanism), textOf)
  return new Map([...groups].map(([text, { length }]) => [text, length]))
}

function withoutRepeats(terms: readonly SpfTerm[]): readonly SpfTerm[] {
  const seen = new Set<string>()
  return terms.filter(term => {
    // The first one decides, whatever the qualifier of the second.
    const text = textOf(term).replace(/^[-~?]/, '')
    if (!isMechanism(term) || isByAddress(term)) return true
    return !seen.has(text) && seen.add(text)
  })
}

const isMechanism = (term: SpfTerm): boolean => 'qualifier' in term

/**
 * The terms at a name, in which `a`, `mx` and `ptr` leave out the name itself, which they mean without one (RFC 7208
 * sections 5.3 to 5.5), also where another record includes it.
 */
export function withoutOwnName(terms: readonly SpfTerm[], name: string): readonly SpfTerm[] {
  const own = name.toLowerCase().replace(/\.$/, '')
  return terms.map(term => {
    if ((term.kind !== 'a' && term.kind !== 'mx' && term.kind !== 'ptr') || term.domain === null) return term
    const written = printMacroString(term.domain).replace(/\.$/, '')
    return written === '%{d}' || written.toLowerCase() === own ? { ...term, domain: null } : term
  })
}

/** The terms that receivers evaluate, divided where the qualifier changes, each run in one order. */
function runsOf(terms: readonly SpfTerm[]): readonly string[] {
  const runs: { qualifier: Qualifier | null; texts: string[] }[] = []
  const end = terms.findIndex(({ kind }) => kind === 'all')
  for (const term of end < 0 ? terms : terms.slice(0, end + 1)) {
    if (!('qualifier' in term)) continue
    // `all` matches everyone, so nothing moves past it.
    const qualifier = term.kind === 'all' ? null : term.qualifier
    const last = runs.at(-1)
    if (last === undefined || last.qualifier !== qualifier) runs.push({ qualifier, texts: [textOf(term)] })
    else last.texts.push(textOf(term))
  }
  const modifiers = terms.filter(term => !('qualifier' in term)).map(textOf)
  return [...runs.map(({ texts }) => texts), modifiers].map(texts => texts.toSorted().join(' '))
}

/** A record as receivers evaluate it. */
interface Steps {
  /** The terms that look something up, as text, in their order. */
  lookups: readonly string[]
  /** The terms that decide by the address alone: before each lookup, and after the last one. */
  between: readonly (readonly SpfTerm[])[]
  /** What is not evaluated, as text, in one order (RFC 7208 section 6). */
  modifiers: string
}

/** Terms after `all` are never evaluated (RFC 7208 section 5.1), nor is `redirect` beside it (section 6.1). */
function stepsOf(terms: readonly SpfTerm[]): Steps {
  const end = terms.findIndex(({ kind }) => kind === 'all')
  const evaluated = end < 0 ? terms : terms.slice(0, end + 1)
  const directives = evaluated.filter(term => 'qualifier' in term)
  const redirect = end < 0 ? terms.filter(({ kind }) => kind === 'redirect') : []
  const lookups: string[] = []
  const between: SpfTerm[][] = [[]]
  for (const term of [...directives, ...redirect]) {
    if (isByAddress(term)) between.at(-1)?.push(term)
    else {
      lookups.push(textOf(term))
      between.push([])
    }
  }
  const modifiers = terms.filter(({ kind }) => kind === 'exp' || kind === 'modifier').map(textOf)
  return { lookups, between, modifiers: modifiers.toSorted().join(' ') }
}

function isByAddress({ kind }: SpfTerm): boolean {
  return kind === 'all' || kind === 'ip4' || kind === 'ip6'
}

/**
 * Names are the same in any case and with a dot at their end (RFC 7208 section 7.1), but a macro letter in capitals has
 * another meaning (section 7.3).
 */
function textOf(term: SpfTerm): string {
  const text = printSpf([term])
    .slice('v=spf1 '.length)
    .replace(/\.(?=(?:\/[0-9/]*)?$)/, '')
  return text.includes('%') ? text : text.toLowerCase()
}

/** Divides in halves, because a record may hold thousands of terms. */
function decidedBy(terms: readonly SpfTerm[]): Decided {
  const [only] = terms
  if (only === undefined) return none
  if (terms.length > 1) {
    const middle = terms.length >>> 1
    return followedBy(decidedBy(terms.slice(0, middle)), decidedBy(terms.slice(middle)))
  }
  if (only.kind === 'all') return { matched: everyAddress, by: { ...none.by, [only.qualifier]: everyAddress } }
  if (only.kind !== 'ip4' && only.kind !== 'ip6') return none
  const matched = setOf([blockOf(only.address, only.prefix)])
  return { matched, by: { ...none.by, [only.qualifier]: matched } }
}

function followedBy(first: Decided, second: Decided): Decided {
  const of = (qualifier: Qualifier) => union(first.by[qualifier], difference(second.by[qualifier], first.matched))
  return {
    matched: union(first.matched, second.matched),
    by: { '+': of('+'), '-': of('-'), '~': of('~'), '?': of('?') },
  }
}
