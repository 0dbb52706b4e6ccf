import type { FindingId } from './checks.ts'
import { actionOf } from './findings.ts'
import { guardChecks } from './guard.ts'
import { keptOutcomes } from './kept-outcomes.ts'
import { collectedIn } from './last-known.ts'
import { provideAll } from './provided.ts'
import type { ScanResult } from './scan.ts'
import { scoreOf } from './score.ts'
import { outcomeOf } from './score-after.ts'

/**
 * The points, 0 or more, that each kind of finding of a scan gives back to the score: of one finding what its action leads
 * to, as the report shows it ("63 → 83"), of several what remains without all of them. Where only the next scan can show
 * that, or there is no score, the points that they cost.
 */
export function regainedBy(result: ScanResult): ReadonlyMap<FindingId, number> {
  const guard = guardChecks(() => {})
  const provided = provideAll(result.name, collectedIn(result.sections, guard), guard)
  const kept = keptOutcomes(result)
  const byId = Map.groupBy(result.findings, ({ id }) => id)
  return new Map(
    [...byId].map(([id, same]) => {
      const [one] = same
      // A stored section can be broken, and a finding can be of another version of the program.
      const after = guardChecks(() => {}).run(one?.check ?? 'dns', () => {
        if (one !== undefined && same.length === 1) {
          const action = actionOf(one, result.name)
          return (kept(one, action) ?? outcomeOf(result, provided, one, action)).score
        }
        return result.score === null ? null : scoreOf(result.findings.filter(each => each.id !== id)).score
      })
      if (after === null || result.score === null) return [id, costOf(result, id)]
      return [id, Math.max(0, after - result.score)]
    }),
  )
}

function costOf({ deductions }: ScanResult, id: FindingId): number {
  return deductions.reduce((sum, line) => (line.finding === id ? sum - line.points : sum), 0)
}
