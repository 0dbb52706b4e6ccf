import { type DnsEvidence, dnsEvidence, type Evidence, isCarried, restsOn, type ZoneSight } from '../check/index.ts'
import { type BrokenZone, breaksAllOf, brokenZoneOf, isSubdomain } from '../dns/index.ts'
import { type ZoneFacts, type ZoneFinding, zoneFinding } from './findings.data.ts'
import type { ZoneValue } from './value.ts'

export interface ZoneContext {
  /** As A-labels. */
  domain: string
  /** The section's evidence. */
  evidence: readonly Evidence[]
  /** What other checks found about the name; an unknown check found nothing. */
  sights: readonly ZoneSight[]
}

/**
 * Judges the name itself: it does not exist (unless another check found something at it), or its DNSSEC is broken.
 * Evidence of earlier scans counts for DNSSEC only at names without any new answer. `value` null: the DNS check itself
 * is unknown, and only the other checks' findings are judged.
 */
export function assessZone(value: ZoneValue | null, { domain, evidence, sights }: ZoneContext): readonly ZoneFinding[] {
  if (value !== null && !value.exists && sights.every(({ exists }) => !exists)) {
    const { organization, denied } = value
    const about = new Set([domain, organization?.name])
    const denials = evidence.filter(({ outcome, question }) => outcome === 'no-such-name' && about.has(question.name))
    const rests = restsOn(evidence, ...denials.map(({ question }) => question))
    const facts = { domain, ...(organization && { organization }), ...(denied && { denied }) }
    return [zoneFinding('domain_not_found', facts, rests)]
  }
  const bogus = bogusEvidence(domain, [...dnsEvidence(evidence), ...sights.flatMap(({ answers }) => answers)])
  if (bogus.length === 0) return []
  const causes = bogus.flatMap(({ question, via }) => {
    const broken = brokenZoneOf(question.name, via)
    return broken === null ? [] : [{ broken, alias: aliasInto(broken, domain, via.cnames) }]
  })
  // The own zone comes first: no alias leads anywhere while it is broken.
  const own = causes.filter(({ alias }) => alias === undefined)
  const zones = own.length > 0 ? own : causes
  const known = zones.filter(({ broken }) => !broken.guessed)
  const cause = known.find(({ broken }) => broken.whole) ?? known[0] ?? zones[0]
  const guess = { zone: domain, whole: true, fault: cause?.broken.fault ?? { code: 'unknown' as const } }
  const alias = cause?.alias
  const facts =
    cause !== undefined && alias !== undefined
      ? { domain, broken: cause.broken, alias }
      : ownFacts(domain, known.length === 0 ? guess : (cause?.broken ?? guess), value)
  const questions = bogus.map(({ question }) => question)
  return [zoneFinding('dnssec_bogus', facts, restsOn(bogus, ...questions))]
}

/** Names the zone that has the DS record, unless the registrar keeps it. */
function ownFacts(domain: string, broken: BrokenZone, value: ZoneValue | null): ZoneFacts['dnssec_bogus'] {
  const delegation = value?.delegation
  const isBelowDomain = delegation?.zone === broken.zone && !delegation.atRegistrar
  return { domain, broken, ...(isBelowDomain && { parent: delegation.parent }) }
}

/**
 * Whether an answer shows that DNSSEC is broken for the domain itself: in its own zone or one above it, or where the
 * domain itself is an alias into. Any other zone is told of by the check that depends on it.
 */
function concernsDomain({ question: { name }, via }: DnsEvidence, domain: string, isValidated: boolean): boolean {
  const broken = brokenZoneOf(name, via)
  // A guess is made where the lookups about the broken zone failed. A validated answer of the domain disproves it.
  if (broken === null || (broken.guessed === true && isValidated)) return false
  if (breaksAllOf(domain, broken)) return true
  // An alias at the domain itself takes all of its records from where it leads.
  return name === domain && (via.cnames.length > 0 || isSubdomain(domain, broken.zone))
}

/** The name in the broken zone that the domain is an alias of; undefined where its own zone is the broken one. */
function aliasInto({ zone }: BrokenZone, domain: string, cnames: readonly string[]): string | undefined {
  if (isSubdomain(domain, zone)) return undefined
  return cnames.find(name => isSubdomain(name, zone)) ?? cnames.at(-1)
}

/**
 * Answers about the domain or names below it that were obtained only with CD=1: this scan's, else earlier ones; each
 * once.
 */
function bogusEvidence(domain: string, answers: readonly DnsEvidence[]): readonly DnsEvidence[] {
  const all = answers.filter(({ outcome, question }) => outcome !== 'failed' && isSubdomain(question.name, domain))
  const isValidated = all.some(
    ({ id, question, via }) => question.name === domain && via.authentic === 'yes' && !isCarried(id),
  )
  const about = all.filter(piece => concernsDomain(piece, domain, isValidated))
  const byId = new Map(about.map(piece => [piece.id, piece]))
  const now = [...byId.values()].filter(({ id }) => !isCarried(id))
  if (now.length > 0) return now
  const answered = new Set(all.filter(({ id }) => !isCarried(id)).map(({ question }) => question.name))
  return [...byId.values()].filter(({ question }) => !answered.has(question.name))
}
