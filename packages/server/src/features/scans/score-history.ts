import { isSameBasis } from '@waxseal/core/health'
import type { Deps } from '../../deps.ts'
import { requireDomain } from '../domains/require-domain.ts'
import type { Actor } from '../workspaces/actor.ts'
import { newestPoints, type ScanPoint, scoredBefore } from './history-store.ts'

/**
 * The newest `limit` scans of a domain, the newest last.
 *
 * @throws Refusal `not_found`
 */
export async function scoreHistory(deps: Deps, actor: Actor, domainId: string, limit: number) {
  const { db } = deps.store
  const domain = await requireDomain(db, actor, domainId)
  const points = (await newestPoints(db, domain.id, limit)).reverse()
  const [oldest] = points
  return scoreLine(points, oldest && (await scoredBefore(db, domain.id, oldest)))
}

/**
 * Scans as points of a line. The basis of a score is compared with that of the last earlier scan with a score, so an
 * unscored scan in between changes nothing.
 *
 * @param points the oldest first
 * @param before the last scan with a score before them
 */
export function scoreLine(points: readonly ScanPoint[], before: ScanPoint | undefined) {
  let scored = before
  return points.map(point => {
    const basisChanged = point.score !== null && scored !== undefined && !isSameBasis(point, scored)
    if (point.score !== null) scored = point
    return {
      scan_id: point.id,
      at: point.finishedAt.toISOString(),
      score: point.score,
      basis_changed: basisChanged,
      fixed: point.fixed,
      added: point.added,
    }
  })
}
