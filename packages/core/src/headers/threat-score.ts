import type { HeaderFinding } from './finding.ts'

/** The sum of the points, 0 to 100: the higher, the more likely a threat. */
export function threatScore(findings: readonly Pick<HeaderFinding, 'points'>[]): number {
  const sum = findings.reduce((total, { points }) => total + Math.max(0, points), 0)
  return Math.min(100, Math.round(sum))
}
