import { type Answer, textOf } from '@waxseal/core/dns'
import { includedDomains, selectSpf, spfTreeOfRecord } from '@waxseal/core/spf'
import type { FreshDns } from '../../ports.ts'

/**
 * Whether the SPF record of a domain includes a hosted name, directly or through other records; null: could not be checked.
 * Never rejects.
 */
export async function isIncluded(
  { first, confirming }: FreshDns,
  domain: string,
  hostedName: string,
  signal: AbortSignal,
): Promise<boolean | null> {
  const answer = await confirming.query(domain, 'TXT', signal)
  if (answer.kind === 'failed' || isUncertain(answer)) return null
  const { records } = selectSpf(answer.kind === 'records' ? answer.records.map(textOf) : [])
  const trees = await Promise.all(records.map(record => spfTreeOfRecord(first, domain, record, signal)))
  if (trees.some(tree => includedDomains(tree).includes(hostedName))) return true
  return trees.every(({ complete }) => complete) ? false : null
}

/** A "missing" that the zone's own servers did not confirm, or an answer whose DNSSEC is broken: it may be a lie. */
export function isUncertain({ kind, via }: Answer): boolean {
  return via.authentic === 'bogus' || (kind !== 'records' && via.unconfirmed !== undefined)
}
