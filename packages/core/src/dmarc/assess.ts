import { type Evidence, type EvidenceIds, type Question, restsOn } from '../check/index.ts'
import { type DmarcFinding, dmarcFinding } from './findings.data.ts'
import type { DmarcPolicy, DmarcReading, DmarcRecord, DmarcValue } from './value.ts'

export interface DmarcContext {
  /** As A-labels. */
  domain: string
  /** The section's evidence. */
  evidence: readonly Evidence[]
  /** The domain declares that it neither sends nor receives mail; null: unknown, then no finding rests on it. */
  nonMail: boolean | null
}

const strength: { readonly [P in DmarcPolicy]: number } = { none: 0, quarantine: 1, reject: 2 }

/**
 * Judges the value of the DMARC check, by the tree walk of RFC 9989. Failed lookups give no finding. A missing or
 * broken record suppresses all other findings about DMARC.
 */
export function assessDmarc(value: DmarcValue, context: DmarcContext): readonly DmarcFinding[] {
  const { reading } = value
  if (reading.unchecked) return []
  if (reading.policy === null) return [withoutPolicy(value, context)]
  if (reading.record === null || reading.location === null) return []
  const { record, location } = reading
  const evidence = restsOn(context.evidence, dmarcQuestion(location))
  const weakness = weaknessOf(reading, reading.policy, location, context.nonMail === true, evidence)
  const findings: DmarcFinding[] = weakness === null ? [] : [weakness]

  const weaker = reading.inherited || location !== value.organizationalDomain ? null : weakerBelow(record)
  if (weaker !== null) findings.push(dmarcFinding('dmarc_sp_weaker', weaker, evidence))
  if (record.rua.length === 0 && context.nonMail === false)
    findings.push(dmarcFinding('dmarc_rua_missing', { location }, evidence))
  return [...findings, ...unauthorised(value, location, context.evidence)]
}

/** Whether the policy asks receivers to act on mail that fails; null: unknown. Test mode still counts as acting. */
export function isDmarcEnforced(value: DmarcValue): boolean | null {
  if (value.reading.unchecked) return null
  return value.reading.policy === 'quarantine' || value.reading.policy === 'reject'
}

function withoutPolicy({ reading, walked }: DmarcValue, { domain, evidence, nonMail }: DmarcContext): DmarcFinding {
  const asked = restsOn(evidence, ...walked.map(dmarcQuestion))
  // For a domain without mail, a broken record is no worse than none: no policy applies either way.
  if (nonMail) return dmarcFinding('nonmail_dmarc_missing', { domain }, asked)
  const problem = reading.multiple
    ? 'there are several DMARC records at this name, and receivers then use none of them'
    : reading.record?.errors[0]?.message
  if (reading.location === null || problem === undefined) return dmarcFinding('dmarc_missing', { domain }, asked)
  const facts = { location: reading.location, problem }
  return dmarcFinding('dmarc_invalid', facts, restsOn(evidence, dmarcQuestion(reading.location)))
}

function weaknessOf(
  reading: DmarcReading,
  policy: DmarcPolicy,
  location: string,
  nonMail: boolean,
  evidence: EvidenceIds,
): DmarcFinding | null {
  const facts = { location }
  if (nonMail) {
    if (policy === 'none' || reading.testing) return dmarcFinding('nonmail_dmarc_weak', facts, evidence)
    return policy === 'quarantine' ? dmarcFinding('nonmail_dmarc_quarantine', facts, evidence) : null
  }
  if (policy === 'none') return dmarcFinding('dmarc_none', facts, evidence)
  if (!reading.testing) return null
  const tag = reading.record?.t === true ? 't=y' : `pct=${reading.record?.pct ?? 0}`
  return dmarcFinding('dmarc_testing', { location, tag }, evidence)
}

/** The tag that protects names below the domain less than the domain itself. */
function weakerBelow({ p, sp, np }: DmarcRecord): { tag: string; policy: string } | null {
  if (p === null) return null
  if (sp !== null && strength[sp] < strength[p]) return { tag: 'sp', policy: sp }
  return np !== null && strength[np] < strength[p] ? { tag: 'np', policy: np } : null
}

/** One finding for each external domain without authorization, however many addresses it has in the record. */
function unauthorised(value: DmarcValue, location: string, evidence: readonly Evidence[]): readonly DmarcFinding[] {
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

function dmarcQuestion(domain: string): Question {
  return { name: `_dmarc.${domain}`, type: 'TXT' }
}
