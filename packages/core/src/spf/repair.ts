import { blockOf, displayText } from '../dns/index.ts'
import { countIpv4, countIpv6Nets, setOf } from './address-set.ts'
import { lookupsMax } from './limits.ts'
import { isSpfRecord, parseSpf, type Qualifier, type SpfTerm } from './record.ts'
import { costsLookup, type RemovalReason, type SpfRepair, type SpfRepairCause } from './repair-cause.ts'
import { type RepairedTerm, readTerm } from './repair-term.ts'
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
 *   becomes stricter. Otherwise each term is read as its author meant it.
 * - Several records become one, with each term once and the strictest ending.
 * - `+all` and terms that let everyone pass are left out, and the record ends with `~all`. So does a record that ends
 *   with `?all` or without an ending.
 *
 * The repaired record never lets a server pass that no reading of the original lets pass. Null when no text is left that
 * names senders, or when a part cannot be read: inventing a sender is no repair.
 */
export function repairSpf(texts: readonly string[], atFault: readonly TermAtFault[] = []): SpfRepair {
  const causes: SpfRepairCause[] = []
  if (texts.length > 1) causes.push({ code: 'several_records', count: texts.length })
  const parts = texts.map(text => partOf(text, atFault, causes))
  if (!parts.every(part => part !== null)) return { causes, record: null }
  const record = recordOf(parts, causes)
  return { causes, record }
}

/** One record without its ending. */
interface Part {
  /** Without `all`, and without what receivers never evaluate. */
  terms: readonly RepairedTerm[]
  /** The qualifier of `all`; null: there is none. */
  ending: Qualifier | null
  /** Terms were left out that may have named senders. */
  lacks: boolean
}

function partOf(text: string, atFault: readonly TermAtFault[], causes: SpfRepairCause[]): Part | null {
  const isEvaluated = isSpfRecord(text) && parseSpf(text).problems.every(({ severity }) => severity !== 'error')
  const read = isEvaluated ? publishedTerms(text) : readText(text)
  if (read === null) return null
  causes.push(...read.causes)
  const terms = keptTerms(read.terms, atFault, causes)
  const part = untilAll(terms, read.ignored, causes)
  causes.push(...read.unreadable.map(found => ({ code: 'unreadable', found }) as const))
  if (read.unreadable.length > 0 || causes.some(({ code }) => code === 'sender_id')) return null
  return { ...part, lacks: terms.length < read.terms.length }
}

/** The terms of a record that receivers evaluate, without modifiers that do nothing. */
function publishedTerms(text: string): ReadText {
  const read: ReadText = { causes: [], terms: [], unreadable: [], ignored: [], hasEnded: false }
  for (const { text: written, term } of parseSpf(text).terms) {
    const [meant] = term.kind === 'modifier' ? (readTerm(written) ?? []) : []
    if (term.kind === 'modifier' && term.name === 'v') read.causes.push({ code: 'second_version' })
    else if (meant === undefined || meant.fault === null) read.terms.push({ text: written, term, fault: null })
    else read.causes.push({ code: 'ignored_modifier', found: displayText(written, 100), meant: meant.text })
  }
  return read
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
  for (const { fault, text } of kept) {
    if (fault !== null) causes.push({ code: 'term', fault: fault.fault, found: fault.found, meant: text })
  }
  for (const [reason, texts] of removed) causes.push({ code: 'removed', reason, terms: texts })
  return kept
}

/** `+all`, and a network of every address. */
function isOpenToAll({ term }: RepairedTerm): boolean {
  if (!('qualifier' in term) || term.qualifier !== '+') return false
  return term.kind === 'all' || ((term.kind === 'ip4' || term.kind === 'ip6') && term.prefix === 0)
}

/** Splits a record at its first `all`: receivers ignore the mechanisms behind it, and `redirect=` beside it. */
function untilAll(
  terms: readonly RepairedTerm[],
  unread: readonly string[],
  causes: SpfRepairCause[],
): Omit<Part, 'lacks'> {
  const at = terms.findIndex(({ term }) => term.kind === 'all')
  const all = terms[at]
  if (all === undefined || all.term.kind !== 'all') return { terms, ending: null }
  const { qualifier } = all.term
  const isIgnored = ({ term }: RepairedTerm, index: number): boolean =>
    term.kind === 'redirect' || (index > at && 'qualifier' in term)
  const ignored = [
    ...terms.filter((each, index) => isIgnored(each, index) && each.term.kind !== 'all').map(({ text }) => text),
    ...unread,
  ]
  if (ignored.length > 0) {
    causes.push({ code: 'after_all', all: all.text, terms: ignored.map(text => displayText(text, 100)) })
  }
  return { terms: terms.filter((each, index) => index !== at && !isIgnored(each, index)), ending: qualifier }
}

function recordOf(parts: readonly Part[], causes: SpfRepairCause[]): string | null {
  const terms = parts.length > 1 ? merged(parts) : (parts[0]?.terms ?? [])
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

function includeOf(redirect: RepairedTerm): RepairedTerm {
  const text = `include:${redirect.text.slice(redirect.text.indexOf('=') + 1)}`
  const { terms } = parseSpf(`v=spf1 ${text}`)
  return { ...redirect, text, term: terms[0]?.term ?? redirect.term }
}

/** Whether a record names any server, or another record that may. */
export function namesSenders(record: string): boolean {
  return parseSpf(record).terms.some(isSender)
}

function isSender({ term }: { term: SpfTerm }): boolean {
  return term.kind === 'redirect' || ('qualifier' in term && term.qualifier === '+' && term.kind !== 'all')
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
