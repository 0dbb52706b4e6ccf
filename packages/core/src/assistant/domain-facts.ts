import { type Identity, severityOf } from '../check/index.ts'
import { findingRows, nextSteps, reasonOf, titleOf } from '../health/index.ts'
import { boundedText, boundedTexts } from './bounded-text.ts'
import type { DomainFacts } from './facts.ts'

/** A domain of the user as it is stored, with the findings of its last scan. */
export interface DomainRow
  extends Pick<DomainFacts, 'name' | 'unicode' | 'score' | 'scannedAt' | 'changes' | 'changedAfter'> {
  /** `points`: what each costs in that scan, after caps. `decision`: what the owner decided about it; absent: nothing. */
  findings: readonly (Identity & { readonly points: number; readonly decision?: 'accepted' | 'muted' })[]
}

/** Takes from the row of a domain what the analyst needs: the words of its findings come from their ids. */
export function domainFacts({
  name,
  unicode,
  score,
  scannedAt,
  changes,
  changedAfter = [],
  findings,
}: DomainRow): DomainFacts {
  return {
    name: boundedText(name),
    unicode: unicode === null ? null : boundedText(unicode),
    score,
    scannedAt,
    issues: domainIssues({ score, findings }),
    changes: changes === null ? null : boundedTexts(changes),
    ...(changedAfter.length > 0 && { changedAfter: changedAfter.map(boundedTexts) }),
  }
}

/** The issues among the findings of a domain, in the order in which to resolve them. */
export function domainIssues({ score, findings }: Pick<DomainRow, 'score' | 'findings'>): DomainFacts['issues'] {
  const worded = findings.map(({ id, subject, points, decision }) => {
    const row: { points: number | null } = Object.hasOwn(findingRows, id)
      ? findingRows[id as keyof typeof findingRows]
      : { points }
    const severity = row.points === null ? ('critical' as const) : severityOf(row.points)
    return {
      id: boundedText(id),
      title: boundedText(titleOf(id)),
      reason: boundedText(reasonOf({ id, subject })),
      severity,
      points,
      score_after: null,
      remains: null,
      ...(decision === undefined ? {} : { decision }),
    }
  })
  return nextSteps({ health_score: score, findings: worded })
}
