import { checkNames } from '@waxseal/core/check'
import { bandOf } from '@waxseal/core/health'
import type { Loss } from './geometry.ts'

/** The seal in one sentence, for screen readers. */
export function sealSentence(score: number | null, losses: readonly Loss[]): string {
  if (score === null) return 'No health score.'
  const head = `Health score ${score} of 100, ${bandOf(score)}.`
  if (losses.length === 0) return score === 100 ? `${head} No points lost.` : head
  const byCheck = Map.groupBy(losses, loss => loss.check)
  const parts = [...byCheck].map(([check, members]) => {
    const points = members.reduce((sum, loss) => sum + loss.points, 0)
    return `${checkNames[check].title} ${points}`
  })
  return `${head} Points lost: ${parts.join(', ')}.`
}
