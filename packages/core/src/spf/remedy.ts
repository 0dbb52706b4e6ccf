import { displayText } from '../dns/index.ts'
import { lookupsMax, voidLookupsMax } from './limits.ts'
import type { SpfPermerror } from './permerror.ts'
import { namesSenders, repairSpf, type TermAtFault } from './repair.ts'
import { costsLookup, type SpfRepairCause } from './repair-cause.ts'
import { ignoredSenders } from './repair-ignored.ts'
import type { SpfNode, SpfPlaceText, SpfTermNode, SpfTree, SpfValue } from './value.ts'

/** How the record of a domain becomes right, as the findings about it say it. */
export interface SpfRemedy {
  /** Where the record is. */
  domain: string
  /** The record to publish in place of what is there; null when only the owner can say what belongs in it. */
  record: string | null
  /** What is wrong with what is there. */
  causes: readonly SpfRepairCause[]
}

/** A term of the domain's own record, with the lookups that it and everything below it cost. */
export interface TermCost {
  term: string
  lookups: number
}

/** The remedy for the domain's own record, which receivers find. */
export function remedyOf({ records, tree }: SpfValue, domain: string): SpfRemedy {
  const { causes, record } = repairSpf(records, tree === null ? [] : termsAtFault(tree, domain))
  return { domain, record: records.length === 1 && record === records[0] ? null : record, causes }
}

/** What receivers ignore of a record that they evaluate, and the record that says what it means. */
export interface IgnoredRemedy {
  /** As published. */
  terms: readonly string[]
  /** No other term names a sender. */
  isOnly: boolean
  remedy: SpfRemedy
}

/** The senders that receivers ignore in the domain's own record; null where there are none. */
export function ignoredRemedy({ records }: SpfValue, domain: string): IgnoredRemedy | null {
  const [text] = records
  if (text === undefined) return null
  const { terms, isOnly } = ignoredSenders(text)
  if (terms.length === 0) return null
  const { causes, record } = repairSpf([text], [], 'all')
  const isUnread = causes.some(cause => cause.code === 'ignored_modifier' && cause.meant === null)
  // An include of the domain itself would be a loop.
  const isLoop = record?.toLowerCase().split(' ').includes(`include:${domain}`) === true
  return { terms, isOnly, remedy: { domain, record: isUnread || isLoop ? null : record, causes } }
}

/** The remedy for a permerror: no record where publishing it would leave the error. */
export function permerrorRemedy(permerror: SpfPermerror, value: SpfValue, domain: string): SpfRemedy {
  if (permerror.code === 'several_records') return severalRemedy(value, domain)
  const remedy = remedyOf(value, domain)
  return isCured(permerror, value.tree, domain) ? remedy : { ...remedy, record: null }
}

/**
 * One record in place of several, without the terms that would break it too. No record where an error would be left, or
 * where a lookup failed, so that nothing shows whether one would.
 */
function severalRemedy({ records, merged }: SpfValue, domain: string): SpfRemedy {
  const { causes, record } = repairSpf(records)
  if (record === null || !merged) return { domain, causes, record: null }
  const right = repairSpf([record], termsAtFault(merged, domain))
  const removed = right.causes.filter(({ code }) => code === 'removed' || code === 'no_senders')
  const tooMany = merged.permerrors.some(error => error.code === 'lookup_limit' && !isCured(error, merged, domain))
  const all = [
    ...causes,
    ...removed,
    ...(tooMany ? [{ code: 'too_many_lookups', count: merged.lookups } as const] : []),
  ]
  const isRight = merged.complete && merged.permerrors.every(error => isCured(error, merged, domain))
  return { domain, causes: all, record: isRight ? right.record : null }
}

function isCured(permerror: SpfPermerror, tree: SpfTree | null, domain: string): boolean {
  switch (permerror.code) {
    case 'syntax':
      return permerror.path.length === 0
    case 'no_record':
    case 'invalid_target':
      return permerror.path.length === 1
    case 'loop':
      return permerror.path.length === 1 && permerror.name === domain
    case 'lookup_limit':
      return tree !== null && tree.complete && tree.lookups - lookupsLeftOut(tree, domain) <= lookupsMax
    case 'void_limit':
      return tree !== null && tree.complete && tree.voidLookups - ownVoid(tree.root).length <= voidLookupsMax
    case 'several_records':
    case 'several_at_target':
    case 'exchanger_limit':
      return false
    default:
      return permerror satisfies never
  }
}

/** The remedy for a domain without an SPF record, from a text that was meant as one. */
export function missingRemedy(value: SpfValue, domain: string): { remedy: SpfRemedy; at: SpfPlaceText | null } | null {
  const texts = value.lookalikes.filter(text => !/^spf2\./i.test(text))
  if (value.lookalikes.length > 0) {
    const isCut = texts.some(text => text.length >= lookalikeMax || text.length === lookalikeMaxBefore)
    const { causes, record } = repairSpf(texts.length === 0 ? value.lookalikes : texts)
    return { remedy: { domain, causes, record: isCut ? null : record }, at: null }
  }
  for (const at of value.elsewhere ?? []) {
    const { causes, record } = repairSpf([at.text])
    // A name that sends nothing says so for itself only.
    if (record === null || !namesSenders(record)) continue
    return { remedy: { domain, causes, record }, at: { ...at, text: displayText(at.text, 300) } }
  }
  return null
}

/** The maximum length of a lookalike that is kept, and what it was in scans of earlier versions. */
export const lookalikeMax = 2_048
const lookalikeMaxBefore = 512

/** What the tree shows to be wrong with the domain's own terms. */
function termsAtFault(tree: SpfTree, domain: string): TermAtFault[] {
  const found: TermAtFault[] = openTerms(tree).map(text => ({ text, reason: 'open' }))
  for (const permerror of tree.permerrors) {
    const { code } = permerror
    if (code === 'void_limit') found.push(...ownVoid(tree.root).map(({ text }) => ({ text, reason: 'void' }) as const))
    if (code === 'lookup_limit') found.push(...again(tree.root).map(({ text }) => ({ text, reason: 'again' }) as const))
    const [text, ...below] = 'path' in permerror ? permerror.path : []
    if (text === undefined || below.length > 0) continue
    if (code === 'no_record' || code === 'invalid_target') found.push({ text, reason: 'no_record' })
    if (code === 'loop' && permerror.name === domain) found.push({ text, reason: 'loop' })
  }
  return found
}

/** The terms of the own record among those that let everyone pass: `include:a.example → +all` begins with its own. */
function openTerms({ openTo }: SpfTree): string[] {
  const words = openTo?.split(' ') ?? []
  return words.filter((word, at) => word !== '→' && word !== '…' && words[at - 1] !== '→')
}

/** Own terms whose names have no records. An include of such a name has no SPF record, which is an error by itself. */
function ownVoid({ terms }: SpfNode): SpfTermNode[] {
  return terms.filter(term => term.void && term.child === null)
}

/** Terms that are there before, in the same words. */
function again({ terms }: SpfNode): SpfTermNode[] {
  const seen = new Set<string>()
  return terms.filter(({ text, kind, lookup }) => {
    if (lookup === null || !costsLookup(kind)) return false
    const isAgain = seen.has(text)
    seen.add(text)
    return isAgain
  })
}

/** The lookups that the repaired record no longer costs. */
function lookupsLeftOut(tree: SpfTree, domain: string): number {
  const atFault = termsAtFault(tree, domain)
  const removed = new Set(atFault.filter(({ reason }) => reason !== 'again').map(({ text }) => text))
  const terms = [...tree.root.terms.filter(({ text }) => removed.has(text)), ...again(tree.root)]
  return [...new Set(terms)].reduce((sum, term) => sum + lookupsOf(term), 0)
}

function lookupsOf({ lookup, child }: SpfTermNode): number {
  return Number(lookup !== null) + (child?.terms ?? []).reduce((sum, term) => sum + lookupsOf(term), 0)
}

/** The own terms that cost most, the costliest first. */
export function costliestTerms({ root }: SpfTree): TermCost[] {
  return root.terms
    .map(node => ({ term: displayText(node.text, 100), lookups: lookupsOf(node) }))
    .filter(({ lookups }) => lookups > 0)
    .sort((one, other) => other.lookups - one.lookups)
    .slice(0, 3)
}

/** Own and included terms whose names have no records. */
export function voidTerms(tree: SpfTree): string[] {
  const visit = ({ terms }: SpfNode): string[] =>
    terms.flatMap(node => [...(node.void ? [node.text] : []), ...(node.child === null ? [] : visit(node.child))])
  return visit(tree.root)
    .slice(0, 6)
    .map(text => displayText(text, 100))
}

/** The domain whose record ends the evaluation, where that is not the domain's own: `redirect=` names it. */
export function endingElsewhere({ root }: SpfTree): string | null {
  for (let node: SpfNode | null = root; node !== null; ) {
    const redirect: SpfTermNode | undefined = node.terms.find(({ kind }) => kind === 'redirect')
    const next: SpfNode | null = node.terms.some(({ kind }) => kind === 'all') ? null : (redirect?.child ?? null)
    if (next === null) return node === root ? null : node.domain
    node = next
  }
  return null
}
