import { type Evidence, type EvidenceIds, restsOn } from '../check/index.ts'
import { assessWithoutPolicy, type DmarcContext, dmarcQuestion } from './assess-missing.ts'
import { type DmarcFacts, type DmarcFinding, dmarcFinding } from './findings.data.ts'
import { meantTags, ownerOf, ownRecord, recordWith, spelled, usualReports } from './remedy.ts'
import { repairDmarc } from './repair.ts'
import { readReportUri } from './report-uri.ts'
import { type DmarcPolicy, type DmarcReading, type DmarcRecord, type DmarcValue, isWeaker } from './value.ts'

/** What the findings about a policy that applies rest on. */
interface Applying {
  value: DmarcValue
  reading: DmarcReading
  record: DmarcRecord
  location: string
  policy: DmarcPolicy
  domain: string
  nonMail: boolean | null
  receivesMail: boolean | null
  evidence: EvidenceIds
}

/**
 * Judges the value of the DMARC check, by the tree walk of RFC 9989. Failed lookups give no finding. A missing or
 * broken record suppresses all other findings about DMARC.
 */
export function assessDmarc(value: DmarcValue, context: DmarcContext): readonly DmarcFinding[] {
  const { reading } = value
  if (reading.unchecked) return []
  if (reading.policy === null) return [assessWithoutPolicy(value, context)]
  const { record, location, policy } = reading
  if (record === null || location === null) return []
  const { domain, nonMail, receivesMail = null } = context
  const evidence = restsOn(context.evidence, dmarcQuestion(location))
  const applying = { value, reading, record, location, policy, domain, nonMail, receivesMail, evidence }
  return [
    ...weakness(applying),
    ...weakerBelow(applying),
    ...withoutReports(applying),
    ...unauthorized(value, location, context.evidence),
  ]
}

/** Whether the policy asks receivers to act on mail that fails; null: unknown. Test mode still counts as acting. */
export function isDmarcEnforced(value: DmarcValue): boolean | null {
  if (value.reading.unchecked) return null
  return value.reading.policy === 'quarantine' || value.reading.policy === 'reject'
}

function weakness(applying: Applying): DmarcFinding[] {
  const { reading, policy, evidence } = applying
  if (applying.nonMail === true) {
    const facts = placed(applying, { p: 'reject', t: false, pct: null })
    if (policy === 'none' || reading.testing) return [dmarcFinding('nonmail_dmarc_weak', facts, evidence)]
    return policy === 'quarantine' ? [dmarcFinding('nonmail_dmarc_quarantine', facts, evidence)] : []
  }
  if (policy === 'none') return [dmarcFinding('dmarc_none', onlyMonitoring(applying), evidence)]
  if (!reading.testing) return []
  const tag = reading.record?.t === true ? 't=y' : `pct=${reading.record?.pct ?? 0}`
  const facts = { ...placed(applying, { p: policy, t: false, pct: null }), tag }
  return [dmarcFinding('dmarc_testing', facts, evidence)]
}

function onlyMonitoring(applying: Applying): DmarcFacts['dmarc_none'] {
  const { value, record, reading, location, domain, receivesMail } = applying
  const { causes, tags, record: repaired } = repairDmarc(record.text)
  const isBroken = record.warnings.some(
    ({ code }) => brokenPolicy.includes(code) || (code === 'p-missing' && tags?.p !== 'none'),
  )
  // Of an inherited record too: what it says is repaired where it is.
  if (isBroken) {
    const name = ownerOf(value, reading, domain)
    return { location, name, faults: causes.slice(0, 5), record: spelled(repaired) }
  }
  const reports = record.rua.length > 0 || reading.inherited ? {} : { rua: usualReports(domain, receivesMail) }
  const facts = placed(applying, { p: 'quarantine', t: false, pct: null, ...reports })
  const tag = reading.inherited && record.sp !== null ? 'sp' : 'p'
  return { ...facts, tag }
}

const brokenPolicy: readonly string[] = ['p-invalid', 'sp-invalid', 'np-invalid']

/** The record that replaces the one at hand; for a name that inherits one, a record of its own. */
function placed(applying: Applying, changes: Parameters<typeof recordWith>[1]): DmarcPlace {
  const { value, reading, record, location, policy, domain, receivesMail } = applying
  if (!reading.inherited) {
    return { location, name: ownerOf(value, reading, domain), record: recordWith(meantTags(record), changes) }
  }
  const own = ownRecord(record, { p: policy, ...changes } as { p: DmarcPolicy }, usualReports(domain, receivesMail))
  return {
    location,
    domain,
    name: `_dmarc.${domain}`,
    record: own,
    ...(record.psd === 'y' ? { suffix: true } : {}),
  }
}

type DmarcPlace = DmarcFacts['nonmail_dmarc_weak']

/** The tag that protects names below the domain less than the domain itself. */
function weakerBelow(applying: Applying): DmarcFinding[] {
  const { value, reading, location, record, evidence } = applying
  const { p, sp, np } = record
  // Elsewhere receivers ignore sp.
  if (reading.inherited || location !== value.organizationalDomain || p === null) return []
  const weaker = (
    [
      ['sp', sp],
      ['np', np],
    ] as const
  ).flatMap(([tag, policy]) => (policy !== null && isWeaker(policy, p) ? [{ tag, policy }] : []))
  const [first, second] = weaker
  if (first === undefined) return []
  const changes = Object.fromEntries(weaker.map(({ tag }) => [tag, null]))
  const also = second === undefined ? {} : { also: `${second.tag}=${second.policy}` }
  return [dmarcFinding('dmarc_sp_weaker', { ...placed(applying, changes), ...first, ...also }, evidence)]
}

/** No address that receivers can report to, though the domain uses mail. */
function withoutReports(applying: Applying): DmarcFinding[] {
  const { reading, record, domain, nonMail, receivesMail, policy, evidence } = applying
  if (record.rua.length > 0 || nonMail !== false) return []
  const { causes } = repairDmarc(record.text)
  const faults = causes.filter(cause => 'tag' in cause && cause.tag === 'rua').slice(0, 5)
  const meant = meantTags(record).rua
  // An address at the domain itself gets nothing when that takes no mail.
  const usable = receivesMail === false ? meant.filter(uri => readReportUri(uri)?.domain !== domain) : meant
  const rua = usable.length > 0 ? usable : usualReports(domain, receivesMail)
  const t = record.t ? { t: true } : {}
  const place = placed(applying, reading.inherited ? { p: policy, ...t, rua } : { rua })
  const facts = { ...place, ...(rua.length === 0 ? { record: null } : {}), receivesMail, faults }
  return [dmarcFinding('dmarc_rua_missing', facts, evidence)]
}

/** One finding for each external domain without authorization, however many addresses it has in the record. */
function unauthorized(value: DmarcValue, location: string, evidence: readonly Evidence[]): readonly DmarcFinding[] {
  const refused = value.external.filter(({ tag, authorized }) => tag === 'rua' && authorized === false)
  const byDomain = new Map(refused.map(destination => [destination.domain, destination]))
  return [...byDomain.values()].map(({ domain, name }) =>
    dmarcFinding(
      'dmarc_rua_unauthorised',
      { destination: domain, record: name },
      restsOn(evidence, dmarcQuestion(location), { name, type: 'TXT' }),
    ),
  )
}
