import { displayText } from '../dns/index.ts'
import { parseSpf, type SpfTerm } from './record.ts'
import type { SpfRepairCause } from './repair-cause.ts'
import { endingInName, namesTerm, type RepairedTerm, readTerm } from './repair-term.ts'
import type { ReadText } from './repair-text.ts'

/*
 * What receivers ignore in a record that they evaluate: mechanisms with an equals sign, terms behind `all`, and
 * `redirect=` beside it (RFC 7208 sections 5.1, 6 and 6.1).
 */

/**
 * What becomes of the terms that receivers ignore (behind `all`, `redirect=` beside it, `ip4=`): `spare` takes them as
 * they were meant only where a record names no other sender, `all` takes them always.
 */
export type IgnoredTerms = 'spare' | 'all'

/**
 * The terms of a record that receivers evaluate, and yet ignore, that were meant to name a sender, as published.
 * `isOnly`: no other term names one.
 */
export function ignoredSenders(text: string): { terms: readonly string[]; isOnly: boolean } {
  const read = publishedTerms(text)
  const { all, reached, behind } = untilAll(read.terms)
  const { terms, unused } = usedTerms(reached, behind, all !== null)
  const known = new Set(terms.map(each => each.text.toLowerCase()))
  const isMeant = (each: RepairedTerm): boolean =>
    isSender(each) && !isOpenToAll(each) && !known.has(each.text.toLowerCase())
  const modifiers = read.causes.flatMap(cause => (cause.code === 'ignored_modifier' ? [cause.found] : []))
  const found = [...modifiers, ...unused.filter(isMeant).map(each => displayText(each.text, 100))]
  return { terms: found, isOnly: !terms.some(isSender) }
}

/** Whether a cause is a term that may have named a sender, and whose meaning is not known. */
export function isUnread(cause: SpfRepairCause): boolean {
  return cause.code === 'ignored_modifier' && cause.meant === null
}

/** The terms of a record that receivers evaluate, without modifiers that do nothing. */
export function publishedTerms(text: string): ReadText {
  const read: ReadText = { causes: [], terms: [], unreadable: [], ignored: [], respelled: [], hasEnded: false }
  for (const { text: written, term } of parseSpf(text).terms) {
    if (term.kind === 'modifier' && term.name === 'v') read.causes.push({ code: 'second_version' })
    else if (term.kind === 'modifier' && namesTerm(term.name)) {
      const said = readTerm(written)
      // A network of every address lists no senders.
      const meant = said?.some(isOpenToAll) === true ? null : said
      const shown = meant === null ? null : meant.map(each => each.text).join(' ')
      read.causes.push({ code: 'ignored_modifier', found: displayText(written, 100), meant: shown })
      read.respelled.push(...(meant ?? []))
    } else read.terms.push(...(endingInName(written) ?? [{ text: written, term, fault: null }]))
  }
  return read
}

/** Splits a record at its first `all` but `+all`: receivers never come to the mechanisms behind it. */
export function untilAll(terms: readonly RepairedTerm[]): {
  all: RepairedTerm | null
  reached: readonly RepairedTerm[]
  behind: readonly RepairedTerm[]
} {
  const at = terms.findIndex(({ term }) => term.kind === 'all' && term.qualifier !== '+')
  const all = terms[at] ?? null
  return all === null
    ? { all, reached: terms, behind: [] }
    : { all, reached: terms.slice(0, at + 1), behind: terms.slice(at + 1) }
}

/** `+all`, and a network of every address. */
export function isOpenToAll({ term }: RepairedTerm): boolean {
  if (!('qualifier' in term) || term.qualifier !== '+') return false
  return term.kind === 'all' || ((term.kind === 'ip4' || term.kind === 'ip6') && term.prefix === 0)
}

function isMechanism({ term }: { term: SpfTerm }): boolean {
  return 'qualifier' in term
}

/** What of a record counts; `unused`: what receivers ignore because the record has `all`. */
export function usedTerms(
  reached: readonly RepairedTerm[],
  behind: readonly RepairedTerm[],
  hasAll: boolean,
): { terms: readonly RepairedTerm[]; unused: readonly RepairedTerm[] } {
  const isUnused = ({ term }: RepairedTerm): boolean => hasAll && term.kind === 'redirect'
  const modifiers = behind.filter(each => !isMechanism(each))
  const here = [...reached.filter(({ term }) => term.kind !== 'all'), ...modifiers]
  return {
    terms: here.filter(each => !isUnused(each)),
    unused: [...here.filter(isUnused), ...behind.filter(each => isMechanism(each) && each.term.kind !== 'all')],
  }
}

/**
 * The terms that receivers ignore and that the repaired record takes as they were meant. None of a record that lets
 * everyone pass (`isOpen`): its owner has to say who sends.
 */
export function takenTerms(
  terms: readonly RepairedTerm[],
  unused: readonly RepairedTerm[],
  respelled: readonly RepairedTerm[],
  { ignored, isMerged, isOpen }: { ignored: IgnoredTerms; isMerged: boolean; isOpen: boolean },
): readonly RepairedTerm[] {
  const known = new Set(terms.map(({ text }) => text.toLowerCase()))
  const meant = [...respelled, ...unused].filter(each => !isOpenToAll(each) && !known.has(each.text.toLowerCase()))
  if (ignored === 'all' || (!isOpen && !terms.some(isSender) && meant.some(isSender))) return meant
  // Receivers refuse several records, so there each term is read as it was meant.
  return isMerged ? meant.filter(each => respelled.includes(each)) : []
}

export function isSender({ term }: { term: SpfTerm }): boolean {
  return term.kind === 'redirect' || ('qualifier' in term && term.qualifier === '+' && term.kind !== 'all')
}
