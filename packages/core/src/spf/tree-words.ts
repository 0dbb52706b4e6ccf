import type { Tone } from '../check/index.ts'
import type { SpfNode, SpfTermNode, SpfTreeReply } from './value.ts'

/** The result at the end of the record for senders that no term matches. */
const endingWords: Record<SpfTreeReply['ending'], string> = {
  '-': 'All other servers fail (-all).',
  '~': 'All other servers soft-fail (~all).',
  '?': 'All other servers are neutral (?all).',
  '+': 'All other servers pass too (+all).',
  none: 'The record has no all term, so all other servers are neutral.',
  unknown: 'The result for all other servers could not be checked.',
}

const errorWords = 'Receivers return permerror when they reach the error.'
const syntaxWords = 'Receivers return permerror at once because of a syntax error.'

const number = new Intl.NumberFormat('en')

/** "4,096 IPv4 and 2 IPv6 /64", or "every IPv4"; null when there are none, or they depend on the sender. */
export function spfAddressCount(ipv4: number | null, ipv6Nets: number | null): string | null {
  const parts = []
  if (ipv4) parts.push(ipv4 >= 2 ** 32 ? 'every IPv4' : `${number.format(ipv4)} IPv4`)
  // Counts beyond the exact range of a number are written as a power of two.
  if (ipv6Nets) parts.push(ipv6Nets >= 2 ** 64 ? 'every IPv6' : `${number.format(BigInt(ipv6Nets))} IPv6 /64`)
  return parts.length === 0 ? null : parts.join(' and ')
}

/** The same in full: "4,096 IPv4 addresses and 2 IPv6 /64 networks", or "every IPv4 address"; null for none. */
export function spfAddressWords(ipv4: number | null, ipv6Nets: number | null): string | null {
  const v4 = spfAddressCount(ipv4, null)
  const v6 = spfAddressCount(null, ipv6Nets)
  const parts = [
    ...(v4 === null ? [] : [`${v4} ${ipv4 === 1 || v4.startsWith('every') ? 'address' : 'addresses'}`]),
    ...(v6 === null ? [] : [`${v6} ${v6.startsWith('every') ? 'address' : ipv6Nets === 1 ? 'network' : 'networks'}`]),
  ]
  return parts.length === 0 ? null : parts.join(' and ')
}

/** All addresses that pass; "at least" when some depend on the sender or a lookup failed. Null when none is certain. */
function allAddresses({ ipv4, ipv4AtLeast, ipv6Nets, ipv6NetsAtLeast, complete }: SpfTreeReply): string | null {
  if (ipv4 !== null && complete) return spfAddressWords(ipv4, ipv6Nets)
  const certain = spfAddressWords(ipv4AtLeast, ipv6Nets ?? ipv6NetsAtLeast ?? null)
  return certain === null ? null : `at least ${certain}`
}

/**
 * The summary of the whole record. With an error there is no total: a syntax error stops receivers at once (RFC 7208
 * section 4.6), any other only for senders that no earlier term matches.
 */
export function spfTreeOutcome(tree: SpfTreeReply): string {
  if (tree.permerrors.length > 0) return hasSyntaxError(tree.root, tree.permerrors) ? syntaxWords : errorWords
  const total = allAddresses(tree)
  return total === null ? endingWords[tree.ending] : `${endingWords[tree.ending]} Addresses that may send: ${total}.`
}

/** Only records with a text have syntax errors. Those of a record that was cut have no permerror. */
function hasSyntaxError({ record, problem, terms }: SpfNode, permerrors: readonly string[]): boolean {
  if (record !== null && problem !== null && permerrors.some(text => text.endsWith(problem))) return true
  return terms.some(({ child }) => child !== null && hasSyntaxError(child, permerrors))
}

/** The look of a note about a term: as a problem only if it is one. */
export function spfProblemTone({ unchecked, depends }: Pick<SpfTermNode, 'unchecked' | 'depends'>): Tone {
  if (unchecked) return 'unknown'
  return depends ? 'info' : 'poor'
}

/** The length from which a run of plain addresses is folded into one line. */
const foldFrom = 4

/** Splits the terms of a record into runs: long rows of ip4 and ip6 together, every other term alone. */
export function spfRunsOf(terms: readonly SpfTermNode[]): { at: number; terms: SpfTermNode[] }[] {
  const runs: { at: number; terms: SpfTermNode[] }[] = []
  for (const [at, term] of terms.entries()) {
    const last = runs.at(-1)
    const plain = (term.kind === 'ip4' || term.kind === 'ip6') && term.problem === null
    const lastTerm = last?.terms.at(-1)
    const lastPlain = (lastTerm?.kind === 'ip4' || lastTerm?.kind === 'ip6') && lastTerm.problem === null
    if (last && plain && lastPlain) last.terms.push(term)
    else runs.push({ at, terms: [term] })
  }
  return runs.flatMap(run =>
    run.terms.length < foldFrom ? run.terms.map((term, i) => ({ at: run.at + i, terms: [term] })) : [run],
  )
}

/** The tree as table rows: record, term, lookup number, addresses. */
export function spfTreeRows(node: SpfNode): (string | number)[][] {
  return node.terms.flatMap(term => [
    [node.domain, term.text, term.lookup ?? '', spfAddressCount(term.ipv4, term.ipv6Nets) ?? ''],
    ...(term.child === null ? [] : spfTreeRows(term.child)),
  ])
}
