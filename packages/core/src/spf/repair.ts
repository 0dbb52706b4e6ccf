import { blockOf, displayText } from '../dns/index.ts'
import { countIpv4, countIpv6Nets, setOf } from './address-set.ts'
import { lookupsMax } from './limits.ts'
import { isSpfRecord, parseSpf, type Qualifier } from './record.ts'
import { costsLookup, type RemovalReason, type SpfRepair, type SpfRepairCause } from './repair-cause.ts'
import {
  type IgnoredTerms,
  isOpenToAll,
  isSender,
  isUnread,
  publishedTerms,
  takenTerms,
  untilAll,
  usedTerms,
} from './repair-ignored.ts'
import { includeOf, type RepairedTerm, readTerm } from './repair-term.ts'
import { type ReadText, readText } from './repair-text.ts'

/** What evaluating a record has shown of one of its own terms: why it is left out, or read again. */
export interface TermAtFault {
  /** The published text, as `displayText` shows it. */
  text: string
  reason: RemovalReason
}

/** The maximum length of a record that is repaired: longer ones are no work of a person. */
const longestRecord = 4_096

/**
 * Reads the SPF records of a name, or a text that looks like one, as what they were meant to say.
 *
 * - A record that receivers evaluate keeps its terms as published; at most, terms at fault are left out and the ending
 *   becomes stricter. Terms that receivers ignore come back as `ignored` says. Otherwise each term is read as its author
 *   meant it.
 * - Several records become one, with each term once and the strictest ending.
 * - `+all` and terms that let everyone pass are left out, and the record ends with `~all`. So does a record that ends
 *   with `?all` or without an ending.
 *
 * The repaired record never lets a server pass that no reading of the original lets pass. Null when no text is left that
 * names senders, or when a part cannot be read: inventing a sender is no repair.
 */
export function repairSpf(
  texts: readonly string[],
  atFault: readonly TermAtFault[] = [],
  ignored: IgnoredTerms = 'spare',
): SpfRepair {
  const causes: SpfRepairCause[] = []
  if (texts.length > 1) causes.push({ code: 'several_records', count: texts.length })
  const how = { atFault, ignored, isMerged: texts.length > 1 }
  const parts = texts.map(text => partOf(text, how, causes))
  if (!parts.every(part => part !== null)) return { causes, record: null }
  const record = recordOf(parts, causes)
  return { causes, record }
}

/** One record without its ending. */
interface Part {
  /** Without `all`, and without the ignored terms that are left out. */
  terms: readonly RepairedTerm[]
  /** The qualifier of `all`; null: there is none. */
  ending: Qualifier | null
  /** Terms were left out that may have named senders. */
  lacks: boolean
}

interface Reading {
  atFault: readonly TermAtFault[]
  ignored: IgnoredTerms
  isMerged: boolean
}

function partOf(text: string, how: Reading, causes: SpfRepairCause[]): Part | null {
  const read = readRecord(text)
  if (read === null) return null
  causes.push(...read.causes)
  const { all, reached, behind } = untilAll(read.terms)
  causes.push(...twiceIn(read.terms).map(name => ({ code: 'twice', name }) as const))
  const kept = keptTerms(reached, how.atFault, causes)
  causes.push(...faultsOf(behind))
  const { terms, unused } = usedTerms(kept, behind, all !== null)
  const ignored = [...unused.map(({ text }) => text), ...read.ignored]
  if (all !== null && ignored.length > 0) {
    causes.push({ code: 'after_all', all: all.text, terms: ignored.map(text => displayText(text, 100)) })
  }
  causes.push(...read.unreadable.map(found => ({ code: 'unreadable', found }) as const))
  if (how.isMerged && read.causes.some(isUnread)) return null
  if (read.unreadable.length > 0 || causes.some(({ code }) => code === 'sender_id')) return null
  const ending = all !== null && all.term.kind === 'all' ? all.term.qualifier : null
  const taken = takenTerms(terms, unused, read.respelled, { ...how, isOpen: reached.some(isOpenToAll) })
  return {
    // `redirect=` names senders beside `all` only as an include.
    terms: [...terms, ...taken.map(each => (all !== null && each.term.kind === 'redirect' ? includeOf(each) : each))],
    ending,
    lacks: kept.length < reached.length || read.causes.some(isUnread),
  }
}

/** A record that receivers evaluate as they do; every other text as it was meant. */
function readRecord(text: string): ReadText | null {
  const isEvaluated = isSpfRecord(text) && parseSpf(text).problems.every(({ severity }) => severity !== 'error')
  return isEvaluated ? publishedTerms(text) : readText(text)
}

/** The terms without those at fault; a term at fault that means another one becomes that. */
function keptTerms(
  terms: readonly RepairedTerm[],
  atFault: readonly TermAtFault[],
  causes: SpfRepairCause[],
): RepairedTerm[] {
  const reasons = new Map(atFault.map(({ text, reason }) => [text, reason]))
  const removed = new Map<RemovalReason, string[]>()
  const seen = new Set<string>()
  const kept = terms.flatMap((each): RepairedTerm[] => {
    const shown = displayText(each.text, 300)
    const reason = isOpenToAll(each) ? 'open' : reasons.get(shown)
    const isFirst = !seen.has(shown)
    seen.add(shown)
    if (reason === undefined || (reason === 'again' && isFirst)) return [each]
    const meant = reason === 'no_record' ? readTerm(each.text) : null
    if (meant !== null && meant.some(({ fault }) => fault !== null)) return meant
    removed.set(reason, [...(removed.get(reason) ?? []), shown])
    return []
  })
  causes.push(...faultsOf(kept))
  for (const [reason, texts] of removed) causes.push({ code: 'removed', reason, terms: texts })
  return kept
}

/** What is wrong in the form of terms. */
function faultsOf(terms: readonly RepairedTerm[]): SpfRepairCause[] {
  return terms.flatMap(({ fault, text }) =>
    fault === null ? [] : [{ code: 'term', fault: fault.fault, found: fault.found, meant: text }],
  )
}

function recordOf(parts: readonly Part[], causes: SpfRepairCause[]): string | null {
  const found = parts.flatMap(({ terms }) => terms)
  const isMerged = parts.length > 1 || twiceIn(found).length > 0
  const terms = isMerged ? merged(parts) : found
  const endings = parts.flatMap(({ ending }) => ending ?? [])
  const strictest = (['-', '~', '?'] as const).find(qualifier => endings.includes(qualifier))
  const isRedirected = terms.some(({ term }) => term.kind === 'redirect')
  const isOpened = causes.some(cause => cause.code === 'removed' && cause.reason === 'open')
  if (strictest === '?') causes.push({ code: 'neutral' })
  if (strictest === undefined && !isRedirected && !isOpened) causes.push({ code: 'no_ending' })
  // A record that names no one and refuses everyone is complete, unless its senders were left out here.
  const isComplete = (strictest === '-' || strictest === '~') && parts.every(({ lacks }) => !lacks)
  if (!isComplete && !terms.some(isSender)) {
    causes.push({ code: 'no_senders' })
    return null
  }
  const lookups = terms.filter(({ term }) => costsLookup(term.kind)).length
  if (lookups > lookupsMax) {
    causes.push({ code: 'too_many_lookups', count: lookups })
    return null
  }
  const mechanisms = terms.filter(({ term }) => 'qualifier' in term).map(({ text }) => text)
  const modifiers = terms.filter(({ term }) => !('qualifier' in term)).map(({ text }) => text)
  const ending = isRedirected ? [] : [strictest === '-' ? '-all' : '~all']
  const record = ['v=spf1', ...mechanisms, ...ending, ...modifiers].join(' ')
  return isSound(record, terms) ? record : null
}

/** The terms of several records, each once. Among other terms, `redirect=` names senders only as an include. */
function merged(parts: readonly Part[]): RepairedTerm[] {
  const all = parts.flatMap(({ terms }) => terms)
  const redirects = new Set(all.filter(({ term }) => term.kind === 'redirect').map(({ text }) => text.toLowerCase()))
  const isOnly = redirects.size === 1 && all.every(({ term }) => term.kind === 'redirect')
  const seen = new Set<string>()
  return all.flatMap((each): RepairedTerm[] => {
    const term = each.term.kind === 'redirect' && !isOnly ? includeOf(each) : each
    const key = term.term.kind === 'exp' ? 'exp=' : term.text.includes('%') ? term.text : term.text.toLowerCase()
    if (seen.has(key)) return []
    seen.add(key)
    return [term]
  })
}

/** The modifiers that stand in a record more than once. */
function twiceIn(terms: readonly RepairedTerm[]): readonly ('redirect' | 'exp')[] {
  return (['redirect', 'exp'] as const).filter(kind => terms.filter(({ term }) => term.kind === kind).length > 1)
}

/** Whether a record names any server, or another record that may. */
export function namesSenders(record: string): boolean {
  return parseSpf(record).terms.some(isSender)
}

/** Whether receivers can read the record, and its own networks are less than half of the world. */
function isSound(record: string, terms: readonly RepairedTerm[]): boolean {
  if (record.length > longestRecord || !/^[!-~ ]+$/.test(record)) return false
  if (parseSpf(record).problems.some(({ severity }) => severity === 'error')) return false
  const networks = setOf(
    terms.flatMap(({ term }) =>
      (term.kind === 'ip4' || term.kind === 'ip6') && term.qualifier === '+'
        ? [blockOf(term.address, term.prefix)]
        : [],
    ),
  )
  return countIpv4(networks) < 2 ** 31 && countIpv6Nets(networks) < 2 ** 60
}
