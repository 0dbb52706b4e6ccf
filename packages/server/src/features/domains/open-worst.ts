import type { DomainItem } from '@waxseal/contract'
import { severityOf } from '@waxseal/core/check'
import { type FindingId, findingRows, inAList, isIssue, onlyDecided, titleOf } from '@waxseal/core/health'
import type { Deps } from '../../deps.ts'
import { findingsOf } from '../scans/count-store.ts'
import { liveDecisions } from '../scans/decision-store.ts'
import type { Actor } from '../workspaces/actor.ts'

/**
 * The same rows, with the worst finding that no decision leaves out: an accepted or muted finding keeps its points and is not
 * named. Where all are decided, the row says so in the severity of the worst one.
 */
export async function withOpenWorst(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  { workspace }: Pick<Actor, 'workspace'>,
  rows: readonly DomainItem[],
): Promise<DomainItem[]> {
  const at = now()
  const decided = new Set(
    (await liveDecisions(store.db, workspace.id, at)).map(row => `${row.domainId} ${row.finding}`),
  )
  const domainIds = rows.flatMap(({ id, worst }) => (worst !== null && decided.has(`${id} ${worst.id}`) ? [id] : []))
  if (domainIds.length === 0) return [...rows]
  const found = await findingsOf(store.db, workspace.id, { domainIds, now: at })
  const kept = Map.groupBy(
    found.filter(({ id }) => isKnownIssue(id)),
    ({ domainId }) => domainId,
  )
  return rows.map(row => {
    const issues = kept.get(row.id)
    // Before a scan's findings are kept, no decision about them is known.
    if (row.worst === null || issues === undefined) return row
    // Without a score, what else the scan rests on is too little to call a domain bad.
    const open =
      row.score_is_old || row.health_score === null ? issues.filter(({ id }) => id === row.worst?.id) : issues
    return { ...row, worst: openWorst(row.worst, open) }
  })
}

type Worst = NonNullable<DomainItem['worst']>

function openWorst(worst: Worst, issues: readonly { id: FindingId; isOpen: boolean }[]): Worst {
  const open = issues.filter(({ isOpen }) => isOpen).map(({ id }) => id)
  // Another host of the same kind of finding is open.
  if (open.includes(worst.id as FindingId)) return worst
  const [first] = open
  if (first === undefined) return onlyDecided(worst)
  return inAList({ id: first, title: titleOf(first), severity: severityBy(first) })
}

/** Costs points, or would cost them once a second test confirms it. A finding of another version is not known. */
function isKnownIssue(id: FindingId): boolean {
  return Object.hasOwn(findingRows, id) && isIssue({ id, severity: severityBy(id) })
}

function severityBy(id: FindingId) {
  const { points } = findingRows[id]
  return points === null ? 'critical' : severityOf(points)
}
