import { checkIds } from '../check/index.ts'
import { checks, type Finding } from './checks.ts'
import { findingRows } from './findings.ts'
import type { Deduction } from './scan.ts'

/** Increased when a weight, a cap or a rule changes: scores of different models are not compared. */
export const scoreModel = 3

const start = 100

/**
 * The score of a set of findings, and the cost of each, the most expensive first. Applies the caps by check, then the
 * floor of 0, and reduces the smallest first, so that 100 and the deductions always add up to the score. Findings
 * without cost have no line. Null: a finding says that there is no score.
 */
export function scoreOf(findings: readonly Finding[]): { score: number | null; deductions: readonly Deduction[] } {
  const lines = findings.map(finding => {
    const { id, subject, check } = finding
    return { finding: id, subject, check, points: findingRows[id].points }
  })
  if (lines.some(({ points }) => points === null)) return { score: null, deductions: [] }
  const costs = lines.map(line => ({ ...line, points: line.points ?? 0 }))
  // The sort is stable: of equal points the first finding keeps them longest.
  const costliestFirst = costs.toSorted((one, other) => one.points - other.points)
  const capped = checkIds.flatMap(check =>
    trimmed(
      costliestFirst.filter(line => line.check === check),
      checks[check].cap ?? Number.POSITIVE_INFINITY,
    ),
  )
  const deductions = trimmed(
    capped.toSorted((one, other) => one.points - other.points),
    start,
  )
  return { score: start + deductions.reduce((sum, { points }) => sum + points, 0), deductions }
}

/** Lines, the most expensive first, that cost `most` in all: the last ones are reduced. */
function trimmed(lines: readonly Deduction[], most: number): readonly Deduction[] {
  let left = most
  return lines.flatMap(line => {
    const cost = Math.min(-line.points, left)
    left -= cost
    return cost > 0 ? [{ ...line, points: -cost }] : []
  })
}
