import { type CheckId, checkIds } from '../check/index.ts'
import type { ScanReply } from './reply.ts'

/** How much a scan left unasked or unanswered. */
export interface LeftOpen {
  /** The checks without a result. */
  checks: readonly CheckId[]
  /** The failed lookups of the other checks; one that two checks wait for counts twice, as the list of them names it. */
  lookups: number
  /** What no failed lookup explains: a certificate that was not shown, selectors that cannot be guessed, a limit. */
  parts: number
}

type Scan = Pick<ScanReply, 'results' | 'sections' | 'unchecked'>

/** The maximum number of lines about one section's failed lookups; one more counts the others. */
export const mostGapLines = 10

/** Counts what a scan left open. Its lines are `unchecked`, which is empty exactly where nothing is counted. */
export function leftOpen(scan: Scan): LeftOpen {
  const { sections, unchecked } = scan
  const gaps = checkIds.map(check => sections[check].gaps.length)
  const checks = checkIds.filter(check => {
    return sections[check].state === 'unchecked' || (check === 'threat' && lacksThreatVerdict(scan))
  })
  const lines = gaps.reduce((sum, count) => sum + Math.min(count, mostGapLines + 1), checks.length)
  return {
    checks,
    lookups: gaps.reduce((sum, count) => sum + count, 0),
    parts: Math.max(0, unchecked.length - lines),
  }
}

/** Threat intelligence was asked, and no failed lookup of its own says why it has no verdict: blocklists name theirs. */
export function lacksThreatVerdict({ results, sections }: Pick<Scan, 'results' | 'sections'>): boolean {
  const { overall_verdict: verdict, error } = results.threat_intelligence
  return verdict === null && error !== 'not_configured' && sections.threat.gaps.length === 0
}
