import type { dashboardStats, ReplyOf } from '@waxseal/contract'
import { bandOf } from '@waxseal/core/health'
import { changesToShow } from '@waxseal/core/watch'
import type { Deps } from '../../deps.ts'
import { unicodeOf } from '../domains/present.ts'
import { lowestScored, scoreCounts, unscannedCount } from '../domains/score-store.ts'
import { changedDomains } from '../domains/unseen-store.ts'
import type { Actor } from '../workspaces/actor.ts'

type Stats = ReplyOf<typeof dashboardStats>

/** The maximum number of domains that the dashboard names. */
const attentionMax = 8

/**
 * The workspace's domains by their last known scores: counts per band, and the Fair and Poor ones, worst first. Domains
 * without a score are counted separately, never as Poor.
 */
export async function dashboardStatsOf({ store }: Deps, { workspace }: Actor): Promise<Stats> {
  const [scores, unscanned, lowest, changed] = await Promise.all([
    scoreCounts(store.db, workspace.id),
    unscannedCount(store.db, workspace.id),
    lowestScored(store.db, workspace.id, attentionMax),
    changedDomains(store.db, workspace.id, attentionMax),
  ])
  const counts = { excellent: 0, good: 0, fair: 0, poor: 0, unscored: 0 }
  for (const { score, n } of scores) counts[score === null ? 'unscored' : keyOf(score)] += n
  const { unscored, ...bands } = counts
  return {
    // A domain may be scanned for the first time between the two questions.
    security_summary: { ...bands, not_scanned: unscanned, not_scored: Math.max(0, unscored - unscanned) },
    total_domains: scores.reduce((sum, { n }) => sum + n, 0),
    requiring_attention: lowest.flatMap(({ id, name, score, issues }) =>
      score === null || keyOf(score) === 'excellent' || keyOf(score) === 'good'
        ? []
        : [{ domain_id: id, domain_name: name, health_score: score, issues: [...issues] }],
    ),
    changed_after_scan: changed.map(({ id, name, unseenChanges }) => ({
      domain_id: id,
      domain_name: name,
      domain_unicode: unicodeOf(name),
      changes: changesToShow(unseenChanges),
    })),
  }
}

const keyOf = (score: number) => keys[bandOf(score)]

const keys = { Excellent: 'excellent', Good: 'good', Fair: 'fair', Poor: 'poor' } as const
