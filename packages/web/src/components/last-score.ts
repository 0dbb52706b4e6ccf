import { bandOf } from '@waxseal/core/health'
import type { Domain } from '../lib/queries.ts'
import { calendarDate } from '../lib/time.ts'

/**
 * A sentence with the domain's score from before an unscored scan, and its date; null when the last scan has a score,
 * or none ever had.
 */
export function lastScore({ health_score: score, score_is_old: old, scored_at: at }: ScoreFields): string | null {
  if (!old || score === null) return null
  const when = at === null ? '' : ` on ${calendarDate(new Date(at))}`
  return `The last score was ${score} (${bandOf(score)})${when}.`
}

type ScoreFields = Pick<Domain, 'health_score' | 'score_is_old' | 'scored_at'>
