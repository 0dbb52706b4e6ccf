import { isDmarcRecord, limitOf, parseDmarc, policyInEffect, policyOf } from '../dmarc/index.ts'
import type { ScanReply } from '../health/index.ts'
import type { ParentPolicy } from '../watch/index.ts'
import type { JsonValue } from './alert.ts'

/** What receivers do with mail that fails DMARC: nothing without a valid record, up to rejecting it. */
const strengths = { none: 1, quarantine: 2, reject: 3 } as const
const missing = 0

/** In words, by strength. */
export const strengthWords = ['no valid record', 'none', 'quarantine', 'reject'] as const

/**
 * The strength of the policy that applies to the scanned domain, 0 (no valid record) to 3 (reject). Test mode and a
 * percentage below 100 ask receivers for the next milder policy.
 *
 * @returns null where the scan could not look, or where the zone's own servers did not confirm that there is no record
 */
export function strengthInScan({ results, sections, evidence, findings }: ScanReply): number | null {
  const { dmarc } = results
  if (dmarc === null || sections.dmarc.state === 'unchecked' || dmarc.reading.unchecked) return null
  if (sections.dmarc.gaps.some(({ question }) => question.name.startsWith('_dmarc.'))) return null
  const { policy, testing, record } = dmarc.reading
  if (findings.some(({ check, since }) => check === 'dmarc' && since !== null)) return null
  if (findings.some(({ id }) => id === 'dmarc_bogus')) return missing
  if (policy !== null) return strengths[policyInEffect(policy, testing)]
  const isUnsure = evidence.some(
    piece => piece.kind === 'dns' && piece.question.name.startsWith('_dmarc.') && piece.via.unconfirmed !== undefined,
  )
  return record === null && isUnsure ? null : missing
}

/**
 * The same for the texts at `_dmarc.<domain>`, as a change of DNS has them.
 *
 * @param parent the policy that applies where receivers use none of the texts; null: there is none, or no one asked
 */
export function strengthOfTexts(value: JsonValue, parent: ParentPolicy | null = null): number {
  const texts = [value].flat().filter(text => typeof text === 'string')
  const [text, ...others] = texts.filter(isDmarcRecord)
  if (text === undefined || others.length > 0)
    return parent === null ? missing : strengths[policyInEffect(parent.policy, parent.limit !== null)]
  const record = parseDmarc(text)
  const policy = policyOf(record, 'domain')
  return policy === null ? missing : strengths[policyInEffect(policy, limitOf(record) !== null)]
}
