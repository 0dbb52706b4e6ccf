import { describe, expect, it } from 'vitest'
import { type CheckId, severityOf } from '../check/index.ts'
import type { Finding, FindingId } from './checks.ts'
import { findingRows } from './findings.ts'
import { scoreOf } from './score.ts'

const rows = Object.entries(findingRows) as [FindingId, { check: CheckId; points: number | null }][]

/** The score with these findings; a domain that cannot be scored is below 0. */
function scoreWith(...ids: readonly FindingId[]): number {
  const findings = ids.map((id, at) => {
    return { id, check: findingRows[id].check, subject: String(at), facts: {}, evidence: ['x'] } as unknown as Finding
  })
  return scoreOf(findings).score ?? -1
}

describe('the harm of a finding', () => {
  it.each(rows)('%s alone is below 70 exactly if it is critical', (id, { points }) => {
    const isCritical = points === null || severityOf(points) === 'critical'
    expect(scoreWith(id) < 70).toBe(isCritical)
  })

  it('is never less with another finding beside it: no finding raises a score', () => {
    const raising = rows.flatMap(([one]) => {
      return rows.filter(([other]) => scoreWith(one, other) > Math.min(scoreWith(one), scoreWith(other)))
    })
    expect(raising).toEqual([])
  })
})
