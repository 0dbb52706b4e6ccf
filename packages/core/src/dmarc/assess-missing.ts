import { type Evidence, type Question, restsOn } from '../check/index.ts'
import { displayText } from '../dns/index.ts'
import { providerZoneOf } from '../providers/index.ts'
import { type DmarcFacts, type DmarcFinding, dmarcFinding } from './findings.data.ts'
import { monitoringRecord, placeOf, recordWith, refusingRecord, spelled, usualReports } from './remedy.ts'
import { type DmarcRepair, repairDmarc, repairSeveral } from './repair.ts'
import { withoutUnread } from './unread.ts'
import type { DmarcElsewhere, DmarcValue } from './value.ts'

export interface DmarcContext {
  /** As A-labels. */
  domain: string
  /** The section's evidence. */
  evidence: readonly Evidence[]
  /** The domain declares that it neither sends nor receives mail; null: unknown, then no finding rests on it. */
  nonMail: boolean | null
  /** The domain has a mail server for its own reports; null: unknown. */
  receivesMail?: boolean | null
  /** The domain has a null MX, so that its own addresses get nothing; null: unknown. */
  refusesMail?: boolean | null
}

export function dmarcQuestion(domain: string): Question {
  return { name: `_dmarc.${domain}`, type: 'TXT' }
}

/** The finding of a domain to which no policy applies: its record is missing or broken. */
export function assessWithoutPolicy(value: DmarcValue, context: DmarcContext): DmarcFinding {
  const { reading } = value
  const { domain, evidence, nonMail } = context
  const repair = repairOf(value)
  // For a domain without mail, a broken record is no worse than none: no policy applies either way.
  if (nonMail === true) {
    const asked = restsOn(evidence, ...value.walked.map(dmarcQuestion))
    return dmarcFinding('nonmail_dmarc_missing', withoutUnread(withoutMail(value, domain, repair), context), asked)
  }
  if (reading.location === null || repair === null) return missing(value, context)
  const [error] = reading.record?.errors ?? []
  const facts = {
    location: reading.location,
    ...(repair.causes.length === 0 && error !== undefined ? { problem: error.message } : {}),
    ...placeOf(value, reading.location),
    faults: repair.causes.slice(0, 5),
    record: repairedRecord(repair, value, context),
    ...effectsOf(repair),
  }
  return dmarcFinding(
    'dmarc_invalid',
    withoutUnread(facts, context),
    restsOn(evidence, dmarcQuestion(reading.location)),
  )
}

/**
 * The repaired record. One that only monitors gets a report address, without which it does nothing. Below an organization
 * with a record, `psd=n` would newly take the names below the domain out of that organization's policy.
 */
function repairedRecord(repair: DmarcRepair, value: DmarcValue, context: DmarcContext): string | null {
  const { tags, record } = repair
  const { domain, receivesMail = null } = context
  if (tags === null) return spelled(record)
  const isIdle = tags.rua.length === 0 && [tags.p, tags.sp, tags.np].every(policy => (policy ?? 'none') === 'none')
  const isBelow = value.organizationalDomain !== value.reading.location
  return recordWith(tags, {
    ...(isIdle ? { rua: usualReports(domain, receivesMail) } : {}),
    ...(isBelow ? { psd: 'u' } : {}),
  })
}

/** The repair of the record or records that receivers ignore; null: there are none. */
function repairOf({ reading, several = [] }: DmarcValue): DmarcRepair | null {
  if (!reading.multiple) return reading.record === null ? null : repairDmarc(reading.record.text)
  const causes = [{ code: 'several_records', count: 2 }] as const
  const unknown: DmarcRepair = { causes, tags: null, record: null, effects: [] }
  return several.length < 2 ? unknown : repairSeveral(several)
}

function withoutMail(
  value: DmarcValue,
  domain: string,
  repair: DmarcRepair | null,
): DmarcFacts['nonmail_dmarc_missing'] {
  const { reading, alias = null, elsewhere = [], loop } = value
  const isOwn = reading.location === domain
  const tags = isOwn ? (repair?.tags ?? null) : null
  const record = tags === null ? refusingRecord : recordWith(tags, { p: 'reject', t: false, pct: null })
  if (isOwn && repair !== null) {
    return { domain, ...placeOf(value, domain), record, faults: repair.causes.slice(0, 5) }
  }
  if (alias !== null && reading.location === null) return { domain, alias, record: null }
  if (loop !== undefined) return { domain, loop, record: loop === `_dmarc.${domain}` ? null : record }
  // The organization's record would apply, were it not broken.
  const above = elsewhere.find(({ where }) => where === 'above')
  const broken =
    reading.location !== null && repair !== null
      ? { at: `_dmarc.${reading.location}`, faults: repair.causes.slice(0, 5) }
      : above === undefined
        ? {}
        : { at: above.name, faults: repairDmarc(above.text).causes.slice(0, 5) }
  return { domain, record, ...broken }
}

function missing(value: DmarcValue, context: DmarcContext): DmarcFinding {
  const { domain, receivesMail = null } = context
  const { alias = null, elsewhere = [], walked, loop } = value
  const [found] = elsewhere
  const questions = walked.map(dmarcQuestion)
  const evidence = restsOn(
    context.evidence,
    ...questions,
    ...(found ? [{ name: found.name, type: 'TXT' as const }] : []),
  )
  const rua = usualReports(domain, receivesMail)
  const usual = rua.length === 0 ? null : monitoringRecord(rua)
  const facts = { domain, receivesMail }
  if (loop !== undefined) {
    const rests = restsOn(context.evidence, ...questions, { name: loop, type: 'CNAME' })
    return dmarcFinding('dmarc_missing', { ...facts, loop, record: null }, rests)
  }
  if (found !== undefined && isMeant(found)) {
    const { causes, record, effects } = repairDmarc(found.text)
    const name = found.where === 'above' ? found.name : `_dmarc.${domain}`
    const shown = { ...shownElsewhere(found), faults: causes.slice(0, 5) }
    return dmarcFinding(
      'dmarc_missing',
      withoutUnread({ ...facts, elsewhere: shown, name, record: spelled(record), ...effectsOf({ effects }) }, context),
      evidence,
    )
  }
  if (alias !== null) return dmarcFinding('dmarc_missing', { ...facts, alias, record: null }, evidence)
  const shown = found === undefined ? {} : { elsewhere: shownElsewhere(found) }
  const panel = providerZoneOf(domain)?.panel ?? null
  const where = panel === null ? {} : { panel }
  return dmarcFinding('dmarc_missing', { ...facts, ...shown, ...where, record: usual }, evidence)
}

function effectsOf({ effects }: Pick<DmarcRepair, 'effects'>): { effects?: DmarcRepair['effects'] } {
  return effects.length > 0 ? { effects } : {}
}

/** Meant as the domain's record, not just another text at its name. */
function isMeant({ where }: DmarcElsewhere): boolean {
  return where !== 'here' && where !== 'wildcard'
}

function shownElsewhere({ where, name, text }: DmarcElsewhere): DmarcElsewhere {
  return { where, name, text: displayText(text, 60) }
}
