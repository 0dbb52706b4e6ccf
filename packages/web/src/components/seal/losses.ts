import type { ScanReply } from '../../lib/queries.ts'
import type { Loss } from './geometry.ts'

/** The notches of a scan: every finding that cost points. */
export function lossesOf(scan: Pick<ScanReply, 'findings'>): Loss[] {
  return scan.findings
    .filter(finding => finding.points < 0)
    .map(({ check, severity, points }) => ({ check, severity, points: -points }))
}

/** The score; from a server that does not send the field, 100 minus its risk score. Null: not scored. */
export function scoreOf(scan: Pick<ScanReply, 'risk_score'> & { health_score?: number | null }): number | null {
  if (scan.health_score !== undefined) return scan.health_score
  return scan.risk_score === null ? null : 100 - scan.risk_score
}
