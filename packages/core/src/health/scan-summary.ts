import { bandOf } from './bands.ts'
import { scoreStep } from './next-steps.ts'
import type { FindingReply, ScanReply } from './reply.ts'
import { coverageWords } from './score-words.ts'

/**
 * A scan in two sentences: its score with what costs the most, and the first thing to fix; or why there is no score.
 *
 * @param name the domain as people read it
 * @param first what to fix first; null: nothing
 */
export function scanSummary(scan: ScanReply, name: string, first: FindingReply | null): readonly [string, string] {
  const { health_score: score } = scan
  if (score === null)
    return [`${name} has no score.`, first === null ? 'Nothing counts as missing.' : next(scan, first)]
  const costs = scan.findings.filter(({ points }) => points < 0)
  const head = `${name} scores ${score} of 100 (${bandOf(score)})`
  if (costs.length === 0) return [`${head}, and no finding costs points.`, `${coverageWords(scan)}.`]
  const count = costs.length === 1 ? 'one finding costs' : `${costs.length} findings cost`
  return [`${head}: ${count} ${100 - score} ${score === 99 ? 'point' : 'points'}.`, next(scan, first)]
}

function next(scan: ScanReply, first: FindingReply | null): string {
  if (first === null) return `${coverageWords(scan)}.`
  const gain = scoreStep(scan.health_score, first)
  return `Fix this first: ${first.reason}${gain === null ? '' : ` (score ${gain})`}.`
}
