import { type DomainFacts, domainFacts, domainIssues } from '@waxseal/core/assistant'
import { identityKey, severityOf } from '@waxseal/core/check'
import { type FindingId, findingRows, isIssue, presentScan } from '@waxseal/core/health'
import { changesToShow } from '@waxseal/core/watch'
import type { Deps } from '../../deps.ts'
import { unicodeOf } from '../domains/present.ts'
import { readOnlyAmong } from '../domains/read-only.ts'
import { isScanDue } from '../domains/scan-due.ts'
import { scoredDomainsOf } from '../domains/scored-store.ts'
import { newestOfEach } from '../scans/change-store.ts'
import { liveDecisions } from '../scans/decision-store.ts'
import { findingsByDomain } from '../scans/finding-store.ts'
import { newestScan } from '../scans/store.ts'
import type { Actor } from '../workspaces/actor.ts'

type Reader = Pick<Deps, 'store' | 'log' | 'now'>
type InWorkspace = Pick<Actor, 'workspace'>

/** A domain of the workspace by id and name. */
export interface OwnDomain {
  id: string
  name: string
}

/** The domains of a workspace, each at the same place in both lists. */
export interface OwnDomains {
  rows: readonly OwnDomain[]
  facts: readonly DomainFacts[]
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
 * The domains of the workspace with the scores of their last scans, in alphabetical order, without issues (`withIssues`).
 *
 * @param options.withChanges also what changed with the newest scans, which reads some of their documents
 */
export async function ownDomains(
  deps: Reader,
  actor: InWorkspace,
  { withChanges }: { withChanges: boolean },
): Promise<OwnDomains> {
  const { id: workspaceId } = actor.workspace
  const { db } = deps.store
  const rows = await scoredDomainsOf(db, workspaceId)
  const readOnly = await readOnlyAmong(
    db,
    actor.workspace,
    rows.flatMap(({ id, unseenChanges }) => (unseenChanges.length > 0 ? [id] : [])),
  )
  const changes = withChanges ? await newestChanges(deps, actor) : new Map<string, DomainFacts['changes']>()
  const facts = rows.map(row => {
    const { id: domainId, name, tags, score, lastScanAt, unseenChanges } = row
    return domainFacts({
      name,
      unicode: unicodeOf(name),
      tags,
      score,
      scannedAt: lastScanAt?.toISOString() ?? null,
      changes: changes.get(domainId) ?? null,
      changedAfter: changesToShow(unseenChanges, { isScanDue: isScanDue(row, readOnly.has(domainId)) }),
      findings: [],
    })
  })
  return { rows: rows.map(({ id, name }) => ({ id, name })), facts }
}

/**
 * The same domains with their issues, as far as a question needs them: the findings of 500 domains are thousands of rows.
 *
 * @param known of the actor's workspace
 * @param names those whose issues are read; the others have none
 */
export async function withIssues(
  { store, now }: Pick<Reader, 'store' | 'now'>,
  { workspace }: InWorkspace,
  { rows, facts }: OwnDomains,
  names: 'all' | readonly string[],
): Promise<readonly DomainFacts[]> {
  if (names.length === 0) return facts
  const wanted = new Set(names === 'all' ? [] : names)
  const domainIds = names === 'all' ? undefined : rows.flatMap(({ id, name }) => (wanted.has(name) ? [id] : []))
  const [issues, decided] = await Promise.all([
    findingsByDomain(store.db, workspace.id, { ids: issueIds, limit: issuesMax, domainIds }),
    liveDecisions(store.db, workspace.id, now()),
  ])
  const ofDomain = new Map(issues.map(({ domainId, findings }) => [domainId, findings]))
  const decisions = new Map(
    decided.map(({ domainId, finding, subject, kind }) => {
      return [`${domainId} ${identityKey({ id: finding, subject })}`, kind]
    }),
  )
  return facts.map((domain, at) => {
    const domainId = rows[at]?.id ?? ''
    const found = ofDomain.get(domainId)
    if (found === undefined) return domain
    const findings = found.map(([id, subject, points]) => {
      const decision = decisions.get(`${domainId} ${identityKey({ id, subject })}`)
      return { id, subject: subject === '' ? null : subject, points, ...(decision && { decision }) }
    })
    return { ...domain, issues: domainIssues({ score: domain.score, findings }) }
  })
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
