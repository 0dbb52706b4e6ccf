import type { Finding } from './checks.ts'
import type { ScanResult } from './scan.ts'

type Denied = Extract<Finding, { id: 'domain_not_found' }>

/** Where only the configured resolver is asked: so many scans in a row, over so long. */
const looksMin = 3
const spanMs = 3_600_000

/**
 * Counts the scans in a row that found that a name does not exist: one answer of a resolver does not prove it, and several
 * over an hour do (decision 3.18).
 */
export function withLooks(
  finding: Finding,
  { previous, finishedAt }: { previous: ScanResult | null; finishedAt: string },
): Finding {
  if (finding.id !== 'domain_not_found' || finding.facts.denied !== undefined) return finding
  const before = previous?.findings.find(each => each.id === 'domain_not_found')
  const { looks = 1, since = previous?.finishedAt ?? finishedAt } = before?.facts ?? {}
  const facts = before === undefined ? { looks: 1, since: finishedAt } : { looks: looks + 1, since }
  return { ...finding, facts: { ...finding.facts, ...facts } }
}

/** Whether the parent zone certainly denies the name: by DNSSEC, by two of its servers, or by a resolver often enough. */
export function isDenied({ facts: { denied, looks = 1, since } }: Denied, finishedAt: string): boolean {
  if (denied !== undefined) return true
  return looks >= looksMin && since !== undefined && Date.parse(finishedAt) - Date.parse(since) >= spanMs
}
