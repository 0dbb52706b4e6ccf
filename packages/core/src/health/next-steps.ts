import { thenWords } from './remains-words.data.ts'
import type { FindingReply } from './reply.ts'

type Step = Pick<FindingReply, 'id' | 'severity' | 'points' | 'score_after'>

/** Whether it belongs to the issues: it costs points, or would cost them once a second test confirms it. */
export function isIssue({ severity, id }: Pick<Step, 'severity' | 'id'>): boolean {
  return severity !== 'info' || id === 'relay_suspected'
}

/** The points that the action of a finding regains; where only the next scan can show that, the points it costs. */
function gainOf({ score_after: after, points }: Step, score: number | null): number {
  return after === null || score === null ? -points : after - score
}

/**
 * The issues of a scan in the order in which to resolve them: the one that regains the most points first, of equal ones
 * the more severe. A finding that leaves no score comes before all others.
 */
export function nextSteps<S extends Step>({
  health_score: score,
  findings,
}: {
  health_score: number | null
  findings: readonly S[]
}): readonly S[] {
  const rank = (step: S): number =>
    score === null && step.severity === 'critical' && step.points === 0 ? 101 : gainOf(step, score)
  return findings
    .filter(isIssue)
    .toSorted((one, other) => rank(other) - rank(one) || order.indexOf(one.severity) - order.indexOf(other.severity))
}

const order: readonly Step['severity'][] = ['critical', 'high', 'medium', 'low', 'info']

/**
 * "60 → 75": the score that an action leads to; null: unknown, or no better. Where a second step follows, both are named, so
 * that they add up to the points beside them: "63 → 83 now, 100 once enforced".
 */
export function scoreStep(
  score: number | null,
  { score_after: after, remains }: Pick<FindingReply, 'score_after' | 'remains'>,
): string | null {
  if (score === null || after === null) return null
  const both = remains?.score_after ?? null
  if (remains === null || both === null || both <= Math.max(score, after))
    return after > score ? `${score} → ${after}` : null
  const now = after > score ? `${score} → ${after}` : `${score}`
  return `${now} now, ${both} ${thenWords(remains.id)}`
}
