import { dnsEvidence, type Evidence, isCarried, restsOn } from '../check/index.ts'
import { breaksAllOf, brokenZoneOf } from '../dns/index.ts'
import { type DmarcFinding, dmarcFinding } from './findings.data.ts'
import type { DmarcReading } from './value.ts'

/**
 * The record that applies cannot be read by validating receivers: it is an alias into a zone with broken DNSSEC, or that
 * of a parent with it. Where the domain's own zone is broken, the DNS check says so. With the policy none, a record that
 * cannot be read changes nothing for receivers. `nonMail` null: unknown.
 */
export function bogusRecord(
  { policy, location }: DmarcReading,
  domain: string,
  evidence: readonly Evidence[],
  nonMail: boolean | null = null,
): readonly DmarcFinding[] {
  if (policy === null || policy === 'none' || location === null) return []
  const question = { name: `_dmarc.${location}`, type: 'TXT' } as const
  const answers = dnsEvidence(evidence).filter(
    ({ question: { name, type }, outcome }) =>
      outcome === 'records' && name === question.name && type === question.type,
  )
  // What this scan was answered counts before what earlier ones were.
  const piece = answers.find(({ id }) => !isCarried(id)) ?? answers[0]
  const broken = piece === undefined ? null : brokenZoneOf(question.name, piece.via)
  if (broken === null || breaksAllOf(domain, broken)) return []
  const facts = { domain, location, broken, ...(nonMail === true ? { nonMail } : {}) }
  return [dmarcFinding('dmarc_bogus', facts, restsOn(evidence, question))]
}
