import type { EvidenceIds } from '../check/index.ts'
import { breaksAllOf, displayText } from '../dns/index.ts'
import { type SpfFacts, type SpfFinding, spfFinding } from './findings.data.ts'
import { lookupsMax } from './limits.ts'
import type { SpfNode, SpfTermNode, SpfValue } from './value.ts'

type BogusTerm = SpfFacts['spf_include_bogus']

export interface SpfContext {
  domain: string
  /** The evidence of every SPF finding of the domain: at least the query for its TXT records. */
  evidence: EvidenceIds
  /** Whether a DMARC policy of quarantine or reject applies; null when that lookup failed. */
  dmarcEnforced: boolean | null
}

/** A /8: more addresses than anyone's mail servers. */
const widestIpv4 = 2 ** 24

/**
 * Judges the value of the SPF check. One finding per cause: a missing record hides everything else, a broken one hides
 * what a receiver sees only by evaluating it, a record open to all hides its ending. An incomplete tree gives only
 * certain findings.
 */
export function assessSpf(value: SpfValue, context: SpfContext): SpfFinding[] {
  const { domain, evidence } = context
  const found = <Id extends keyof SpfFacts>(id: Id, facts: SpfFacts[Id]): SpfFinding => spfFinding(id, facts, evidence)
  const { records, tree } = value
  if (records.length === 0) return [found('spf_missing', { domain })]
  if (records.length > 1 || tree === null) {
    return records.length > 1
      ? [found('spf_permerror', { code: 'several_records', count: records.length, domain: null })]
      : []
  }

  const findings: SpfFinding[] = []
  const [permerror] = tree.permerrors
  const isOpen = tree.openTo !== null
  if (tree.openTo !== null) findings.push(found('spf_plus_all', { term: displayText(tree.openTo, 300) }))
  else if (tree.ipv4AtLeast > widestIpv4) {
    findings.push(found('spf_too_open', { addresses: tree.ipv4AtLeast.toLocaleString('en') }))
  }
  if (permerror !== undefined) findings.push(found('spf_permerror', permerror))
  else {
    if (!isOpen && tree.ending === '?') findings.push(found('spf_neutral', { domain }))
    if (!isOpen && tree.ending === 'none') findings.push(found('spf_no_all', { domain }))
    if (!isOpen && tree.ending === '~' && context.dmarcEnforced === false) {
      findings.push(found('spf_softfail_unenforced', { domain }))
    }
    // A lower bound suffices: failed lookups can only add to it.
    if (tree.lookups >= lookupsMax - 1) findings.push(found('spf_near_limit', { lookups: tree.lookups }))
  }
  for (const facts of bogusTerms(tree.root, domain)) findings.push(found('spf_include_bogus', facts))
  const ptr = ptrTerm(tree.root)
  if (ptr !== null) findings.push(found('spf_ptr', { term: ptr }))
  return findings
}

/** The maximum number of findings about terms: the points of the check are used up long before. */
const mostBogus = 10

/**
 * The terms that validating receivers cannot follow because of a zone that is not the domain's own (that one the DNS
 * check reports), nor that of one of its mail hosts (the MX check does). Below such a term nothing more is reported:
 * receivers never come there.
 */
function bogusTerms({ terms }: SpfNode, domain: string, above: readonly string[] = []): BogusTerm[] {
  const found = terms.flatMap((term): BogusTerm[] => {
    const { text, bogus, child } = term
    const path = [...above, text]
    if (bogus === undefined) return child === null ? [] : bogusTerms(child, domain, path)
    return breaksAllOf(domain, bogus) || (above.length === 0 && isOwnMx(term)) ? [] : [{ domain, path, broken: bogus }]
  })
  return [...new Map(found.map(facts => [facts.path.join(' '), facts])).values()].slice(0, mostBogus)
}

/** `mx` without a domain: the hosts that the domain's own MX records name. */
export function isOwnMx({ kind, text, lookup }: SpfTermNode): boolean {
  return kind === 'mx' && lookup !== null && !text.includes(':')
}

/** The first `ptr` of the domain's own record: the domain's owner cannot change included records. */
function ptrTerm(node: SpfNode): string | null {
  for (const { kind, text, child } of node.terms) {
    if (kind === 'ptr') return text
    if (kind === 'all') return null
    if (kind === 'redirect' && child !== null) return ptrTerm(child)
  }
  return null
}
