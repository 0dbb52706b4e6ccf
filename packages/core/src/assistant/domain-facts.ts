import { type Identity, severityOf } from '../check/index.ts'
import { findingRows, nextSteps, reasonOf, titleOf } from '../health/index.ts'
import { boundedText, boundedTexts } from './bounded-text.ts'
import type { DomainFacts } from './facts.ts'

/** A domain of the user as it is stored, with the findings of its last scan. */
export interface DomainRow
  extends Pick<DomainFacts, 'name' | 'unicode' | 'tags' | 'score' | 'scannedAt' | 'changes' | 'changedAfter'> {
  /** `points`: what each costs in that scan, after caps. `decision`: what the owner decided about it; absent: nothing. */
  findings: readonly (Identity & { readonly points: number; readonly decision?: 'accepted' | 'muted' })[]
}

/** Takes from the row of a domain what the analyst needs: the words of its findings come from their ids. */
export function domainFacts({
  name,
  unicode,
  tags,
  score,
  scannedAt,
  changes,
  changedAfter = [],
  findings,
}: DomainRow): DomainFacts {
  return {
    name: boundedText(name),
    unicode: unicode === null ? null : boundedText(unicode),
    tags: tags.map(boundedText),
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
    const words = knownWords.get(id) ?? wordsOfId(id)
    return {
      ...words,
      severity: words.severity ?? severityOf(points),
      reason: subject === null ? words.reason : boundedText(reasonOf({ id, subject })),
      points,
      score_after: null,
      remains: null,
      ...(decision === undefined ? {} : { decision }),
    }
  })
  return nextSteps({ health_score: score, findings: worded })
}

/** What the id of a finding alone tells. */
interface IdWords {
  id: string
  title: string
  /** Of a finding without a subject. */
  reason: string
  /** null: its points tell. */
  severity: ReturnType<typeof severityOf> | null
}

/** The words of all findings that this version has: an account of 500 domains has thousands of rows with the same ids. */
const knownWords: ReadonlyMap<string, IdWords> = new Map(Object.keys(findingRows).map(id => [id, wordsOfId(id)]))

function wordsOfId(id: string): IdWords {
  const row: { points: number | null } | null = Object.hasOwn(findingRows, id)
    ? findingRows[id as keyof typeof findingRows]
    : null
  return {
    id: boundedText(id),
    title: boundedText(titleOf(id)),
    reason: boundedText(reasonOf({ id, subject: null })),
    severity: row === null ? null : row.points === null ? 'critical' : severityOf(row.points),
  }
}
