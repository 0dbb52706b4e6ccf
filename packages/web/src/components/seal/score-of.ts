import type { ScanReply } from '../../lib/queries.ts'

/** The score; from a server that does not send the field, 100 minus its risk score. Null: not scored. */
export function scoreOf(scan: Pick<ScanReply, 'risk_score'> & { health_score?: number | null }): number | null {
  if (scan.health_score !== undefined) return scan.health_score
  return scan.risk_score === null ? null : 100 - scan.risk_score
}
