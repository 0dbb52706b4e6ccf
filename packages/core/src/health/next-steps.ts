import type { FindingReply, ScanReply } from './reply.ts'

type Scored = Pick<ScanReply, 'health_score'> & { findings: readonly FindingReply[] }

/** Whether it belongs to the issues: it costs points, or would cost them once a second test confirms it. */
export function isIssue({ severity, id }: Pick<FindingReply, 'severity' | 'id'>): boolean {
  return severity !== 'info' || id === 'relay_suspected'
}

/** The points that the action of a finding regains; where only the next scan can show that, the points it costs. */
function gainOf({ score_after: after, points }: FindingReply, score: number | null): number {
  return after === null || score === null ? -points : after - score
}

/**
 * The issues of a scan in the order in which to resolve them: the one that regains the most points first. A finding that
 * leaves no score comes before all others.
 */
export function nextSteps({ health_score: score, findings }: Scored): readonly FindingReply[] {
  const issues = findings.filter(isIssue)
  const rank = (finding: FindingReply): number =>
    finding.severity === 'critical' && finding.points === 0 && score === null ? 101 : gainOf(finding, score)
  return issues.toSorted((one, other) => rank(other) - rank(one))
}

/** "60 → 75": the score that an action leads to; null: unknown, or no better. */
export function scoreStep(
  score: number | null,
  { score_after: after }: Pick<FindingReply, 'score_after'>,
): string | null {
  return score === null || after === null || after <= score ? null : `${score} → ${after}`
}
