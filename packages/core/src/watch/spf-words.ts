import { blockOf } from '../dns/index.ts'
import {
  type AddressSet,
  difference,
  everyAddress,
  isEveryone,
  isSpfRecord,
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
import type { ChangeWords } from './change.ts'
import { differenceOf, listed, sentence, shown } from './sentence.ts'
import { isSameSpf } from './spf-same.ts'

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
}

export function spfWords(before: readonly string[], after: readonly string[]): ChangeWords {
  const [was, is] = [read(before), read(after)]
  const verb = before.length === 0 ? 'added' : after.length === 0 ? 'removed' : 'modified'
  const change = (severity: ChangeWords['severity'], description: string): ChangeWords => ({
    verb,
    severity,
    description,
  })
  if (is.isOpen && !was.isOpen) return change('critical', 'SPF now allows every server to send')
  if (after.length === 0) return change('critical', was.count > 0 ? 'SPF record removed' : 'Invalid SPF record removed')
  if (was.count > 0 && is.count === 0) {
    return change('critical', 'SPF record no longer valid: it does not begin with "v=spf1"')
  }
  if (before.length === 0) {
    if (is.count > 1) return change('info', `${is.count} SPF records added, so receivers return permerror`)
    return change('info', `SPF record added: ${shown(after[0] ?? '', 90)}`)
  }
  if (is.count > 1 && was.count <= 1)
    return change('warning', `${is.count} SPF records found, so receivers return permerror`)
  if (is.problem !== null && was.problem === null) return change('warning', `SPF record is now invalid: ${is.problem}`)
  if (was.terms !== null && is.terms !== null) {
    if (isSameSpf(was.terms, is.terms)) return change('info', 'SPF record rewritten, same meaning')
    const facts = factsOf(was.terms, is.terms)
    if (facts.length > 0) return change('warning', sentence('SPF', facts))
    return change(
      'warning',
      was.terms.length === is.terms.length ? 'SPF terms reordered' : 'SPF terms repeated or reordered',
    )
  }
  if (is.terms !== null)
    return change('warning', was.count > 1 ? 'Only one SPF record is left' : 'SPF record is valid again')
  return change('warning', is.count > 1 ? 'One of several SPF records changed' : 'SPF record changed, still invalid')
}

function read(texts: readonly string[]): Reading {
  const records = texts.filter(isSpfRecord)
  const [parsed] = records.map(parseSpf)
  const problem = parsed?.problems.find(({ severity }) => severity === 'error')?.message ?? null
  const only = parsed === undefined || records.length > 1 ? null : parsed
  return {
    count: records.length,
    terms: only === null || problem !== null ? null : only.terms.map(({ term }) => term),
    problem: records.length > 1 ? null : problem,
    isOpen: only !== null && problem === null && isOpen(only),
  }
}

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

function factsOf(was: readonly SpfTerm[], is: readonly SpfTerm[]): readonly string[] {
  const includes = differenceOf(was.flatMap(included), is.flatMap(included))
  const others = differenceOf(was.flatMap(other), is.flatMap(other))
  return [
    ...endingFacts(endingOf(was), endingOf(is)),
    ...(includes.removed.length > 0 ? [`no longer includes ${listed(includes.removed)}`] : []),
    ...(includes.added.length > 0 ? [`now includes ${listed(includes.added)}`] : []),
    ...(others.removed.length > 0 ? [`no longer has ${listed(others.removed)}`] : []),
    ...(others.added.length > 0 ? [`now has ${listed(others.added)}`] : []),
  ]
}

const strength: Record<Qualifier, number> = { '+': 0, '?': 1, '~': 2, '-': 3 }

/** Without `all` and `redirect` the result is neutral, as with `?all` (RFC 7208 section 4.7). */
function endingFacts(was: Ending, is: Ending): readonly string[] {
  if (was.text === is.text) return []
  if (was.qualifier === null || is.qualifier === null) return [`ending changed from ${was.text} to ${is.text}`]
  if (is.text === noEnding) return [`no longer ends with ${was.text}`]
  if (was.text === noEnding) return [`now ends with ${is.text}`]
  const isSofter = strength[is.qualifier] < strength[was.qualifier]
  return [`ending ${isSofter ? 'softened' : 'tightened'} from ${was.text} to ${is.text}`]
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
  if (term.kind === 'include' || term.kind === 'all' || term.kind === 'redirect') return []
  return [printSpf([term]).slice('v=spf1 '.length)]
}
