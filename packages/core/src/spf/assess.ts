import { type EvidenceIds, listed } from '../check/index.ts'
import { type BrokenZone, breaksAllOf, byBrokenZone, displayText } from '../dns/index.ts'
import { type SpfFacts, type SpfFinding, spfFinding } from './findings.data.ts'
import { lookupsMax } from './limits.ts'
import { nonePass } from './none-pass.ts'
import type { SpfPermerror } from './permerror.ts'
import type { PermerrorFacts } from './permerror-words.ts'
import {
  costliestTerms,
  endingElsewhere,
  ignoredRemedy,
  missingRemedy,
  permerrorRemedy,
  remedyOf,
  type SpfRemedy,
  voidTerms,
} from './remedy.ts'
import { providerAmong, relayAmong, serviceOfHosts, unneededIncludes } from './service-hints.ts'
import type { SpfNode, SpfTermNode, SpfTree, SpfValue } from './value.ts'

/** A term that needs a broken zone, after those that lead to it. */
interface BogusTerm {
  path: readonly string[]
  broken: BrokenZone
}

export interface SpfContext {
  domain: string
  /** The evidence of every SPF finding of the domain: at least the query for its TXT records. */
  evidence: EvidenceIds
  /** Whether a DMARC policy of quarantine or reject applies; null when that lookup failed. */
  dmarcEnforced: boolean | null
  /** The MX hosts, without a null MX; null: unknown. */
  mailHosts?: readonly string[] | null
}

/** A /8: more addresses than anyone's mail servers. */
const widestIpv4 = 2 ** 24

/**
 * Judges the value of the SPF check. One finding per cause: a missing record hides everything else, a broken one hides
 * what a receiver sees only by evaluating it, a record open to all hides its ending. A syntax error in the
 * domain's own record hides how many it lets pass. An incomplete tree gives only certain findings.
 */
export function assessSpf(value: SpfValue, context: SpfContext): SpfFinding[] {
  const { domain, evidence } = context
  const found = <Id extends keyof SpfFacts>(id: Id, facts: SpfFacts[Id]): SpfFinding => spfFinding(id, facts, evidence)
  const { records, tree } = value
  if (records.length === 0) return [found('spf_missing', missingFacts(value, context))]
  if (records.length > 1 || tree === null) {
    const several = { code: 'several_records', count: records.length, domain: null } as const
    return records.length > 1
      ? [found('spf_permerror', { ...several, remedy: permerrorRemedy(several, value, domain) })]
      : []
  }

  const findings: SpfFinding[] = []
  const [permerror] = tree.permerrors
  // After a syntax error no server passes, whatever the terms say (RFC 7208 section 4.6).
  const isRefused = tree.permerrors.some(({ code, ...at }) => code === 'syntax' && 'path' in at && at.path.length === 0)
  const isOpen = tree.openTo !== null && !isRefused
  if (tree.openTo !== null && isOpen) {
    findings.push(
      found('spf_plus_all', { term: displayText(tree.openTo, 300), remedy: openRemedy(value, tree, domain) }),
    )
  } else if (tree.ipv4AtLeast > widestIpv4 && !isRefused) {
    findings.push(found('spf_too_open', { addresses: tree.ipv4AtLeast.toLocaleString('en') }))
  }
  if (permerror !== undefined) findings.push(found('spf_permerror', permerrorFacts(permerror, value, tree, domain)))
  else {
    const ignored = isOpen ? null : ignoredRemedy(value, domain)
    // One record repairs the senders and the ending.
    const isUnnamed = ignored?.isOnly ?? false
    const about = ignored && { domain, terms: ignored.terms.slice(0, 5), remedy: ignored.remedy }
    const none = isOpen || isUnnamed ? null : nonePassFacts(value, context)
    if (about !== null && isUnnamed) findings.push(found('spf_no_sender', about))
    if (!isOpen && !isUnnamed && tree.ending === '?')
      findings.push(found('spf_neutral', endingFacts(value, tree, domain)))
    if (!isOpen && !isUnnamed && tree.ending === 'none')
      findings.push(found('spf_no_all', endingFacts(value, tree, domain)))
    if (!isOpen && tree.ending === '~' && context.dmarcEnforced === false) {
      findings.push(found('spf_softfail_unenforced', { domain, ...(none === null ? {} : { names: 'none' }) }))
    }
    // A lower bound suffices: failed lookups can only add to it.
    if (tree.lookups >= lookupsMax - 1)
      findings.push(found('spf_near_limit', { lookups: tree.lookups, ...costFacts(tree) }))
    // The findings about the ending name ignored terms too.
    const isTold = isUnnamed || tree.ending === '?' || tree.ending === 'none'
    if (about !== null && !isTold) findings.push(found('spf_term_ignored', about))
    if (none !== null) findings.push(found('spf_none_pass', none))
  }
  for (const facts of bogusZones(tree, domain)) findings.push(found('spf_include_bogus', facts))
  const ptr = ptrTerm(tree.root)
  if (ptr !== null) findings.push(found('spf_ptr', { term: ptr }))
  return findings
}

/** The maximum number of broken zones with a finding, and of terms that one names. */
const mostZones = 5
const mostNamed = 5

/**
 * One finding for each broken zone. A term that is a permerror is left out: receivers that do not validate fail at it
 * too, and a sound zone would not change that.
 */
function bogusZones({ root, permerrors }: SpfTree, domain: string): SpfFacts['spf_include_bogus'][] {
  const broken = new Set(permerrors.flatMap(permerror => ('path' in permerror ? [permerror.path.join(' ')] : [])))
  const terms = bogusTerms(root, domain).filter(({ path }) => !broken.has(path.join(' ')))
  const unique = [...new Map(terms.map(term => [term.path.join(' '), term])).values()]
  return byBrokenZone(unique, term => term.broken)
    .slice(0, mostZones)
    .map(({ broken, items }) => {
      const paths = items.map(({ path }) => path.join(' → '))
      const own = [...new Set(items.map(({ path: [first = ''] }) => first))]
      return { domain, terms: listed(paths, mostNamed), own: own.slice(0, mostNamed), broken }
    })
}

/**
 * The terms that validating receivers cannot follow because of a zone that is not the domain's own (that one the DNS
 * check reports), nor that of one of its mail hosts (the MX check does). Below such a term nothing more is reported:
 * receivers never come there.
 */
function bogusTerms({ terms }: SpfNode, domain: string, above: readonly string[] = []): BogusTerm[] {
  return terms.flatMap((term): BogusTerm[] => {
    const { text, bogus, child } = term
    const path = [...above, text]
    if (bogus === undefined) return child === null ? [] : bogusTerms(child, domain, path)
    return breaksAllOf(domain, bogus) || (above.length === 0 && isOwnMx(term)) ? [] : [{ path, broken: bogus }]
  })
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

function missingFacts(value: SpfValue, { domain, mailHosts = null }: SpfContext): SpfFacts['spf_missing'] {
  const found = missingRemedy(value, domain)
  if (found !== null) return { domain, remedy: found.remedy, ...(found.at === null ? {} : { at: found.at }) }
  if (mailHosts === null) return { domain }
  const service = serviceOfHosts(mailHosts)
  const receiver = service === null ? providerAmong(mailHosts) : null
  const relay = service === null ? relayAmong(mailHosts) : null
  return {
    domain,
    receivesMail: mailHosts.length > 0,
    ...(service === null ? {} : { service }),
    ...(receiver === null ? {} : { receiver }),
    ...(relay === null ? {} : { receiverInclude: relay.include }),
  }
}

/** Null too where the mail hosts are unknown: nothing then says whether the domain has mail. */
function nonePassFacts(value: SpfValue, { domain, mailHosts = null }: SpfContext): SpfFacts['spf_none_pass'] | null {
  const none = mailHosts === null ? null : nonePass(value)
  return none && { domain, ...none, receivesMail: mailHosts !== null && mailHosts.length > 0 }
}

function openRemedy(value: SpfValue, tree: SpfTree, domain: string): SpfRemedy {
  const remedy = remedyOf(value, domain)
  // Not all terms that let everyone pass are named, so the others would be left.
  return tree.openTo?.endsWith('…') ? { ...remedy, record: null } : remedy
}

function endingFacts(value: SpfValue, tree: SpfTree, domain: string): SpfFacts['spf_neutral'] {
  const at = endingElsewhere(tree)
  return at === null ? { domain, remedy: remedyOf(value, domain) } : { domain, at }
}

function permerrorFacts(permerror: SpfPermerror, value: SpfValue, tree: SpfTree, domain: string): PermerrorFacts {
  const remedy = permerrorRemedy(permerror, value, domain)
  switch (permerror.code) {
    case 'lookup_limit':
      return { ...permerror, remedy, ...costFacts(tree) }
    case 'void_limit':
      return { ...permerror, remedy, voidTerms: voidTerms(tree) }
    default:
      return { ...permerror, remedy }
  }
}

function costFacts(tree: SpfTree): Pick<SpfFacts['spf_near_limit'], 'costs' | 'unneeded'> {
  return { costs: costliestTerms(tree), unneeded: unneededIncludes(tree) }
}
