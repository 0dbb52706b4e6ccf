import type { dashboardStats, ReplyOf } from '@waxseal/contract'
import { bandOf, type FindingId, findingRows, reasonOf } from '@waxseal/core/health'
import { changesToShow } from '@waxseal/core/watch'
import type { Deps } from '../../deps.ts'
import { unicodeOf } from '../domains/present.ts'
import { readOnlyAmong } from '../domains/read-only.ts'
import { isScanDue } from '../domains/scan-due.ts'
import { lowestScored, scoreCounts, unscannedCount } from '../domains/score-store.ts'
import { changedDomains, type DomainSummary } from '../domains/store.ts'
import { findingsOf } from '../scans/count-store.ts'
import type { Actor } from '../workspaces/actor.ts'

type Stats = ReplyOf<typeof dashboardStats>

/** The maximum number of domains that the dashboard names. */
const attentionMax = 8

type KeptFinding = Awaited<ReturnType<typeof findingsOf>>[number]

/**
 * The workspace's domains by their last known scores: counts per band, and the Fair and Poor ones, worst first. Domains
 * without a score are counted separately, never as Poor.
 */
export async function dashboardStatsOf({ store, now }: Deps, { workspace }: Actor): Promise<Stats> {
  const [scores, unscanned, lowest, changed] = await Promise.all([
    scoreCounts(store.db, workspace.id),
    unscannedCount(store.db, workspace.id),
    lowestScored(store.db, workspace.id, attentionMax),
    changedDomains(store.db, workspace.id),
  ])
  const counts = { excellent: 0, good: 0, fair: 0, poor: 0, unscored: 0 }
  for (const { score, n } of scores) counts[score === null ? 'unscored' : keyOf(score)] += n
  const { unscored, ...bands } = counts
  const poor = lowest.flatMap(({ score, ...domain }) =>
    score === null || keyOf(score) === 'excellent' || keyOf(score) === 'good' ? [] : [{ ...domain, score }],
  )
  const about = { domainIds: poor.map(({ id }) => id), now: now() }
  const findings = poor.length === 0 ? [] : await findingsOf(store.db, workspace.id, about)
  const shown = gravestFirst(changed).slice(0, attentionMax)
  const readOnly = await readOnlyAmong(
    store.db,
    workspace,
    shown.map(({ id }) => id),
  )
  const kept = Map.groupBy(findings, ({ domainId }) => domainId)
  return {
    // A domain may be scanned for the first time between the two questions.
    security_summary: { ...bands, not_scanned: unscanned, not_scored: Math.max(0, unscored - unscanned) },
    total_domains: scores.reduce((sum, { n }) => sum + n, 0),
    requiring_attention: poor.map(({ id, name, score, issues }) => {
      return { domain_id: id, domain_name: name, health_score: score, issues: openIssues(kept.get(id), issues) }
    }),
    changed_after_scan: shown.map(row => ({
      domain_id: row.id,
      domain_name: row.name,
      domain_unicode: unicodeOf(row.name),
      changes: changesToShow(row.unseenChanges, { isScanDue: isScanDue(row, readOnly.has(row.id)) }),
    })),
    changed_beyond: changed.length - shown.length,
  }
}

const severities = ['critical', 'warning', 'info'] as const

const rankOf = ({ unseenChanges }: DomainSummary) =>
  Math.min(...unseenChanges.map(({ severity }) => severities.indexOf(severity)))

/** The domains with the gravest change first; of equally grave ones as they were, in alphabetical order. */
function gravestFirst(domains: readonly DomainSummary[]): readonly DomainSummary[] {
  return domains.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/**
 * What costs points and is open, the costliest first. An accepted or muted finding keeps its points and is not named.
 *
 * @param stored those of the last scan; until its findings are kept no decision about them is known
 */
function openIssues(kept: readonly KeptFinding[] | undefined, stored: readonly string[]): string[] {
  if (kept === undefined) return [...stored]
  return kept.flatMap(({ id, subject, isOpen }) =>
    isOpen && costsPoints(id) ? [reasonOf({ id, subject: subject === '' ? null : subject })] : [],
  )
}

/** A finding of another version of the program is not known. */
function costsPoints(id: FindingId): boolean {
  return Object.hasOwn(findingRows, id) && findingRows[id].points !== 0
}

const keyOf = (score: number) => keys[bandOf(score)]

const keys = { Excellent: 'excellent', Good: 'good', Fair: 'fair', Poor: 'poor' } as const
