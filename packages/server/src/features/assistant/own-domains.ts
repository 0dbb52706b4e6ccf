import { type DomainFacts, domainFacts } from '@waxseal/core/assistant'
import { identityKey, severityOf } from '@waxseal/core/check'
import { type FindingId, findingRows, isIssue, presentScan } from '@waxseal/core/health'
import { changesToShow } from '@waxseal/core/watch'
import type { Deps } from '../../deps.ts'
import { unicodeOf } from '../domains/present.ts'
import { readOnlyAmong } from '../domains/read-only.ts'
import { isScanDue } from '../domains/scan-due.ts'
import { domainsOf } from '../domains/store.ts'
import { newestOfEach } from '../scans/change-store.ts'
import { liveDecisions } from '../scans/decision-store.ts'
import { findingsOfWorkspace } from '../scans/finding-store.ts'
import { newestScan } from '../scans/store.ts'
import type { Actor } from '../workspaces/actor.ts'

type Reader = Pick<Deps, 'store' | 'log' | 'now'>
type InWorkspace = Pick<Actor, 'workspace'>

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
/** The domains whose changes an answer can name: those that lost the most points first. */
const changedMax = 8

/**
 * The domains of the workspace with what their last scans found, in alphabetical order.
 *
 * @param options.withChanges also what changed with the newest scans, which reads some of their documents
 */
export async function ownDomains(
  deps: Reader,
  actor: InWorkspace,
  { withChanges }: { withChanges: boolean },
): Promise<{ rows: readonly OwnDomain[]; facts: readonly DomainFacts[] }> {
  const { store, now } = deps
  const { id: workspaceId } = actor.workspace
  const rows = await domainsOf(store.db, workspaceId)
  const readOnly = await readOnlyAmong(
    store.db,
    actor.workspace,
    rows.flatMap(({ id, unseenChanges }) => (unseenChanges.length > 0 ? [id] : [])),
  )
  const issues = await findingsOfWorkspace(store.db, workspaceId, { ids: issueIds, limit: issuesMax })
  const ofDomain = Map.groupBy(issues, ({ domainId }) => domainId)
  const decisions = new Map(
    (await liveDecisions(store.db, workspaceId, now())).map(({ domainId, finding, subject, kind }) => {
      return [`${domainId} ${identityKey({ id: finding, subject })}`, kind]
    }),
  )
  const changes = withChanges ? await newestChanges(deps, actor) : new Map<string, DomainFacts['changes']>()
  const facts = rows.map(row => {
    const { id: domainId, name, score, lastScanAt, unseenChanges } = row
    return domainFacts({
      name,
      unicode: unicodeOf(name),
      score,
      scannedAt: lastScanAt?.toISOString() ?? null,
      changes: changes.get(domainId) ?? null,
      changedAfter: changesToShow(unseenChanges, { isScanDue: isScanDue(row, readOnly.has(domainId)) }),
      findings: (ofDomain.get(domainId) ?? []).map(({ id, subject, points }) => {
        const decision = decisions.get(`${domainId} ${identityKey({ id, subject })}`)
        return { id, subject: subject === '' ? null : subject, points, ...(decision && { decision }) }
      }),
    })
  })
  return { rows: rows.map(({ id, name }) => ({ id, name })), facts }
}

/** What changed with the newest scan of each domain that was compared with one before. */
async function newestChanges(
  { store, log }: Reader,
  { workspace }: InWorkspace,
): Promise<Map<string, DomainFacts['changes']>> {
  const found = new Map<string, DomainFacts['changes']>()
  const moved: { domainId: string; lost: number }[] = []
  for (const { domainId, score, scoreBefore, fixed, added } of await newestOfEach(store.db, workspace.id)) {
    const lost = (scoreBefore ?? 0) - (score ?? scoreBefore ?? 0)
    if (lost !== 0 || fixed + added > 0) moved.push({ domainId, lost })
    else if (scoreBefore !== null) {
      found.set(domainId, {
        compared: 'all',
        score_before: scoreBefore,
        score_after: score,
        fixed: [],
        added: [],
        changed: [],
      })
    }
  }
  for (const { domainId } of moved.toSorted((one, other) => other.lost - one.lost).slice(0, changedMax)) {
    const result = await newestScan(store.db, domainId)
    if (result === undefined) continue
    const reply = presentScan(result, workspace.tier, (check, err) => {
      log.error({ err, check, domain: result.name }, 'a check of a scan cannot be presented')
    })
    found.set(domainId, reply.changes)
  }
  return found
}
