import { type Severity, severityOf } from '@waxseal/core/check'
import { type FindingId, findingRows, titleOf } from '@waxseal/core/health'
import type { KeptCounts } from '../scans/count-store.ts'

/** A finding that costs points, over all domains of a workspace. */
export interface Issue {
  id: FindingId
  title: string
  severity: Exclude<Severity, 'info'>
  /** Nothing else of a domain can be judged or fixed before it. */
  isFirst: boolean
  /** The number of domains that have it. */
  domains: number
  /** What their scores regain without it, 0 or more. */
  regains: number
}

/** The findings that cost points. Notes cost none; a finding of another version of the program is not known. */
export function issuesIn({ findings }: Pick<KeptCounts, 'findings'>): Issue[] {
  return findings.flatMap(({ id, domains, regains }) => {
    if (!Object.hasOwn(findingRows, id)) return []
    const { points: each, alone } = findingRows[id]
    const severity = each === null ? 'critical' : severityOf(each)
    return severity === 'info'
      ? []
      : [{ id, title: titleOf(id), severity, isFirst: each === null || alone === true, domains, regains }]
  })
}
