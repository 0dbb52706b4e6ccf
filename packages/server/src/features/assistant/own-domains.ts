import { type DomainFacts, domainFacts } from '@waxseal/core/assistant'
import { severityOf } from '@waxseal/core/check'
import { type FindingId, findingRows, isIssue, presentScan } from '@waxseal/core/health'
import type { Deps } from '../../deps.ts'
import { unicodeOf } from '../domains/present.ts'
import { domainsOf } from '../domains/store.ts'
import { newestOfWorkspace } from '../scans/change-store.ts'
import { findingsOfWorkspace } from '../scans/finding-store.ts'
import { newestScan } from '../scans/store.ts'
import type { Actor } from '../workspaces/actor.ts'

/** A domain of the workspace by id and name. */
export interface OwnDomain {
  id: string
  name: string
}

/** The findings that are issues: a note costs nothing and needs no attention. */
const issueIds = Object.entries(findingRows).flatMap(([id, { points }]) =>
  isIssue({ id, severity: points === null ? 'critical' : severityOf(points) }) ? [id as FindingId] : [],
)
/** The most findings that are read over all domains, the costliest first. */
const issuesMax = 20_000
/** The scans whose changes an answer can name, the newest first. */
const changedMax = 8

/**
 * The domains of the workspace with what their last scans found, in alphabetical order.
 *
 * @param options.withChanges also what changed with the newest scans, which reads their documents
 */
export async function ownDomains(
  { store, log }: Pick<Deps, 'store' | 'log'>,
  { workspace }: Pick<Actor, 'workspace'>,
  { withChanges }: { withChanges: boolean },
): Promise<{ rows: readonly OwnDomain[]; facts: readonly DomainFacts[] }> {
  const rows = await domainsOf(store.db, workspace.id)
  const issues = Map.groupBy(
    await findingsOfWorkspace(store.db, workspace.id, { ids: issueIds, limit: issuesMax }),
    ({ domainId }) => domainId,
  )
  const changes = withChanges ? await newestChanges() : new Map<string, DomainFacts['changes']>()
  const facts = rows.map(({ id, name, score, lastScanAt }) =>
    domainFacts({
      name,
      unicode: unicodeOf(name),
      score,
      scannedAt: lastScanAt?.toISOString() ?? null,
      changes: changes.get(id) ?? null,
      findings: (issues.get(id) ?? []).map(({ id: finding, subject, points }) => {
        return { id: finding, subject: subject === '' ? null : subject, points }
      }),
    }),
  )
  return { rows: rows.map(({ id, name }) => ({ id, name })), facts }

  async function newestChanges(): Promise<Map<string, DomainFacts['changes']>> {
    const scans = await newestOfWorkspace(store.db, workspace.id, 2 * changedMax)
    const moved = scans.filter(
      ({ fixed, added, score, scoreBefore }) => fixed + added > 0 || (scoreBefore !== null && scoreBefore !== score),
    )
    const found = new Map<string, DomainFacts['changes']>()
    for (const { domainId, finishedAt } of moved.slice(0, changedMax)) {
      if (found.has(domainId)) continue
      const result = await newestScan(store.db, domainId)
      // Only the newest scan of a domain counts, not an earlier one of the list.
      if (result === undefined || Date.parse(result.finishedAt) !== finishedAt.getTime()) continue
      const reply = presentScan(result, workspace.tier, (check, err) => {
        log.error({ err, check, domain: result.name }, 'a check of a scan cannot be presented')
      })
      found.set(domainId, reply.changes)
    }
    return found
  }
}
