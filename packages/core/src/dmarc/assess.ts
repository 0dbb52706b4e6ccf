import { type EvidenceIds, restsOn } from '../check/index.ts'
import { providerZoneOf } from '../providers/index.ts'
import { assessWithoutPolicy, type DmarcContext, dmarcQuestion } from './assess-missing.ts'
import { type DmarcFinding, dmarcFinding, dmarcRows } from './findings.data.ts'
import { typos } from './nearest-word.ts'
import { publicMailboxes } from './public-mailboxes.data.ts'
import { parseDmarc } from './record.ts'
import { readReportUri } from './report-uri.ts'
import { type Applying, type DmarcTarget, isReachable, isWeakNow, targetOf, weakerTags } from './target.ts'
import type { DmarcValue } from './value.ts'

/**
 * Judges the value of the DMARC check, by the tree walk of RFC 9989. Failed lookups give no finding. A missing or
 * broken record suppresses all other findings about DMARC. At a name where only a provider can publish, one finding says
 * so and costs nothing.
 */
export function assessDmarc(value: DmarcValue, context: DmarcContext): readonly DmarcFinding[] {
  const findings = assessAsOwner(value, context)
  const zone = providerZoneOf(context.domain)
  if (zone === null || zone.panel !== null || findings.every(({ id }) => dmarcRows[id].points === 0)) return findings
  const { domain } = context
  const evidence = restsOn(context.evidence, ...value.walked.map(dmarcQuestion))
  return [dmarcFinding('dmarc_provider_name', { domain, owner: zone.owner }, evidence)]
}

/** As if the name were in a zone of the owner's. */
function assessAsOwner(value: DmarcValue, context: DmarcContext): readonly DmarcFinding[] {
  const { reading } = value
  if (reading.unchecked) return []
  if (reading.policy === null) return [assessWithoutPolicy(value, context)]
  const { record, location, policy } = reading
  if (record === null || location === null) return []
  const { domain, nonMail, receivesMail = null, refusesMail = null } = context
  const evidence = restsOn(context.evidence, dmarcQuestion(location))
  const applying = { value, reading, record, location, policy, domain, nonMail, receivesMail, refusesMail }
  const target = targetOf(applying)
  return [
    ...weakness(applying, target, evidence),
    ...weakerBelow(applying, target, evidence),
    ...withoutReports(applying, target, evidence),
    ...unauthorized(value, location, context),
  ]
}

/** Whether the policy asks receivers to act on mail that fails; null: unknown. Test mode still counts as acting. */
export function isDmarcEnforced(value: DmarcValue): boolean | null {
  if (value.reading.unchecked) return null
  return value.reading.policy === 'quarantine' || value.reading.policy === 'reject'
}

function weakness(applying: Applying, target: DmarcTarget, evidence: EvidenceIds): DmarcFinding[] {
  const { reading, policy, record, nonMail } = applying
  const { place } = target
  if (nonMail === true) {
    if (policy === 'none' || reading.testing) return [dmarcFinding('nonmail_dmarc_weak', place, evidence)]
    return policy === 'quarantine' ? [dmarcFinding('nonmail_dmarc_quarantine', place, evidence)] : []
  }
  if (policy === 'none') {
    const faults = record.p === null || target.isBroken ? target.repair.causes.slice(0, 5) : []
    const tag = reading.inherited && record.sp !== null ? 'sp' : 'p'
    const facts = { ...place, ...(target.isBroken ? {} : { tag }), ...(faults.length > 0 ? { faults } : {}) }
    return [dmarcFinding('dmarc_none', facts, evidence)]
  }
  if (!reading.testing) return []
  const tag = record.t ? 't=y' : `pct=${record.pct ?? 0}`
  return [dmarcFinding('dmarc_testing', { ...place, tag }, evidence)]
}

/** A tag that protects names below the domain less than the domain itself. */
function weakerBelow(applying: Applying, { place, isBroken }: DmarcTarget, evidence: EvidenceIds): DmarcFinding[] {
  const [first, second] = weakerTags(applying)
  // Where receivers apply none to all mail, nothing is less protected.
  if (first === undefined || isBroken) return []
  const also = second === undefined ? {} : { also: `${second.tag}=${second.policy}` }
  const isLater = applying.nonMail === true && isWeakNow(applying)
  const facts = { ...place, ...(isLater ? { record: null } : {}), ...first, ...also }
  return [dmarcFinding('dmarc_sp_weaker', facts, evidence)]
}

/** No address that receivers can report to, though the domain uses mail. */
function withoutReports(applying: Applying, { place, ...target }: DmarcTarget, evidence: EvidenceIds): DmarcFinding[] {
  const { nonMail, receivesMail, refusesMail, record, domain } = applying
  if (target.hasReports || nonMail !== false) return []
  const faults = target.repair.causes
    .filter(cause => cause.code === 'no_break_space' || ('tag' in cause && cause.tag === 'rua'))
    .slice(0, 5)
  const adds = place.record != null && parseDmarc(place.record).rua.some(uri => isReachable(uri, applying))
  const isOwn = record.rua.some(uri => readReportUri(uri)?.domain === domain)
  const refusing = refusesMail === true && isOwn ? { refusing: true } : {}
  return [
    dmarcFinding(
      'dmarc_rua_missing',
      { ...place, ...(adds ? {} : { record: null }), receivesMail, faults, ...refusing },
      evidence,
    ),
  ]
}

/** One finding for each external domain without authorization, however many addresses it has in the record. */
function unauthorized(
  value: DmarcValue,
  location: string,
  { domain: scanned, evidence, refusesMail }: DmarcContext,
): readonly DmarcFinding[] {
  const refused = value.external.filter(({ tag, authorized }) => tag === 'rua' && authorized === false)
  const byDomain = new Map(refused.map(destination => [destination.domain, destination]))
  return [...byDomain.values()].map(({ domain, name, exists }) =>
    dmarcFinding(
      'dmarc_rua_unauthorised',
      {
        destination: domain,
        record: name,
        ...(refusesMail !== true && isMistypedName(domain, scanned) ? { meant: scanned } : {}),
        ...(publicMailboxes.has(domain)
          ? { because: 'public' as const }
          : exists === false
            ? { because: 'gone' as const }
            : {}),
      },
      restsOn(evidence, dmarcQuestion(location), { name, type: 'TXT' }, { name: domain, type: 'MX' }),
    ),
  )
}

/** The longest names to compare for a typing mistake. */
const longestName = 100

/**
 * One letter too many, missing, wrong, or two swapped. In a short name, and in a short label of one (`b.reg.example` beside
 * `a.reg.example`), another one is as likely meant.
 */
function isMistypedName(found: string, meant: string): boolean {
  if (meant.length < 8 || typos(found, meant, longestName) !== 1) return false
  const labels = meant.split('.')
  const written = found.split('.')
  return labels.length !== written.length || labels.every((label, at) => label === written[at] || label.length >= 4)
}
