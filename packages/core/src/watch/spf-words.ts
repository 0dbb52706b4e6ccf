import { blockOf } from '../dns/index.ts'
import {
  type AddressSet,
  difference,
  everyAddress,
  isEveryone,
  isSpfRecord,
  lookupsMax,
  noAddress,
  type ParsedSpf,
  parseSpf,
  printMacroString,
  printSpf,
  type Qualifier,
  type SpfTerm,
  setOf,
  union,
} from '../spf/index.ts'
import { type ChangeWords, type Fact, worstEffect } from './change.ts'
import { allOf, differenceOf, listed, sentence, shown } from './sentence.ts'
import { isSameButOrder, isSameButRepeats, isSameSpf, withoutOwnName } from './spf-same.ts'
import { reordered } from './tree-words.ts'

/** What receivers make of the SPF texts of a name. */
interface Reading {
  /** Records by RFC 7208 section 4.5; with more than one, receivers return permerror. */
  count: number
  /** The one valid record. */
  terms: readonly SpfTerm[] | null
  /** Why receivers return permerror although there is one record. */
  problem: string | null
  /** Any server passes. */
  isOpen: boolean
  /** The DNS lookups of the one record itself, without those of what it includes (RFC 7208 section 4.6.4). */
  lookups: number
}

/** @param name the name of the records */
export function spfWords(before: readonly string[], after: readonly string[], name: string): ChangeWords {
  const [was, is] = [read(before, name), read(after, name)]
  const verb = before.length === 0 ? 'added' : after.length === 0 ? 'removed' : 'modified'
  const change = (effect: ChangeWords['effect'], description: string): ChangeWords => ({ verb, effect, description })
  if (is.isOpen && !was.isOpen) return change('broken', 'SPF now allows every server to send')
  if (after.length === 0) return change(...removalOf(was))
  if (was.count > 0 && is.count === 0 && isUsed(was)) {
    return change('broken', 'SPF record no longer valid: it does not begin with "v=spf1"')
  }
  if (before.length === 0) {
    if (is.count > 1) return change('broken', `${is.count} SPF records added, so receivers return permerror`)
    if (is.lookups > lookupsMax) {
      return change('broken', `SPF record added that needs ${is.lookups} DNS lookups, so receivers return permerror`)
    }
    if (is.problem !== null) return change('broken', `SPF record added, which is invalid: ${is.problem}`)
    return change('neutral', `SPF record added: ${shown(after[0] ?? '', 90)}`)
  }
  if (is.count > 1 && was.count <= 1)
    return change('broken', `${is.count} SPF records found, so receivers return permerror`)
  if (is.problem !== null && was.problem === null) return change('broken', `SPF record is now invalid: ${is.problem}`)
  if (is.lookups > lookupsMax && was.lookups <= lookupsMax) {
    return change('broken', `SPF now needs ${is.lookups} DNS lookups, so receivers return permerror`)
  }
  if (was.lookups > lookupsMax && is.terms !== null && is.lookups <= lookupsMax) {
    return change('better', `SPF needs no more than ${lookupsMax} DNS lookups again`)
  }
  if (was.terms !== null && is.terms !== null) {
    if (isSameSpf(was.terms, is.terms) || isSameButRepeats(was.terms, is.terms))
      return change('neutral', 'SPF record rewritten, same meaning')
    const facts = factsOf(evaluated(was.terms), evaluated(is.terms))
    if (facts.length > 0) return change(worstEffect(facts.map(({ effect }) => effect)), sentence('SPF', facts))
    if (is.lookups <= lookupsMax && isSameButOrder(was.terms, is.terms)) return change('neutral', reordered)
    return change(
      'risk',
      was.terms.length === is.terms.length ? 'SPF terms reordered' : 'SPF terms repeated or reordered',
    )
  }
  if (is.terms !== null)
    return change('better', was.count > 1 ? 'Only one SPF record is left' : 'SPF record is valid again')
  return change('risk', is.count > 1 ? 'One of several SPF records changed' : 'SPF record changed, still invalid')
}

/** What is lost with the records of a name. Those that gave every message permerror, or no result, protected nothing. */
function removalOf(was: Reading): [ChangeWords['effect'], string] {
  if (isUsed(was)) return ['broken', 'SPF record removed']
  if (was.count > 1)
    return ['neutral', `${allOf(was.count)} SPF records removed, for which receivers returned permerror`]
  if (was.terms === null) return ['neutral', 'Invalid SPF record removed']
  return ['neutral', `SPF record removed that needed ${was.lookups} DNS lookups, so receivers returned permerror`]
}

/** Receivers evaluate the one record. What it includes may still end in permerror. */
function isUsed({ terms, lookups }: Reading): boolean {
  return terms !== null && lookups <= lookupsMax
}

function read(texts: readonly string[], name: string): Reading {
  const records = texts.filter(isSpfRecord)
  const [parsed] = records.map(parseSpf)
  const problem = parsed?.problems.find(({ severity }) => severity === 'error')?.message ?? null
  const only = parsed === undefined || records.length > 1 ? null : parsed
  return {
    count: records.length,
    terms:
      only === null || problem !== null
        ? null
        : withoutOwnName(
            only.terms.map(({ term }) => term),
            name,
          ),
    problem: records.length > 1 ? null : problem,
    isOpen: only !== null && problem === null && isOpen(only),
    lookups: only === null ? 0 : lookupsIn(only),
  }
}

/** Terms after `all` are not evaluated, and `redirect` is not beside it (RFC 7208 sections 5.1 and 6.1). */
function lookupsIn({ terms }: ParsedSpf): number {
  const kinds = terms.map(({ term }) => term.kind)
  const end = kinds.indexOf('all')
  return kinds.filter((kind, at) => lookupKinds.has(kind) && (end === -1 || (at < end && kind !== 'redirect'))).length
}

const lookupKinds: ReadonlySet<SpfTerm['kind']> = new Set(['include', 'a', 'mx', 'ptr', 'exists', 'redirect'])

/** `+all`, or mechanisms without a lookup that let all of IPv4 or all of IPv6 pass. Terms after `all` do not count. */
function isOpen({ terms }: ParsedSpf): boolean {
  const only = terms.map(({ term }) => term)
  const all = only.find(({ kind }) => kind === 'all')
  return (all?.kind === 'all' && all.qualifier === '+') || isEveryone(firstMatch(only).passed)
}

/** The addresses that some terms match, and those among them that pass: the first match decides. */
interface Match {
  matched: AddressSet
  passed: AddressSet
}

/** Divides in halves, because a record may hold thousands of terms. */
function firstMatch(terms: readonly SpfTerm[]): Match {
  const [only] = terms
  if (only === undefined) return { matched: noAddress, passed: noAddress }
  if (terms.length === 1) {
    const matched = matchedBy(only)
    return { matched, passed: 'qualifier' in only && only.qualifier === '+' ? matched : noAddress }
  }
  const before = firstMatch(terms.slice(0, terms.length >>> 1))
  const after = firstMatch(terms.slice(terms.length >>> 1))
  return {
    matched: union(before.matched, after.matched),
    passed: union(before.passed, difference(after.passed, before.matched)),
  }
}

/** What a term matches whatever the DNS says. `a/0` and `mx/0` match every client if the name has an address at all. */
function matchedBy(term: SpfTerm): AddressSet {
  if (term.kind === 'all') return everyAddress
  if (term.kind === 'ip4' || term.kind === 'ip6') return setOf([blockOf(term.address, term.prefix)])
  if (term.kind !== 'a' && term.kind !== 'mx') return noAddress
  return {
    v4: term.prefix4 === 0 ? everyAddress.v4 : [],
    v6: term.prefix6 === 0 ? everyAddress.v6 : [],
  }
}

/** Terms after `all` are never evaluated, nor is `redirect` beside it (RFC 7208 sections 5.1 and 6.1). */
function evaluated(terms: readonly SpfTerm[]): readonly SpfTerm[] {
  const end = terms.findIndex(({ kind }) => kind === 'all')
  if (end < 0) return terms
  return terms.filter((term, at) => ('qualifier' in term ? at <= end : term.kind !== 'redirect'))
}

function factsOf(was: readonly SpfTerm[], is: readonly SpfTerm[]): readonly Fact[] {
  const includes = differenceOf(was.flatMap(included), is.flatMap(included))
  const others = differenceOf(was.flatMap(other), is.flatMap(other))
  const notes = differenceOf(was.flatMap(note), is.flatMap(note))
  return [
    ...endingFacts(endingOf(was), endingOf(is)),
    ...risks(includes.removed, 'no longer includes'),
    ...risks(includes.added, 'now includes'),
    ...risks(others.removed, 'no longer has'),
    ...risks(others.added, 'now has'),
    ...neutrals(notes.removed, 'no longer has'),
    ...neutrals(notes.added, 'now has'),
  ]
}

/** A sender that lost permission, or a server that gained it. */
function risks(items: readonly string[], verb: string): readonly Fact[] {
  return items.length > 0 ? [{ text: `${verb} ${listed(items)}`, effect: 'risk' }] : []
}

/** What changes no result: the text for those who are refused (RFC 7208 section 6.2), and who gets reports (RFC 6652). */
function neutrals(items: readonly string[], verb: string): readonly Fact[] {
  return items.length > 0 ? [{ text: `${verb} ${listed(items)}`, effect: 'neutral' }] : []
}

const strength: Record<Qualifier, number> = { '+': 0, '?': 1, '~': 2, '-': 3 }

/** Without `all` and `redirect` the result is neutral, as with `?all` (RFC 7208 section 4.7). */
function endingFacts(was: Ending, is: Ending): readonly Fact[] {
  if (was.text === is.text) return []
  if (was.qualifier === null || is.qualifier === null) {
    return [{ text: `ending changed from ${was.text} to ${is.text}`, effect: 'risk' }]
  }
  const change = strength[is.qualifier] - strength[was.qualifier]
  const effect = change < 0 ? 'risk' : change > 0 ? 'better' : 'neutral'
  if (is.text === noEnding) return [{ text: `no longer ends with ${was.text}`, effect }]
  if (was.text === noEnding) return [{ text: `now ends with ${is.text}`, effect }]
  return [{ text: `ending ${change < 0 ? 'softened' : 'tightened'} from ${was.text} to ${is.text}`, effect }]
}

interface Ending {
  text: string
  /** Null: another record decides. */
  qualifier: Qualifier | null
}

const noEnding = 'no all'

function endingOf(terms: readonly SpfTerm[]): Ending {
  for (const term of terms) if (term.kind === 'all') return { text: `${term.qualifier}all`, qualifier: term.qualifier }
  for (const term of terms) {
    if (term.kind === 'redirect') return { text: shown(`redirect=${printMacroString(term.domain)}`), qualifier: null }
  }
  return { text: noEnding, qualifier: '?' }
}

/** The domain of an include. Where it does not let senders pass, its qualifier is part of what it says. */
function included(term: SpfTerm): readonly string[] {
  if (term.kind !== 'include') return []
  const domain = printMacroString(term.domain)
  return [term.qualifier === '+' ? domain : `${term.qualifier}${domain}`]
}

function other(term: SpfTerm): readonly string[] {
  return term.kind === 'include' || term.kind === 'all' || !('qualifier' in term) ? [] : [written(term)]
}

/** `exp=` and the modifiers that receivers do not evaluate. */
function note(term: SpfTerm): readonly string[] {
  return term.kind === 'exp' || term.kind === 'modifier' ? [written(term)] : []
}

const written = (term: SpfTerm): string => printSpf([term]).slice('v=spf1 '.length)
